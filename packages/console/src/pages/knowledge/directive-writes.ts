// What is done to directives.
// In: a bank. Out: mutations that say a word when they are through, and can be undone.

import { sdk } from "@hindsight-memory/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { invalidateBank } from "../../api/queries";
import { useErrorToast, useToast } from "../../kit/toast";
import type { Directive } from "./queries";

export type DirectiveFields = Required<Pick<Directive, "name" | "content" | "priority" | "is_active" | "tags">>;

export const fieldsOf = ({ name, content, priority = 0, is_active = true, tags = [] }: Directive): DirectiveFields => ({
  name,
  content,
  priority,
  is_active,
  tags,
});

const create = (bank: string, fields: DirectiveFields) => read(sdk.createDirective({ ...on(bank), body: fields }));
const update = (bank: string, id: string, body: Partial<DirectiveFields>) =>
  read(sdk.updateDirective({ ...on(bank, { directive_id: id }), body }));

/** Takes something back in the background; what went wrong is a toast. */
function useUndo(bank: string): (take: () => Promise<unknown>) => () => void {
  const queries = useQueryClient();
  const onError = useErrorToast();
  return (take) => () => {
    take()
      .catch(onError)
      .finally(() => void invalidateBank(queries, bank));
  };
}

/** `directive` null is a new one. */
export function useSaveDirective(bank: string, directive: Directive | null, onDone: () => void) {
  const { t } = useTranslation("knowledge");
  const queries = useQueryClient();
  const toast = useToast();
  const undo = useUndo(bank);
  return useMutation({
    mutationFn: (fields: DirectiveFields) => (directive === null ? create(bank, fields) : update(bank, directive.id, fields)),
    onSuccess: ({ name }) => {
      if (directive === null) toast({ title: t("created", { name }) });
      else toast({ title: t("saved", { name }), onUndo: undo(() => update(bank, directive.id, fieldsOf(directive))) });
      onDone();
    },
    onSettled: () => invalidateBank(queries, bank),
  });
}

export function useSwitchDirective(bank: string) {
  const { t } = useTranslation("knowledge");
  const queries = useQueryClient();
  const toast = useToast();
  const onError = useErrorToast();
  const undo = useUndo(bank);
  return useMutation({
    mutationFn: ({ directive, isOn }: { readonly directive: Directive; readonly isOn: boolean }) =>
      update(bank, directive.id, { is_active: isOn }),
    onSuccess: ({ id, name }, { isOn }) =>
      toast({ title: t(isOn ? "directives.on" : "directives.off", { name }), onUndo: undo(() => update(bank, id, { is_active: !isOn })) }),
    onError,
    onSettled: () => invalidateBank(queries, bank),
  });
}

/** Undone by making it anew: with another id, which nothing but an address names. */
export function useDeleteDirective(bank: string) {
  const { t } = useTranslation("knowledge");
  const queries = useQueryClient();
  const toast = useToast();
  const onError = useErrorToast();
  const undo = useUndo(bank);
  return useMutation({
    mutationFn: ({ id }: Directive) => read(sdk.deleteDirective(on(bank, { directive_id: id }))),
    onSuccess: (_reply, directive) =>
      toast({ title: t("deleted", { name: directive.name }), onUndo: undo(() => create(bank, fieldsOf(directive))) }),
    onError,
    onSettled: () => invalidateBank(queries, bank),
  });
}
