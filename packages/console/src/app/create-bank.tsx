// A new bank, with a template where one is pasted.
// In: an id and perhaps a template's JSON. Out: the bank, opened on its home.

import { type BankTemplateManifest, sdk } from "@hindsight-memory/client";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../api/client";
import { banksQuery } from "../api/queries";
import { Button } from "../kit/button";
import { Dialog } from "../kit/dialog";
import { Field, TextArea, TextInput } from "../kit/field";
import { ErrorNote } from "../kit/states";
import { useToast } from "../kit/toast";
import { queries } from "./query-client";

export function CreateBank({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation("shell");
  const [id, setId] = useState("");
  const [template, setTemplate] = useState("");
  const toast = useToast();
  const navigate = useNavigate();
  const flaw = flawOf(template);
  const create = useMutation({
    mutationFn: async () => {
      await read(sdk.createOrUpdateBank({ ...on(id), body: {} }));
      if (template.trim() !== "") await read(sdk.importBankTemplate({ ...on(id), body: JSON.parse(template) as BankTemplateManifest }));
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: banksQuery.queryKey });
      toast({ title: t("banks.created", { name: id }) });
      onClose();
      setId("");
      setTemplate("");
      await navigate({ to: "/banks/$bankId/home", params: { bankId: id } });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("banks.create")}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t("banks.id")} hint={t("banks.idHint")}>
          {(field) => (
            <TextInput id={field} value={id} required maxLength={255} autoComplete="off" onChange={(event) => setId(event.target.value)} />
          )}
        </Field>
        <Field
          label={t("banks.template")}
          hint={t("banks.templateHint")}
          error={flaw === null ? null : t("banks.templateInvalid", { reason: flaw })}
        >
          {(field) => (
            <TextArea
              id={field}
              rows={5}
              value={template}
              spellCheck={false}
              className="font-mono text-xs"
              onChange={(event) => setTemplate(event.target.value)}
            />
          )}
        </Field>
        {create.error !== null && <ErrorNote error={create.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" variant="primary" isBusy={create.isPending} disabled={id === "" || flaw !== null}>
            {t("create")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Why a text is no JSON; null where it is, or is empty. */
function flawOf(text: string): string | null {
  if (text.trim() === "") return null;
  try {
    JSON.parse(text);
    return null;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
