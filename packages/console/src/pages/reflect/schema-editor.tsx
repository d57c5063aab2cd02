// The editor of the structured output's schema: rows of fields, or the JSON itself.
// In: the schema in JSON. Out: it changed; absent where it has no field.

import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../../kit/button";
import { Field, Select, TextArea, TextInput } from "../../kit/field";
import { Checkbox, Segments } from "../../kit/toggle";
import { fieldsOf, NEW_FIELD, type SchemaField, schemaOf, TYPES } from "./schema";
import { jsonFlaw } from "./settings";

export interface SchemaEditorProps {
  readonly schema: string | undefined;
  readonly onChange: (schema: string | undefined) => void;
}

export function SchemaEditor({ schema, onChange }: SchemaEditorProps) {
  const { t } = useTranslation("reflect");
  const [isJson, setJson] = useState(() => fieldsOf(schema) === null);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-ink-soft">{t("schema.lead")}</p>
      <Segments
        label={t("schema.title")}
        value={isJson ? "json" : "form"}
        choices={[
          { value: "form", label: t("schema.form") },
          { value: "json", label: "JSON" },
        ]}
        onChange={(value) => setJson(value === "json")}
      />
      {isJson ? (
        <Field label="JSON" isLabelHidden error={jsonFlaw(schema)}>
          {(id) => (
            <TextArea
              id={id}
              rows={8}
              spellCheck={false}
              className="font-mono text-xs"
              value={schema ?? ""}
              placeholder='{"type": "object", "properties": {"city": {"type": "string"}}}'
              onChange={({ target }) => onChange(target.value.trim() === "" ? undefined : target.value)}
            />
          )}
        </Field>
      ) : (
        <Rows schema={schema} onChange={onChange} />
      )}
    </div>
  );
}

function Rows({ schema, onChange }: SchemaEditorProps) {
  const { t } = useTranslation("reflect");
  // A row without a name is no part of the schema yet, so the rows are kept beside it.
  const [rows, setRows] = useState(() => fieldsOf(schema));
  if (rows === null) return <p className="text-sm text-ink-soft">{t("schema.onlyJson")}</p>;
  const change = (next: readonly SchemaField[]): void => {
    setRows(next);
    onChange(schemaOf(next));
  };
  const set = (place: number, changes: Partial<SchemaField>): void =>
    change(rows.map((row, each) => (each === place ? { ...row, ...changes } : row)));
  return (
    <div className="flex flex-col gap-2">
      {rows.map(({ name, type, isRequired, description }, place) => {
        const number = place + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed, so the place is the row's name
          <div key={place} className="grid items-center gap-2 sm:grid-cols-[10rem_9rem_1fr_auto_auto]">
            <TextInput
              aria-label={t("schema.name", { number })}
              className="font-mono"
              value={name}
              onChange={({ target }) => set(place, { name: target.value })}
            />
            <Select
              aria-label={t("schema.type", { number })}
              value={type}
              choices={TYPES.map((value) => ({ value, label: t(`schema.types.${value}`) }))}
              onChange={(value) => set(place, { type: value })}
            />
            <TextInput
              aria-label={t("schema.description", { number })}
              placeholder={t("schema.describe")}
              value={description}
              onChange={({ target }) => set(place, { description: target.value })}
            />
            <Checkbox label={t("schema.required")} checked={isRequired} onChange={(isOn) => set(place, { isRequired: isOn })} />
            <IconButton
              icon={Trash2}
              size="sm"
              label={t("schema.remove", { number })}
              onClick={() => change(rows.filter((_, each) => each !== place))}
            />
          </div>
        );
      })}
      <span>
        <Button size="sm" icon={Plus} onClick={() => setRows([...rows, NEW_FIELD])}>
          {t("schema.add")}
        </Button>
      </span>
    </div>
  );
}
