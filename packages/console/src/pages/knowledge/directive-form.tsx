// A directive, new or changed.
// In: the directive, or null for a new one. Out: a dialog with name, rule, priority, tags, and whether it holds.

import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Field, TextArea, TextInput } from "../../kit/field";
import { ErrorNote } from "../../kit/states";
import { TagInput } from "../../kit/tag-input";
import { Switch } from "../../kit/toggle";
import { type DirectiveFields, fieldsOf, useSaveDirective } from "./directive-writes";
import type { Directive } from "./queries";

export interface DirectiveFormProps {
  readonly bank: string;
  readonly directive: Directive | null;
  readonly onClose: () => void;
}

const EMPTY: DirectiveFields = { name: "", content: "", priority: 0, is_active: true, tags: [] };

export function DirectiveForm({ bank, directive, onClose }: DirectiveFormProps) {
  const { t } = useTranslation("knowledge");
  const { t: shell } = useTranslation("shell");
  const [fields, setFields] = useState(() => (directive === null ? EMPTY : fieldsOf(directive)));
  const [priority, setPriority] = useState(String(fields.priority));
  const save = useSaveDirective(bank, directive, onClose);
  const isReady = fields.name.trim() !== "" && fields.content.trim() !== "" && /^-?\d+$/.test(priority);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) save.mutate({ ...fields, name: fields.name.trim(), priority: Number(priority) });
  };
  return (
    <Dialog isOpen size="lg" onClose={onClose} title={t(directive === null ? "directives.new" : "directives.edit")}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t("name")}>
          {(id) => (
            <TextInput
              id={id}
              value={fields.name}
              autoComplete="off"
              onChange={(event) => setFields({ ...fields, name: event.target.value })}
            />
          )}
        </Field>
        <Field label={t("directives.content")}>
          {(id) => (
            <TextArea id={id} rows={4} value={fields.content} onChange={(event) => setFields({ ...fields, content: event.target.value })} />
          )}
        </Field>
        <Field label={t("directives.priority")} hint={t("directives.priorityHint")}>
          {(id) => <TextInput id={id} type="number" step={1} value={priority} onChange={(event) => setPriority(event.target.value)} />}
        </Field>
        <Field label={t("tags")} hint={t("directives.tagsHint")}>
          {(id) => (
            <TagInput id={id} label={t("tags")} values={fields.tags} onChange={(tags) => setFields({ ...fields, tags: [...tags] })} />
          )}
        </Field>
        <Switch label={t("directives.active")} checked={fields.is_active} onChange={(isOn) => setFields({ ...fields, is_active: isOn })} />
        {save.error !== null && <ErrorNote error={save.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{shell("cancel")}</Button>
          <Button type="submit" variant="primary" isBusy={save.isPending} disabled={!isReady}>
            {shell(directive === null ? "create" : "save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
