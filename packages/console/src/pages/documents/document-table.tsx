// The table of documents; on its first page, before them, what comes in now and what failed to.
// In: the filters in the address. Out: rows to open; a way to the first document where there is none.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FileText, Plus } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { bankKey } from "../../api/queries";
import { queries } from "../../app/query-client";
import { TagList } from "../../kit/badge";
import { Button } from "../../kit/button";
import { useFormat, When } from "../../kit/format";
import { Pager } from "../../kit/pager";
import { Empty, ErrorNote, Loaded } from "../../kit/states";
import { type Column, Table } from "../../kit/table";
import { isMoving } from "../operations/queries";
import { OperationProgress, StatusBadge } from "../operations/status";
import { documentsQuery, PAGE_SIZE, uploadsQuery } from "./queries";
import { UploadActions } from "./upload-actions";
import type { PageState } from "./use-search";

type Row =
  | { readonly upload: api.OperationResponse; readonly document?: undefined }
  | { readonly document: api.DocumentListItem; readonly upload?: undefined };

export function DocumentTable({ bank, search, go }: PageState & { readonly bank: string }) {
  const { t } = useTranslation("documents");
  const navigate = useNavigate();
  const documents = useQuery(documentsQuery(bank, search));
  const uploads = useUploads(bank);
  const isFiltered = (search.q ?? search.tags) !== undefined;
  const isFirst = !isFiltered && search.offset === undefined;
  const columns = useColumns(bank);
  return (
    <>
      {uploads.error !== null && <ErrorNote error={uploads.error} onRetry={() => void uploads.refetch()} />}
      <Loaded query={documents} lines={8}>
        {({ items, total }) => {
          const incoming = isFirst ? (uploads.data ?? []) : [];
          if (items.length === 0 && incoming.length === 0)
            return isFiltered ? (
              <Empty icon={FileText} title={t("noneFits")} />
            ) : (
              <Empty
                icon={FileText}
                title={t("none")}
                action={
                  <Button variant="primary" icon={Plus} onClick={() => go({ dialog: "text" })}>
                    {t("text.title")}
                  </Button>
                }
              >
                {t("noneLead")}
              </Empty>
            );
          const rows: readonly Row[] = [...incoming.map((upload) => ({ upload })), ...items.map((document) => ({ document }))];
          return (
            <>
              <Table
                label={t("title")}
                rows={rows}
                columns={columns}
                keyOf={({ upload, document }) => upload?.id ?? `document ${document?.id}`}
                isChosen={({ document }) => document !== undefined && document.id === search.open}
                onOpen={({ upload, document }) => {
                  if (document !== undefined) go({ open: document.id });
                  else void navigate({ to: "/banks/$bankId/operations", params: { bankId: bank }, search: { open: upload.id } });
                }}
              />
              <Pager
                offset={search.offset ?? 0}
                limit={PAGE_SIZE}
                total={total}
                onOffset={(offset) => go({ offset: offset === 0 ? undefined : offset })}
              />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** What comes in; the list of documents is asked again whenever something of it is through. */
function useUploads(bank: string) {
  const uploads = useQuery(uploadsQuery(bank));
  const moving = uploads.data
    ?.filter(({ status }) => isMoving(status))
    .map(({ id }) => id)
    .join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes in is the reason to ask again
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: bankKey(bank, "documents") });
  }, [bank, moving]);
  return uploads;
}

function useColumns(bank: string): readonly Column<Row>[] {
  const { t } = useTranslation("documents");
  const { number, compact } = useFormat();
  return [
    {
      id: "id",
      label: t("columns.document"),
      className: "max-w-96 min-w-44",
      cell: ({ upload, document }) => (
        <span className="flex flex-col">
          <span className="break-all">{document?.id ?? upload?.filename ?? upload?.document_id ?? t("uploading")}</span>
          {typeof document?.document_metadata?.file_name === "string" && (
            <span className="text-xs font-normal break-all text-ink-faint">{document.document_metadata.file_name}</span>
          )}
        </span>
      ),
    },
    {
      id: "tags",
      label: t("tags"),
      className: "min-w-64 max-w-96",
      cell: ({ upload, document }) => (upload === undefined ? <TagList tags={document.tags} /> : <UploadState upload={upload} />),
    },
    {
      id: "size",
      label: t("columns.size"),
      align: "right",
      className: "whitespace-nowrap",
      cell: ({ document }) =>
        document !== undefined && t("characters", { count: document.text_length ?? 0, shown: compact(document.text_length ?? 0) }),
    },
    {
      id: "memories",
      label: t("columns.memories"),
      align: "right",
      cell: ({ document }) => document !== undefined && number(document.memory_unit_count ?? 0),
    },
    {
      id: "updated",
      label: t("columns.updated"),
      cell: ({ upload, document }) =>
        upload?.status === "failed" ? (
          <UploadActions bank={bank} id={upload.id} />
        ) : (
          <When at={document?.updated_at ?? upload?.created_at} />
        ),
    },
  ];
}

function UploadState({ upload }: { readonly upload: api.OperationResponse }) {
  return (
    <span className="flex flex-col items-start gap-1">
      <StatusBadge status={upload.status} />
      {upload.status === "processing" && <OperationProgress progress={upload.progress} label={upload.filename ?? upload.task_type} />}
      {upload.error_message !== null && <span className="text-xs break-words text-danger">{upload.error_message}</span>}
    </span>
  );
}
