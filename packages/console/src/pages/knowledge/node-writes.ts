// What is done to nodes of the tree.
// In: a bank. Out: mutations that say a word when they are through; moving and renaming can be undone.

import { sdk } from "@hindsight-memory/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { invalidateBank } from "../../api/queries";
import { useErrorToast, useToast } from "../../kit/toast";
import type { Node } from "./queries";
import { useMarkRefreshing } from "./refreshing";
import type { TextFields } from "./text-form";

export interface NewPage {
  readonly parent: string | null;
  readonly fields: Omit<TextFields, "max_tokens" | "tags"> & Partial<TextFields>;
}

export function useAddPage(bank: string, onDone: (pageId: string) => void) {
  const { t } = useTranslation("knowledge");
  const queries = useQueryClient();
  const toast = useToast();
  const mark = useMarkRefreshing(bank);
  return useMutation({
    mutationFn: ({ parent, fields }: NewPage) => read(sdk.createKnowledgePage({ ...on(bank), body: { ...fields, parent_id: parent } })),
    onSuccess: (reply, { fields }) => {
      mark(reply.mental_model_id);
      toast({ title: t("created", { name: fields.name }) });
      onDone(reply.page_id);
    },
    onSettled: () => invalidateBank(queries, bank),
  });
}

export function useAddFolder(bank: string, onDone: () => void) {
  const { t } = useTranslation("knowledge");
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ parent, name }: { readonly parent: string | null; readonly name: string }) =>
      read(sdk.createKnowledgeFolder({ ...on(bank), body: { name, parent_id: parent } })),
    onSuccess: (_reply, { name }) => {
      toast({ title: t("created", { name }) });
      onDone();
    },
    onSettled: () => invalidateBank(queries, bank),
  });
}

export interface NodeChange {
  readonly node: Node;
  readonly changes: { readonly name: string } | { readonly parent_id: string | null } | TextFields;
}

const update = (bank: string, id: string, body: NodeChange["changes"]) =>
  read(sdk.updateKnowledgeNode({ ...on(bank, { node_id: id }), body }));

/** `onDone` closes the form; without one an error is a toast. */
export function useChangeNode(bank: string, onDone?: () => void) {
  const { t } = useTranslation("knowledge");
  const queries = useQueryClient();
  const toast = useToast();
  const onError = useErrorToast();
  return useMutation({
    mutationFn: ({ node, changes }: NodeChange) => update(bank, node.id, changes),
    onSuccess: (_reply, { node, changes }) => {
      const isMove = "parent_id" in changes;
      const before = isMove ? { parent_id: node.parent_id ?? null } : { name: node.name };
      const undo = (): void => {
        update(bank, node.id, before)
          .catch(onError)
          .finally(() => void invalidateBank(queries, bank));
      };
      const name = isMove ? node.name : changes.name;
      // A question that was changed queues a refresh at once; there is no way back from what that writes.
      toast({ title: t(isMove ? "pages.moved" : "saved", { name }), ...("source_query" in changes ? {} : { onUndo: undo }) });
      onDone?.();
    },
    ...(onDone === undefined ? { onError } : {}),
    onSettled: () => invalidateBank(queries, bank),
  });
}

export function useDeleteNode(bank: string, onDone: () => void) {
  const { t } = useTranslation("knowledge");
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ id }: Node) => read(sdk.deleteKnowledgeNode(on(bank, { node_id: id }))),
    onSuccess: (_reply, { name }) => {
      toast({ title: t("deleted", { name }) });
      onDone();
    },
    onSettled: () => invalidateBank(queries, bank),
  });
}
