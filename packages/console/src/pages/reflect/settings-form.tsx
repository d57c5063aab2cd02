// The settings of a reflection.
// In: settings. Out: settings changed; what is the preset is left out, so that the address stays short.

import { sdk } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { bankKey, tagsQuery } from "../../api/queries";
import { useBank } from "../../app/use-bank";
import { Field, Select, TextArea } from "../../kit/field";
import { TagInput } from "../../kit/tag-input";
import { Switch } from "../../kit/toggle";
import { DepthFields } from "../recall/depth-fields";
import { TAG_MATCHES, withoutAbsent } from "../recall/settings";
import { SchemaEditor } from "./schema-editor";
import { jsonFlaw, type ReflectSettings } from "./settings";

export interface SettingsFormProps {
  readonly settings: ReflectSettings;
  readonly onChange: (settings: ReflectSettings) => void;
}

export function SettingsForm({ settings, onChange }: SettingsFormProps) {
  const { t } = useTranslation("reflect");
  const set = (changes: ReflectSettings): void => onChange(withoutAbsent({ ...settings, ...changes }));
  const [isSchemaOpen] = useState(settings.schema !== undefined); // afterwards the browser keeps it
  return (
    <div className="flex flex-col gap-3">
      <DepthFields
        depth={settings}
        presetBudget="low"
        onChange={set}
        words={{
          kinds: t("form.kinds"),
          kind: (kind) => t(`kinds.${kind}`),
          budget: t("form.budget"),
          budgetOf: (budget) => t(`budgets.${budget}`),
          maxTokens: t("form.maxTokens"),
        }}
      />
      <details open={isSchemaOpen}>
        <summary className="text-sm font-medium text-ink-soft">{t("schema.title")}</summary>
        <div className="mt-3">
          <SchemaEditor schema={settings.schema} onChange={(schema) => set({ schema })} />
        </div>
      </details>
      <details>
        <summary className="text-sm font-medium text-ink-soft">{t("form.more")}</summary>
        <MoreSettings settings={settings} set={set} />
      </details>
    </div>
  );
}

function MoreSettings({ settings, set }: { readonly settings: ReflectSettings; readonly set: (changes: ReflectSettings) => void }) {
  const { t } = useTranslation("reflect");
  const bank = useBank();
  const tags = useQuery(tagsQuery(bank));
  const models = useQuery({
    queryKey: bankKey(bank, "reflect", "models"),
    queryFn: ({ signal }) => read(sdk.listMentalModels({ ...on(bank), signal })),
  });
  return (
    <div className="mt-3 grid gap-3 sm:grid-cols-2">
      <Field label={t("form.tags")}>
        {(id) => (
          <TagInput
            id={id}
            label={t("form.tags")}
            values={settings.tags ?? []}
            suggestions={tags.data?.items.map(({ tag }) => tag) ?? []}
            onChange={(values) => set({ tags: values.length === 0 ? undefined : values })}
          />
        )}
      </Field>
      <Field label={t("form.tagsMatch")}>
        {(id) => (
          <Select
            id={id}
            value={settings.tagsMatch ?? "any"}
            choices={TAG_MATCHES.map((value) => ({ value, label: t(`matches.${value}`) }))}
            onChange={(value) => set({ tagsMatch: value === "any" ? undefined : value })}
          />
        )}
      </Field>
      <Field label={t("form.tagGroups")} hint={t("form.tagGroupsHint")} error={jsonFlaw(settings.tagGroups)}>
        {(id) => (
          <TextArea
            id={id}
            rows={2}
            spellCheck={false}
            className="font-mono text-xs"
            placeholder='[{"tags": ["team:core"]}]'
            value={settings.tagGroups ?? ""}
            onChange={({ target }) => set({ tagGroups: target.value.trim() === "" ? undefined : target.value })}
          />
        )}
      </Field>
      <Field label={t("form.context")} hint={t("form.contextHint")}>
        {(id) => (
          <TextArea
            id={id}
            rows={2}
            value={settings.context ?? ""}
            onChange={({ target }) => set({ context: target.value === "" ? undefined : target.value })}
          />
        )}
      </Field>
      <Field label={t("form.withoutModels")} hint={t("form.withoutModelsHint")}>
        {(id) => (
          <TagInput
            id={id}
            label={t("form.withoutModels")}
            values={settings.withoutModels ?? []}
            suggestions={models.data?.items.map((model) => model.id) ?? []}
            onChange={(values) => set({ withoutModels: values.length === 0 ? undefined : values })}
          />
        )}
      </Field>
      <div className="flex flex-col justify-center gap-2">
        {(["noModels", "allDirectives"] as const).map((name) => (
          <Switch
            key={name}
            label={t(`form.${name}`)}
            checked={settings[name] === true}
            onChange={(isOn) => set({ [name]: isOn ? true : undefined })}
          />
        ))}
      </div>
    </div>
  );
}
