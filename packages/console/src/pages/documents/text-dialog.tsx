// A text to retain: a new document, one that is added to, or one whose text is changed.
// In: a draft to begin with; a document that is already there keeps its id. Out: the text retained, and its operation where it runs in the background.

import { type api, sdk } from "@hindsight-memory/client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { ErrorNote } from "../../kit/states";
import { useToast } from "../../kit/toast";
import { type Draft, EMPTY, itemOf, pairsOf } from "./draft";
import { DraftFields } from "./draft-fields";

export interface TextDialogProps {
  readonly bank: string;
  readonly title: string;
  readonly lead?: string;
  readonly draft?: Draft;
  /** The document that it is about, whose id cannot be changed here. */
  readonly isOfDocument?: boolean;
  readonly onClose: () => void;
  readonly onQueued?: (operationId: string) => void;
}

export function TextDialog({ bank, title, lead, draft: first = EMPTY, isOfDocument = false, onClose, onQueued }: TextDialogProps) {
  const { t } = useTranslation("documents");
  const form = useId();
  const toast = useToast();
  const [draft, setDraft] = useState(first);
  const metadata = pairsOf(draft.metadata);
  const retain = useMutation({
    mutationFn: (item: api.MemoryItem) => read(sdk.retainMemories({ ...on(bank), body: { items: [item], async: draft.isAsync } })),
    onSuccess(reply) {
      const held = [...(reply.violations ?? []), ...(reply.redactions ?? [])].length;
      toast({ title: t(reply.async ? "text.queued" : "text.retained"), ...(held === 0 ? {} : { detail: t("text.held") }) });
      if (reply.operation_id != null) onQueued?.(reply.operation_id);
      onClose();
    },
    onSettled: () => invalidateBank(queries, bank),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if ("pairs" in metadata) retain.mutate(itemOf(draft, metadata.pairs));
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title={title}
      {...(lead === undefined ? {} : { description: lead })}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            isBusy={retain.isPending}
            disabled={draft.content.trim() === "" || "flaw" in metadata}
          >
            {t("text.submit")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <DraftFields
          bank={bank}
          draft={draft}
          isOfDocument={isOfDocument}
          flaw={"flaw" in metadata ? t("text.metadataFlaw", { line: metadata.flaw }) : null}
          onChange={(changes) => setDraft((now) => ({ ...now, ...changes }))}
        />
        {retain.error !== null && <ErrorNote error={retain.error} />}
      </form>
    </Dialog>
  );
}
