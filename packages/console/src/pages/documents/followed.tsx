// An operation that this page set going: how far it is, and what came of it.
// In: its id. Out: progress while it runs, its error, or what the caller shows of a finished one.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { ErrorNote, Loaded } from "../../kit/states";
import { operationQuery } from "../operations/queries";
import { OperationProgress, StatusBadge } from "../operations/status";
import { isMoving } from "./queries";

export interface FollowedProps {
  readonly bank: string;
  readonly id: string;
  readonly label: string;
  readonly children?: (operation: api.OperationStatusResponse) => ReactNode;
}

export function Followed({ bank, id, label, children }: FollowedProps) {
  const { t } = useTranslation("documents");
  const operation = useQuery(operationQuery(bank, id, false));
  const status = operation.data?.status;
  useEffect(() => {
    if (status === "completed") void invalidateBank(queries, bank);
  }, [status, bank]);
  return (
    <section aria-live="polite" aria-label={label} className="flex flex-col gap-2 rounded-lg border bg-sunken p-3 text-sm">
      <Loaded query={operation} lines={2}>
        {(found) => (
          <>
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{label}</span>
              <StatusBadge status={found.status} />
              <Link
                to="/banks/$bankId/operations"
                params={{ bankId: bank }}
                search={{ open: id }}
                className="text-xs text-accent-ink underline"
              >
                {t("operation")}
              </Link>
            </span>
            {found.status === "not_found" && <ErrorNote message={t("operationGone")} />}
            {isMoving(found) && <OperationProgress progress={found.progress} label={label} />}
            {found.error_message != null && <ErrorNote message={found.error_message} />}
            {found.status === "completed" && children?.(found)}
          </>
        )}
      </Loaded>
    </section>
  );
}
