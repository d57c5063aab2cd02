// The settings of a bank: who it is, how it works, whom it tells, what was done to it and what that cost, and the ways in and out.
// In: a bank and the open tab in the address. Out: the tabs.

import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Page } from "../../kit/page";
import { Tabs } from "../../kit/tabs";
import { Audit } from "./audit";
import { Configuration } from "./configuration";
import { Danger } from "./danger";
import { Defense } from "./defense";
import { LlmRequests } from "./llm-requests";
import { Profile } from "./profile";
import { useSettingsSearch } from "./queries";
import { TABS } from "./search";
import { Transfer } from "./transfer";
import { Webhooks } from "./webhooks";

const CONTENTS = {
  profile: Profile,
  configuration: Configuration,
  defense: Defense,
  webhooks: Webhooks,
  audit: Audit,
  llm: LlmRequests,
  transfer: Transfer,
  danger: Danger,
} as const;

export function SettingsPage() {
  const { t } = useTranslation("settings");
  const bank = useBank();
  const { search, go } = useSettingsSearch();
  return (
    <Page title={t("title")} lead={t("lead")}>
      <Tabs
        label={t("title")}
        open={search.tab ?? "profile"}
        // What is filtered or open belongs to its tab.
        onOpen={(tab) => go({ ...CLEARED, tab: tab === "profile" ? undefined : tab })}
        tabs={TABS.map((id) => {
          const Content = CONTENTS[id];
          return { id, label: t(`tabs.${id}`), content: <Content key={bank} bank={bank} /> };
        })}
      />
    </Page>
  );
}

const CLEARED = {
  section: undefined,
  open: undefined,
  offset: undefined,
  period: undefined,
  from: undefined,
  until: undefined,
  action: undefined,
  transport: undefined,
  metric: undefined,
  status: undefined,
  caller: undefined,
  trace: undefined,
  memory: undefined,
  document: undefined,
} as const;
