// How the bank works: each setting with where its value comes from, by sections that are saved by themselves.
// In: a bank and the section in the address. Out: the choice of a section, and its form.

import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { configQuery, versionQuery } from "../../api/queries";
import { Empty, Loaded } from "../../kit/states";
import { Segments } from "../../kit/toggle";
import { ConfigSection } from "./config-section";
import { FIELDS, SECTIONS } from "./fields";
import { useSettingsSearch } from "./queries";

export function Configuration({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("settings");
  const { search, go } = useSettingsSearch();
  const section = search.section ?? "retain";
  const version = useQuery(versionQuery);
  const config = useQuery({ ...configQuery(bank), enabled: version.data?.features.bank_config_api !== false });
  if (version.data?.features.bank_config_api === false)
    return (
      <Empty icon={Lock} title={t("config.off")}>
        {t("config.offLead", { setting: "HINDSIGHT_API_ENABLE_BANK_CONFIG_API=true" })}
      </Empty>
    );
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-3xl text-sm text-ink-soft">{t("config.lead")}</p>
      <Loaded query={config} lines={10}>
        {(configured) => (
          <>
            <div>
              <Segments
                label={t("config.sections")}
                value={section}
                choices={SECTIONS.map((value) => {
                  const own = FIELDS[value].filter(({ name }) => Object.hasOwn(configured.overrides, name)).length;
                  return { value, label: own === 0 ? t(`sections.${value}`) : `${t(`sections.${value}`)} (${own})` };
                })}
                onChange={(next) => go({ section: next === "retain" ? undefined : next })}
              />
            </div>
            <ConfigSection key={section} bank={bank} section={section} configured={configured} />
          </>
        )}
      </Loaded>
    </div>
  );
}
