// Memory defense: what is kept out of the bank, what is taken out of texts, and whom the bank believes.
// In: a bank. Out: the policy as a form, and a box to try a text on it.

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { configQuery } from "../../api/queries";
import { Loaded } from "../../kit/states";
import { DefenseForm } from "./defense-form";
import { TryDefense } from "./try-defense";

export function Defense({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("settings");
  const config = useQuery(configQuery(bank));
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-3xl text-sm text-ink-soft">{t("defense.lead")}</p>
      <Loaded query={config} lines={8}>
        {({ config: values, overrides }) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <DefenseForm bank={bank} stored={values.memory_defense} isOwn={Object.hasOwn(overrides, "memory_defense")} />
            <TryDefense bank={bank} isOn={values.memory_defense != null} />
          </div>
        )}
      </Loaded>
    </div>
  );
}
