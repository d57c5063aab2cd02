// The settings of one side of the lab.
// In: settings. Out: settings changed; what is the preset is left out, so that the address and the snippets stay short.

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { tagsQuery } from "../../api/queries";
import { useBank } from "../../app/use-bank";
import { Field, Select, TextArea, TextInput } from "../../kit/field";
import { TagInput } from "../../kit/tag-input";
import { Switch } from "../../kit/toggle";
import { DepthFields } from "./depth-fields";
import { flawOf, MOST_RERANK_MS, minimumOf, type RecallSettings, SCORES, TAG_MATCHES, withMinimum, withoutAbsent } from "./settings";

export interface SettingsFormProps {
  readonly settings: RecallSettings;
  readonly onChange: (settings: RecallSettings) => void;
}

export function SettingsForm({ settings, onChange }: SettingsFormProps) {
  const { t } = useTranslation("recall");
  const bank = useBank();
  const tags = useQuery(tagsQuery(bank));
  const set = (changes: RecallSettings): void => onChange(withoutAbsent({ ...settings, ...changes }));
  const flaw = flawOf(settings);
  return (
    <div className="flex flex-col gap-3">
      <DepthFields
        depth={settings}
        presetBudget="mid"
        onChange={set}
        words={{
          kinds: t("form.kinds"),
          kind: (kind) => t(`kinds.${kind}`),
          budget: t("form.budget"),
          budgetOf: (budget) => t(`budgets.${budget}`),
          maxTokens: t("form.maxTokens"),
        }}
      />
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
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
      </div>
      <details>
        <summary className="text-sm font-medium text-ink-soft">{t("form.more")}</summary>
        <div className="mt-3 flex flex-col gap-3">
          <div className="grid gap-3 sm:grid-cols-3">
            {(["at", "from", "until"] as const).map((name) => (
              <Field key={name} label={t(`form.${name}`)}>
                {(id) => (
                  <TextInput
                    id={id}
                    type="datetime-local"
                    value={settings[name] ?? ""}
                    onChange={({ target }) => set({ [name]: target.value === "" ? undefined : target.value })}
                  />
                )}
              </Field>
            ))}
          </div>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {SCORES.map((score) => (
              <Field key={score} label={t(`form.min.${score}`)}>
                {(id) => (
                  <TextInput
                    id={id}
                    type="number"
                    step="any"
                    value={minimumOf(settings, score) ?? ""}
                    onChange={({ target }) =>
                      onChange(
                        withoutAbsent(withMinimum(settings, score, Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber)),
                      )
                    }
                  />
                )}
              </Field>
            ))}
          </div>
          <Field label={t("form.rerankMs")}>
            {(id) => (
              <TextInput
                id={id}
                type="number"
                min={0}
                max={MOST_RERANK_MS}
                value={settings.rerankMs ?? ""}
                onChange={({ target }) => set({ rerankMs: Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber })}
              />
            )}
          </Field>
          <Field label={t("form.tagGroups")} hint={t("form.tagGroupsHint")} error={flaw}>
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
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            {(["preferObservations", "entities", "chunks", "sources"] as const).map((name) => (
              <Switch
                key={name}
                label={t(`form.${name}`)}
                checked={settings[name] === true}
                onChange={(isOn) => set({ [name]: isOn ? true : undefined })}
              />
            ))}
          </div>
        </div>
      </details>
    </div>
  );
}
