// Whether the server and this bank are well.
// In: the bank's statistics; the server's health. Out: a line for each thing that could be wrong, with what to do.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { versionQuery } from "../../api/queries";
import { Card } from "../../kit/page";
import { Loaded } from "../../kit/states";
import { healthQuery } from "./queries";

export function Health({ stats }: { readonly stats: api.BankStatsResponse }) {
  const { t } = useTranslation("home");
  const health = useQuery(healthQuery);
  const version = useQuery(versionQuery);
  return (
    <Card title={t("health.title")}>
      <Loaded query={health}>
        {(reply) => (
          <ul className="flex flex-col gap-1.5 text-sm">
            <Line isGood={reply.status === "healthy"}>{t(reply.status === "healthy" ? "health.server" : "health.serverBad")}</Line>
            <Line isGood={(stats.pending_embeddings ?? 0) === 0}>
              {(stats.pending_embeddings ?? 0) === 0
                ? t("health.vectors")
                : t("health.vectorsMissing", { count: stats.pending_embeddings ?? 0 })}
            </Line>
            <Line isGood={stats.failed_operations === 0}>
              {stats.failed_operations === 0 ? t("health.operations") : t("health.operationsFailed", { count: stats.failed_operations })}
            </Line>
            <Line isGood={(stats.failed_consolidation ?? 0) === 0}>
              {(stats.failed_consolidation ?? 0) === 0
                ? t("health.consolidation")
                : t("health.consolidationFailed", { count: stats.failed_consolidation ?? 0 })}
            </Line>
            {version.data !== undefined && (
              <li className="pl-6 text-xs text-ink-faint">
                {t("health.version", { api: version.data.api_version, server: version.data.server_version ?? "–" })}
              </li>
            )}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function Line({ isGood, children }: { readonly isGood: boolean; readonly children: string }) {
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden className={isGood ? "mt-0.5 size-4 shrink-0 text-good" : "mt-0.5 size-4 shrink-0 text-danger"} />
      {children}
    </li>
  );
}
