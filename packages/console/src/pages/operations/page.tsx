// The operations of a bank: what waits, runs, is done or failed, and why.
// In: filters and the open operation in the address. Out: the queue in numbers, a list that follows the work, a sheet with one.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ListChecks } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { Field, Select } from "../../kit/field";
import { When } from "../../kit/format";
import { Page } from "../../kit/page";
import { Pager } from "../../kit/pager";
import { Empty, Loaded } from "../../kit/states";
import { type Column, Table } from "../../kit/table";
import { OperationDetail } from "./detail";
import { useOperationName } from "./names";
import { operationsQuery, PAGE_SIZE } from "./queries";
import { Queue } from "./queue";
import { type OperationsSearch, STATUSES } from "./search";
import { OperationProgress, StatusBadge } from "./status";

/** Types that the filter offers; any other can stand in the address. */
const TYPES = [
  "retain",
  "file_convert_retain",
  "consolidation",
  "refresh_mental_model",
  "export_bank",
  "import_bank",
  "clone_bank",
  "export_documents",
  "import_documents",
  "webhook_delivery",
] as const;

export function OperationsPage() {
  const { t } = useTranslation("operations");
  const nameOf = useOperationName();
  const bank = useBank();
  const search = useSearch({ from: "/inside/banks/$bankId/operations" });
  const navigate = useNavigate({ from: "/banks/$bankId/operations" });
  const go = (changes: OperationsSearch): void => void navigate({ search: { ...search, ...changes } });
  const { status, type, offset = 0, open } = search;
  const list = useQuery(operationsQuery(bank, { status, type, offset }));
  const isFiltered = status !== undefined || type !== undefined;
  return (
    <Page title={t("title")} lead={t("lead")}>
      <Queue bank={bank} />
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t("columns.status")}>
          {(id) => (
            <Select
              id={id}
              className="w-auto"
              value={status ?? ""}
              choices={[{ value: "", label: t("any") }, ...STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))]}
              onChange={(value) => go({ status: STATUSES.find((each) => each === value), offset: undefined })}
            />
          )}
        </Field>
        <Field label={t("columns.type")}>
          {(id) => (
            <Select
              id={id}
              className="w-auto"
              value={type ?? ""}
              choices={["", ...new Set([...TYPES, ...(type === undefined ? [] : [type])])].map((value) => ({
                value,
                label: value === "" ? t("any") : nameOf(value),
              }))}
              onChange={(value) => go({ type: value === "" ? undefined : value, offset: undefined })}
            />
          )}
        </Field>
        {isFiltered && (
          <Button variant="ghost" onClick={() => go({ status: undefined, type: undefined, offset: undefined })}>
            {t("clear")}
          </Button>
        )}
      </div>
      <Loaded query={list} lines={8}>
        {({ operations, total }) =>
          operations.length === 0 ? (
            <Empty icon={ListChecks} title={t(isFiltered ? "noneFits" : "none")}>
              {t("noneLead")}
            </Empty>
          ) : (
            <>
              <Operations operations={operations} onOpen={(id) => go({ open: id })} />
              <Pager offset={offset} limit={PAGE_SIZE} total={total} onOffset={(next) => go({ offset: next === 0 ? undefined : next })} />
            </>
          )
        }
      </Loaded>
      {open !== undefined && <OperationDetail id={open} onClose={() => go({ open: undefined })} onOpen={(id) => go({ open: id })} />}
    </Page>
  );
}

function Operations({
  operations,
  onOpen,
}: {
  readonly operations: readonly api.OperationResponse[];
  readonly onOpen: (id: string) => void;
}) {
  const { t } = useTranslation("operations");
  const nameOf = useOperationName();
  const columns: readonly Column<api.OperationResponse>[] = [
    { id: "type", label: t("columns.type"), cell: ({ task_type }) => nameOf(task_type) },
    {
      id: "status",
      label: t("columns.status"),
      cell: ({ status, progress, task_type }) => (
        <div className="flex flex-col items-start gap-1">
          <StatusBadge status={status} />
          {status === "processing" && <OperationProgress progress={progress} label={task_type} />}
        </div>
      ),
    },
    {
      id: "about",
      label: t("columns.about"),
      cell: ({ filename, document_id, items_count, error_message, next_retry_at }) => (
        <div className="flex max-w-2xl flex-col">
          <span className="break-words">{filename ?? document_id}</span>
          {items_count > 1 && <span className="text-xs text-ink-faint">{t("items", { count: items_count })}</span>}
          {error_message !== null && <span className="text-xs text-danger">{error_message}</span>}
          {next_retry_at != null && (
            <span className="text-xs text-ink-faint">
              {t("detail.nextTry")} <When at={next_retry_at} />
            </span>
          )}
        </div>
      ),
    },
    { id: "created", label: t("columns.created"), cell: ({ created_at }) => <When at={created_at} /> },
  ];
  return <Table label={t("title")} columns={columns} rows={operations} keyOf={({ id }) => id} onOpen={({ id }) => onOpen(id)} />;
}
