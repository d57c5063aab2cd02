// A form for a text that writes itself: the page of the tree or the mental model, new or changed.
// In: what it is now, and how it is kept. Out: name, question, length, tags; the options behind a line of their own.

import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Field, TextArea, TextInput } from "../../kit/field";
import { ErrorNote } from "../../kit/states";
import { TagInput } from "../../kit/tag-input";
import { bodyOf, draftOf, flawsOf, type TriggerBody, type TriggerDraft } from "./trigger";
import { TriggerFields } from "./trigger-fields";

export interface TextFields {
  readonly name: string;
  readonly source_query: string;
  readonly tags: string[];
  readonly max_tokens: number;
  /** Absent while the options were not touched: then the bank's presets hold. */
  readonly trigger?: TriggerBody;
}

export interface TextFormProps {
  readonly title: string;
  readonly isNew: boolean;
  readonly initial: Pick<TextFields, "name" | "source_query" | "tags" | "max_tokens">;
  readonly trigger: Parameters<typeof draftOf>[0];
  readonly onClose: () => void;
  readonly onSave: (fields: TextFields) => void;
  readonly isBusy: boolean;
  readonly error: unknown;
  /** A field of its own, such as the folder or the id. */
  readonly children?: ReactNode;
}

const MIN_TOKENS = 256;
const MAX_TOKENS = 8192;

export function TextForm({ title, isNew, initial, trigger, onClose, onSave, isBusy, error, children }: TextFormProps) {
  const { t } = useTranslation("knowledge");
  const { t: shell } = useTranslation("shell");
  const formId = useId();
  const [name, setName] = useState(initial.name);
  const [question, setQuestion] = useState(initial.source_query);
  const [tags, setTags] = useState<readonly string[]>(initial.tags);
  const [tokens, setTokens] = useState(String(initial.max_tokens));
  const [draft, setDraft] = useState<TriggerDraft>(() => draftOf(trigger));
  const [isTouched, setTouched] = useState(false);
  const flaws = flawsOf(draft);
  const isFlawed = Object.keys(flaws).length > 0;
  const length = Number(tokens);
  const isLength = Number.isInteger(length) && length >= MIN_TOKENS && length <= MAX_TOKENS;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isFlawed || !isLength || isBusy) return;
    const fields = { name: name.trim(), source_query: question.trim(), tags: [...tags], max_tokens: length };
    onSave(isTouched ? { ...fields, trigger: bodyOf(draft) } : fields);
  };
  return (
    <Dialog
      isOpen
      size="lg"
      onClose={onClose}
      title={title}
      footer={
        <>
          {isFlawed && (
            <p role="alert" className="mr-auto self-center text-sm text-danger">
              {t("trigger.wrong")}
            </p>
          )}
          <Button onClick={onClose}>{shell("cancel")}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            isBusy={isBusy}
            disabled={name.trim() === "" || question.trim() === "" || isFlawed || !isLength}
          >
            {shell(isNew ? "create" : "save")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t("name")}>
          {(id) => <TextInput id={id} value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field label={t("question")} hint={t("questionHint")}>
          {(id) => <TextArea id={id} rows={3} value={question} onChange={(event) => setQuestion(event.target.value)} />}
        </Field>
        {children}
        <Field label={t("tags")} hint={t("tagsHint")}>
          {(id) => <TagInput id={id} label={t("tags")} values={tags} onChange={setTags} />}
        </Field>
        <Field label={t("maxTokens")} hint={`${MIN_TOKENS}–${MAX_TOKENS}`}>
          {(id) => (
            <TextInput
              id={id}
              type="number"
              min={MIN_TOKENS}
              max={MAX_TOKENS}
              value={tokens}
              aria-invalid={!isLength}
              onChange={(event) => setTokens(event.target.value)}
            />
          )}
        </Field>
        <details className="rounded-lg border px-3 py-2">
          <summary className="text-sm font-medium">{t("parts.options")}</summary>
          <div className="pt-3">
            <TriggerFields
              draft={draft}
              flaws={flaws}
              onChange={(next) => {
                setTouched(true);
                setDraft(next);
              }}
            />
          </div>
        </details>
        {error !== null && <ErrorNote error={error} />}
      </form>
    </Dialog>
  );
}
