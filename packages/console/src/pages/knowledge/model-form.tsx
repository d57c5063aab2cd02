// A mental model, new or changed.
// In: a bank, or the model. Out: the form, and the model kept.

import { sdk } from "@hindsight-memory/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { invalidateBank } from "../../api/queries";
import { Field, TextInput } from "../../kit/field";
import { useToast } from "../../kit/toast";
import type { Model } from "./queries";
import { useMarkRefreshing } from "./refreshing";
import { type TextFields, TextForm } from "./text-form";

/** As the API has it where nothing else is said. */
const MODEL_TOKENS = 2048;

export interface AddModelProps {
  readonly bank: string;
  readonly onClose: () => void;
  readonly onDone: (id: string) => void;
}

export function AddModel({ bank, onClose, onDone }: AddModelProps) {
  const { t } = useTranslation("knowledge");
  const queries = useQueryClient();
  const toast = useToast();
  const mark = useMarkRefreshing(bank);
  const [id, setId] = useState("");
  const add = useMutation({
    mutationFn: (fields: TextFields) =>
      read(sdk.createMentalModel({ ...on(bank), body: { ...fields, ...(id.trim() === "" ? {} : { id: id.trim() }) } })),
    onSuccess: ({ mental_model_id }, { name }) => {
      toast({ title: t("created", { name }) });
      if (mental_model_id == null) return onClose();
      mark(mental_model_id);
      onDone(mental_model_id);
    },
    onSettled: () => invalidateBank(queries, bank),
  });
  return (
    <TextForm
      title={t("models.new")}
      isNew
      initial={{ name: "", source_query: "", tags: [], max_tokens: MODEL_TOKENS }}
      trigger={null}
      onClose={onClose}
      onSave={(fields) => add.mutate(fields)}
      isBusy={add.isPending}
      error={add.error}
    >
      <Field label={t("models.id")} hint={t("models.idHint")}>
        {(field) => (
          <TextInput id={field} className="font-mono" value={id} autoComplete="off" onChange={(event) => setId(event.target.value)} />
        )}
      </Field>
    </TextForm>
  );
}

export function EditModel({ bank, model, onClose }: { readonly bank: string; readonly model: Model; readonly onClose: () => void }) {
  const { t } = useTranslation("knowledge");
  const queries = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: (fields: TextFields) => read(sdk.updateMentalModel({ ...on(bank, { mental_model_id: model.id }), body: fields })),
    onSuccess: ({ name }) => {
      toast({ title: t("saved", { name }) });
      onClose();
    },
    onSettled: () => invalidateBank(queries, bank),
  });
  return (
    <TextForm
      title={t("models.edit")}
      isNew={false}
      initial={{
        name: model.name,
        source_query: model.source_query ?? "",
        tags: model.tags ?? [],
        max_tokens: model.max_tokens ?? MODEL_TOKENS,
      }}
      trigger={model.trigger}
      onClose={onClose}
      onSave={(fields) => save.mutate(fields)}
      isBusy={save.isPending}
      error={save.error}
    />
  );
}
