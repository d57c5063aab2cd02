// Whether the bank's models answer: each is asked once, when the person says so.
// In: a bank. Out: a button, and a line for each purpose that says in plain words what failed and what to do.

import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Stethoscope } from "lucide-react";
import { useTranslation } from "react-i18next";
import { invalidateBank, versionQuery } from "../../api/queries";
import { queries } from "../../app/query-client";
import { Button } from "../../kit/button";
import { useFormat } from "../../kit/format";
import { Card } from "../../kit/page";
import { ErrorNote } from "../../kit/states";
import { checkModels } from "./queries";

export function LlmCheck({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("settings");
  const { duration } = useFormat();
  const version = useQuery(versionQuery);
  const check = useMutation({ mutationFn: () => checkModels(bank), onSettled: () => invalidateBank(queries, bank) });
  const isOff = version.data?.features.bank_llm_health === false;
  return (
    <Card
      title={t("check.title")}
      actions={
        isOff ? undefined : (
          <Button size="sm" icon={Stethoscope} isBusy={check.isPending} onClick={() => check.mutate()}>
            {t("check.do")}
          </Button>
        )
      }
    >
      <p className="text-sm text-ink-soft">
        {isOff ? t("check.off", { setting: "HINDSIGHT_API_ENABLE_BANK_LLM_HEALTH=true" }) : t("check.lead")}
      </p>
      {check.error !== null && <ErrorNote error={check.error} />}
      {check.data !== undefined && (
        <ul aria-live="polite" className="flex flex-col gap-1.5 text-sm">
          {check.data.operations.map(({ operation, ok, status, latency_ms: latency }) => {
            const Icon = ok ? CircleCheck : CircleAlert;
            return (
              <li key={operation} className="flex items-start gap-2">
                <Icon aria-hidden className={ok ? "mt-0.5 size-4 shrink-0 text-good" : "mt-0.5 size-4 shrink-0 text-danger"} />
                <span>
                  <span className="font-medium">{t(`check.purposes.${operation}`)}:</span> {t(`check.states.${status}`)}
                  {latency != null && <span className="text-ink-faint"> ({duration(latency)})</span>}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
