// A fact corrected by hand: its words, context, kind, dates and names.
// In: a fact. Out: a form that sends what is different, and a toast that takes it back.

import type { api } from "@hindsight-memory/client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { Field, Select, TextArea, TextInput } from "../../kit/field";
import { ErrorNote } from "../../kit/states";
import { TagInput } from "../../kit/tag-input";
import { useCurate } from "./curate";
import { changeOf, type Draft, draftOf } from "./edit";
import type { Memory } from "./queries";

const DATES = ["mentioned_at", "occurred_start", "occurred_end"] as const;

export function EditForm({ memory, onEnd }: { readonly memory: Memory; readonly onEnd: () => void }) {
  const { t } = useTranslation("memories");
  const shell = useTranslation("shell");
  const curate = useCurate(useBank());
  const before = draftOf(memory);
  const [draft, setDraft] = useState(before);
  const put = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  const change = changeOf(before, draft);
  const save = useMutation({
    mutationFn: (body: api.UpdateMemoryRequest) =>
      curate({ ids: [memory.id], change: body, back: () => changeOf(draft, before) ?? {}, said: () => t("edit.done") }),
    onSuccess: onEnd,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (change === null) onEnd();
    else save.mutate(change);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 text-sm">
      <p className="text-ink-soft">{t("edit.lead")}</p>
      <Field label={t("edit.text")} error={draft.text.trim() === "" ? t("edit.blank") : null}>
        {(id) => (
          <TextArea
            id={id}
            value={draft.text}
            aria-invalid={draft.text.trim() === ""}
            onChange={(event) => put({ text: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("detail.context")}>
        {(id) => <TextInput id={id} value={draft.context} onChange={(event) => put({ context: event.target.value })} />}
      </Field>
      <Field label={t("filters.kind")}>
        {(id) => (
          <Select
            id={id}
            value={draft.fact_type}
            choices={(["world", "experience"] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
            onChange={(fact_type) => put({ fact_type })}
          />
        )}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        {DATES.map((name) => (
          <Field key={name} label={t(`fields.${name}`)}>
            {(id) => (
              <TextInput id={id} type="datetime-local" value={draft[name]} onChange={(event) => put({ [name]: event.target.value })} />
            )}
          </Field>
        ))}
      </div>
      <p className="-mt-3 text-xs text-ink-faint">{t("edit.utc")}</p>
      <Field label={t("table.entities")}>
        {(id) => <TagInput id={id} label={t("table.entities")} values={draft.entities} onChange={(entities) => put({ entities })} />}
      </Field>
      {save.error !== null && <ErrorNote error={save.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onEnd}>{shell.t("cancel")}</Button>
        <Button type="submit" variant="primary" isBusy={save.isPending} disabled={draft.text.trim() === ""}>
          {shell.t("save")}
        </Button>
      </div>
    </form>
  );
}
