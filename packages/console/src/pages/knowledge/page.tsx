// The knowledge page: pages, mental models, directives.
// In: a bank and the state in the address. Out: the page, one tab of it open.

import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Page } from "../../kit/page";
import { Tabs } from "../../kit/tabs";
import { DirectivesTab } from "./directives-tab";
import { ModelsTab } from "./models-tab";
import { PagesTab } from "./pages-tab";
import { TABS } from "./search";
import { useKnowledgeSearch } from "./use-search";

export function KnowledgePage() {
  const { t } = useTranslation("knowledge");
  const bank = useBank();
  const { search, go } = useKnowledgeSearch();
  const content = {
    pages: <PagesTab key={bank} bank={bank} />,
    models: <ModelsTab key={bank} bank={bank} />,
    directives: <DirectivesTab key={bank} bank={bank} />,
  } as const;
  return (
    <Page title={t("title")} lead={t("lead")}>
      <Tabs
        label={t("title")}
        open={search.tab ?? "pages"}
        onOpen={(tab) =>
          go({
            tab: tab === "pages" ? undefined : tab,
            open: undefined,
            part: undefined,
            q: undefined,
            pages: undefined,
            offset: undefined,
          })
        }
        tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`), content: content[id] }))}
      />
    </Page>
  );
}
