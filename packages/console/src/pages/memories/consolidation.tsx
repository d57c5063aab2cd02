// How far consolidation is: facts that wait, the run that is under way, and facts that failed, with the way to try them again.
// In: a bank. Out: a line above the memories; nothing in a bank whose facts are all through, or that forms no observations.

import { sdk } from "@hindsight-memory/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert, Layers, RotateCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { invalidateBank, LIVE_MS, statsQuery } from "../../api/queries";
import { queries } from "../../app/query-client";
import { Button } from "../../kit/button";
import { useFormat, When } from "../../kit/format";
import { useErrorToast, useToast } from "../../kit/toast";
import { OperationProgress } from "../operations/status";
import { consolidatingQuery } from "./queries";

export function Consolidation({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("memories");
  const { number } = useFormat();
  const toast = useToast();
  const onError = useErrorToast();
  const stats = useQuery({ ...statsQuery(bank), refetchInterval: LIVE_MS });
  const { pending_consolidation: pending = 0, failed_consolidation: failed = 0, last_consolidated_at: last } = stats.data ?? {};
  const running = useQuery({ ...consolidatingQuery(bank), enabled: pending + failed > 0 });
  const operation = running.data;
  const start = useMutation({
    mutationFn: async (isRecovering: boolean) => {
      const { retried_count: count } = isRecovering ? await read(sdk.recoverConsolidation(on(bank))) : { retried_count: 0 };
      await read(sdk.triggerConsolidation({ ...on(bank), body: {} }));
      return count;
    },
    onSuccess: (count, isRecovering) =>
      toast({ title: isRecovering ? t("consolidation.recovered", { count }) : t("consolidation.started") }),
    onError,
    onSettled: () => invalidateBank(queries, bank),
  });
  if (pending + failed === 0) return null;
  return (
    <section
      aria-label={t("filters.consolidation")}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-surface px-3 py-2 text-sm"
    >
      <span className="inline-flex items-center gap-2">
        <Layers aria-hidden className="size-4 text-ink-faint" />
        {t("consolidation.pending", { count: pending, shown: number(pending) })}
      </span>
      {operation != null && (
        <span className="inline-flex items-center gap-2">
          <Link
            to="/banks/$bankId/operations"
            params={{ bankId: bank }}
            search={{ open: operation.id }}
            className="text-accent-ink underline"
          >
            {t(operation.status === "processing" ? "consolidation.running" : "consolidation.queued")}
          </Link>
          {operation.status === "processing" && <OperationProgress progress={operation.progress} label={t("filters.consolidation")} />}
        </span>
      )}
      {last != null && (
        <span className="text-ink-soft">
          {t("consolidation.last")} <When at={last} />
        </span>
      )}
      <span className="grow" />
      {failed > 0 && (
        <span className="inline-flex flex-wrap items-center gap-2">
          <CircleAlert aria-hidden className="size-4 text-danger" />
          <Link
            to="/banks/$bankId/memories"
            params={{ bankId: bank }}
            search={{ consolidation: "failed" }}
            className="text-danger underline"
          >
            {t("consolidation.failed", { count: failed, shown: number(failed) })}
          </Link>
          <Button size="sm" icon={RotateCw} isBusy={start.isPending && start.variables} onClick={() => start.mutate(true)}>
            {t("consolidation.recover")}
          </Button>
        </span>
      )}
      {pending > 0 && operation == null && (
        <Button size="sm" isBusy={start.isPending && !start.variables} onClick={() => start.mutate(false)}>
          {t("consolidation.start")}
        </Button>
      )}
    </section>
  );
}
