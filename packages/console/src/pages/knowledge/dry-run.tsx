// What a refresh would do, without doing it.
// In: a mental model. Out: a dialog with outcome, fallback, warnings, searches, memories used, and the change word by word.

import { sdk } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { Badge } from "../../kit/badge";
import { Dialog } from "../../kit/dialog";
import { Fact, Facts } from "../../kit/facts";
import { useFormat } from "../../kit/format";
import { Loaded, Skeleton } from "../../kit/states";
import { Diff, said } from "./history";
import { knowledgeKey, type Model } from "./queries";

export function DryRun({ bank, model, onClose }: { readonly bank: string; readonly model: Model; readonly onClose: () => void }) {
  const { t } = useTranslation("knowledge");
  const { number, duration, moment } = useFormat();
  const run = useQuery({
    queryKey: knowledgeKey(bank, "model", model.id, "dry-run"),
    queryFn: ({ signal }) => read(sdk.dryRunRefreshMentalModel({ ...on(bank, { mental_model_id: model.id }), signal })),
    // It costs tokens: once for each time that it is opened.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog isOpen size="xl" onClose={onClose} title={t("refresh.dryRunTitle", { name: model.name })} description={t("refresh.dryRunLead")}>
      <Loaded query={run} lines={8}>
        {(found) => {
          const used = Object.values(found.facts.used ?? {}).reduce((sum, count) => sum + count, 0);
          const warnings = found.warnings ?? [];
          const calls = found.trace.tool_calls ?? [];
          const from = found.window.created_after;
          return (
            <div className="flex flex-col gap-5 text-sm">
              <Facts>
                <Fact name={t("refresh.outcome")}>
                  {t(`outcomes.${found.outcome}`)}{" "}
                  <Badge tone={found.would_persist ? "good" : "neutral"}>
                    {t(found.would_persist ? "refresh.keeps" : "refresh.drops")}
                  </Badge>
                </Fact>
                <Fact name={t("refresh.mode")}>{t(`trigger.${found.effective_mode}`)}</Fact>
                {found.mode_fallback_reason != null && (
                  <Fact name={t("refresh.fallback")}>{found.mode_fallback_reason.replaceAll("_", " ")}</Fact>
                )}
                <Fact name={t("refresh.used")}>
                  {number(used)}
                  {from != null && <span className="text-ink-faint"> ({moment(from)} –)</span>}
                </Fact>
                <Fact name={t("refresh.duration")}>{duration(found.duration_ms ?? 0)}</Fact>
              </Facts>
              {warnings.length > 0 && (
                <section>
                  <h3 className="mb-1 font-semibold">{t("refresh.warnings")}</h3>
                  <ul className="list-disc pl-5 text-warn">
                    {warnings.map((warning) => (
                      <li key={warning}>{warning}</li>
                    ))}
                  </ul>
                </section>
              )}
              {calls.length > 0 && (
                <section>
                  <h3 className="mb-1 font-semibold">{t("refresh.tools")}</h3>
                  <ol className="list-decimal pl-5">
                    {calls.map(({ tool, reason, result_count }, place) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a run that is over never change places
                      <li key={place}>
                        {t("refresh.tool", { name: tool.replaceAll("_", " "), count: result_count ?? 0 })}
                        {reason != null && <span className="text-ink-faint"> {reason}</span>}
                      </li>
                    ))}
                  </ol>
                </section>
              )}
              <section>
                <h3 className="mb-1 font-semibold">{t("refresh.change")}</h3>
                {found.preview_content === found.current_content ? (
                  <p className="text-ink-soft">{t("refresh.noChange")}</p>
                ) : (
                  <Suspense fallback={<Skeleton />}>
                    <Diff before={said(found.current_content)} after={found.preview_content} />
                  </Suspense>
                )}
              </section>
            </div>
          );
        }}
      </Loaded>
    </Dialog>
  );
}
