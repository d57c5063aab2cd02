// An operation that a page set going: how far it is, and what came of it.
// In: its id. Out: progress while it runs, its error, or what the caller shows of a finished one.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { ErrorNote, Loaded } from "../../kit/states";
import { isMoving, operationQuery } from "./queries";
import { OperationProgress, StatusBadge } from "./status";

export interface FollowedProps {
  readonly bank: string;
  readonly id: string;
  /** What it does, in words of the page. */
  readonly label?: string;
  readonly children?: (operation: api.OperationStatusResponse) => ReactNode;
}

export function Followed({ bank, id, label, children }: FollowedProps) {
  const { t } = useTranslation("operations");
  const operation = useQuery(operationQuery(bank, id, false));
  const status = operation.data?.status;
  useEffect(() => {
    if (status === "completed") void invalidateBank(queries, bank);
  }, [status, bank]);
  const name = label ?? t("detail.title");
  return (
    <section aria-live="polite" aria-label={name} className="flex flex-col gap-2 rounded-lg border bg-sunken p-3 text-sm">
      <Loaded query={operation} lines={2}>
        {(found) => (
          <>
            <span className="flex flex-wrap items-center gap-2">
              {label !== undefined && <span className="font-medium">{label}</span>}
              <StatusBadge status={found.status} />
              <Link
                to="/banks/$bankId/operations"
                params={{ bankId: bank }}
                search={{ open: id }}
                className="text-xs text-accent-ink underline"
              >
                {t("detail.title")}
              </Link>
            </span>
            {found.status === "not_found" && <ErrorNote message={t("detail.gone")} />}
            {isMoving(found.status) && <OperationProgress progress={found.progress} label={name} />}
            {found.error_message != null && <ErrorNote message={found.error_message} />}
            {found.status === "completed" && children?.(found)}
          </>
        )}
      </Loaded>
    </section>
  );
}
