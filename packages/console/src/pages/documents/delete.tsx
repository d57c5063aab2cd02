// A document deleted: the question before, which says how much goes, and the report afterwards.
// In: a document; what the server says went. Out: a confirmation; a list of numbers.

import { type api, sdk } from "@hindsight-memory/client";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { Button } from "../../kit/button";
import { Confirm, Dialog } from "../../kit/dialog";
import { useFormat } from "../../kit/format";

export interface DeleteDocumentProps {
  readonly bank: string;
  readonly document: api.DocumentResponse;
  readonly onClose: () => void;
  readonly onDeleted: (reply: api.DeleteDocumentResponse) => void;
}

export function DeleteDocument({ bank, document, onClose, onDeleted }: DeleteDocumentProps) {
  const { t } = useTranslation("documents");
  const remove = useMutation({
    mutationFn: () => read(sdk.deleteDocument({ ...on(bank, { document_id: document.id }), query: { report: true } })),
    onSuccess(reply) {
      onDeleted(reply);
      void invalidateBank(queries, bank);
    },
  });
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t("delete.title")}
      action={t("delete.action")}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p className="font-mono text-xs break-all">{document.id}</p>
      <p>{t("delete.goes", { count: document.memory_unit_count })}</p>
      <p className="text-ink-soft">{t("delete.lead")}</p>
    </Confirm>
  );
}

const PARTS = ["memories", "observations", "entities", "links", "vectors", "requeued", "model_refreshes"] as const;

export function DeletedReport({ deleted, onClose }: { readonly deleted: api.DeleteDocumentResponse; readonly onClose: () => void }) {
  const { t } = useTranslation("documents");
  const { number } = useFormat();
  const { document_id, report, memory_units_deleted } = deleted;
  return (
    <Dialog isOpen onClose={onClose} title={t("delete.done")} footer={<Button onClick={onClose}>{t("done")}</Button>}>
      <div className="flex flex-col gap-3 text-sm">
        <p className="font-mono text-xs break-all">{document_id}</p>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
          {PARTS.map((part) => {
            const count = report?.[part] ?? (part === "memories" ? memory_units_deleted : undefined);
            return count === undefined ? null : (
              <div key={part} className="contents">
                <dt className="text-ink-soft">{t(`delete.report.${part}`)}</dt>
                <dd className="text-right tabular-nums">{number(count)}</dd>
              </div>
            );
          })}
        </dl>
      </div>
    </Dialog>
  );
}
