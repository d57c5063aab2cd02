// One operation: how it stands, what it did or why it failed, its parts, and the request behind it.
// In: its id. Out: a sheet; the request is fetched when it is asked for, since it may be large.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { Code, CopyableId } from "../../kit/copy";
import { Sheet } from "../../kit/dialog";
import { Fact, Facts } from "../../kit/facts";
import { When } from "../../kit/format";
import { ErrorNote, Loaded } from "../../kit/states";
import { Actions } from "./actions";
import { useOperationName } from "./names";
import { operationQuery } from "./queries";
import { OperationProgress, StatusBadge } from "./status";

export interface DetailProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onOpen: (id: string) => void;
}

export function OperationDetail({ id, onClose, onOpen }: DetailProps) {
  const { t } = useTranslation("operations");
  const bank = useBank();
  const [withPayload, setWithPayload] = useState(false);
  const operation = useQuery(operationQuery(bank, id, withPayload));
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t("detail.title")}
      footer={operation.data !== undefined && <Actions id={id} status={operation.data.status} />}
    >
      <Loaded query={operation} lines={6}>
        {(found) =>
          found.status === "not_found" ? (
            <ErrorNote message={t("detail.gone")} />
          ) : (
            <div className="flex flex-col gap-5 text-sm">
              <About operation={found} />
              {found.error_message != null && <ErrorNote message={found.error_message} />}
              {(found.child_operations ?? []).length > 0 && <Children parts={found.child_operations ?? []} onOpen={onOpen} />}
              {found.result_metadata != null && Object.keys(found.result_metadata).length > 0 && (
                <section>
                  <h3 className="mb-1 font-semibold">{t("detail.result")}</h3>
                  <Code label={t("detail.result")} text={JSON.stringify(found.result_metadata, null, 2)} />
                </section>
              )}
              <section>
                <h3 className="mb-1 font-semibold">{t("detail.payload")}</h3>
                {withPayload && found.task_payload != null ? (
                  <Code label={t("detail.payload")} text={JSON.stringify(found.task_payload, null, 2)} />
                ) : (
                  <Button size="sm" isBusy={withPayload && operation.isFetching} onClick={() => setWithPayload(true)}>
                    {t(withPayload && !operation.isFetching ? "detail.noPayload" : "detail.showPayload")}
                  </Button>
                )}
              </section>
            </div>
          )
        }
      </Loaded>
    </Sheet>
  );
}

function About({ operation }: { readonly operation: api.OperationStatusResponse }) {
  const { t } = useTranslation("operations");
  const nameOf = useOperationName();
  const type = operation.operation_type ?? operation.task_type ?? "";
  return (
    <Facts>
      <Fact name={t("columns.id")}>
        <CopyableId id={operation.operation_id} />
      </Fact>
      <Fact name={t("columns.type")}>{nameOf(type)}</Fact>
      <Fact name={t("columns.status")}>
        <StatusBadge status={operation.status} />
      </Fact>
      {operation.status === "processing" && (
        <Fact name={t("columns.progress")}>
          <OperationProgress progress={operation.progress} label={type} />
        </Fact>
      )}
      {operation.details != null && <Fact name={t("detail.outcome")}>{operation.details.outcome.replaceAll("_", " ")}</Fact>}
      <Fact name={t("columns.created")}>
        <When at={operation.created_at} />
      </Fact>
      <Fact name={t("detail.updated")}>
        <When at={operation.updated_at} />
      </Fact>
      {operation.completed_at != null && (
        <Fact name={t("detail.completed")}>
          <When at={operation.completed_at} />
        </Fact>
      )}
      {(operation.retry_count ?? 0) > 0 && <Fact name={t("detail.retries")}>{operation.retry_count}</Fact>}
      {operation.next_retry_at != null && (
        <Fact name={t("detail.nextTry")}>
          <When at={operation.next_retry_at} />
        </Fact>
      )}
    </Facts>
  );
}

function Children({ parts, onOpen }: { readonly parts: readonly api.ChildOperationStatus[]; readonly onOpen: (id: string) => void }) {
  const { t } = useTranslation("operations");
  return (
    <section>
      <h3 className="mb-1 font-semibold">{t("detail.parts", { count: parts.length })}</h3>
      <ul className="flex flex-col divide-y divide-line rounded-lg border">
        {parts.map(({ operation_id, status, items_count, error_message }) => (
          <li key={operation_id} className="flex flex-wrap items-center gap-2 px-3 py-1.5">
            <button type="button" className="font-mono text-xs underline" onClick={() => onOpen(operation_id)}>
              {operation_id}
            </button>
            <StatusBadge status={status} />
            {items_count != null && <span className="text-xs text-ink-faint">{t("items", { count: items_count })}</span>}
            {error_message != null && <span className="text-xs text-danger">{error_message}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
