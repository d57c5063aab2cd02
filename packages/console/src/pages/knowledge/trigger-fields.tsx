// The options of a text in a form.
// In: the draft and what is wrong with it. Out: fields, in groups: when, how, and what it looks at.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Field, Select, TextArea, TextInput } from "../../kit/field";
import { TagInput } from "../../kit/tag-input";
import { Checkbox, Segments, Switch } from "../../kit/toggle";
import { FACT_TYPES, type Flaws, MATCHES, type TriggerDraft, WHENS } from "./trigger";

export interface TriggerFieldsProps {
  readonly draft: TriggerDraft;
  readonly flaws: Flaws;
  readonly onChange: (draft: TriggerDraft) => void;
}

type TextName = "cron" | "fullCron" | "minInterval" | "recallTokens" | "chunkTokens" | "observationTokens";

export function TriggerFields({ draft, flaws, onChange }: TriggerFieldsProps) {
  const { t } = useTranslation("knowledge");
  const set = <Name extends keyof TriggerDraft>(name: Name, value: TriggerDraft[Name]) => onChange({ ...draft, [name]: value });
  const flawOf = useFlaw(flaws);
  const line = (name: TextName, hint?: string, inputMode: "numeric" | "text" = "numeric") => (
    <Field label={t(`trigger.${name}`)} error={flawOf(name)} {...(hint === undefined ? {} : { hint })}>
      {(id) => (
        <TextInput
          id={id}
          inputMode={inputMode}
          value={draft[name]}
          aria-invalid={flaws[name] !== undefined}
          onChange={(event) => set(name, event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <div className="flex flex-col gap-4">
      <Labelled name={t("trigger.when")}>
        <Segments
          label={t("trigger.when")}
          value={draft.when}
          choices={WHENS.map((value) => ({ value, label: t(`trigger.${value}`) }))}
          onChange={(when) => set("when", when)}
        />
      </Labelled>
      {draft.when === "schedule" && line("cron", t("trigger.cronHint"), "text")}
      <Labelled name={t("trigger.mode")}>
        <Segments
          label={t("trigger.mode")}
          value={draft.mode}
          choices={(["full", "delta"] as const).map((value) => ({ value, label: t(`trigger.${value}`) }))}
          onChange={(mode) => set("mode", mode)}
        />
      </Labelled>
      <div className="grid gap-4 sm:grid-cols-2">
        {line("fullCron", t("trigger.fullCronHint"), "text")}
        {line("minInterval")}
        <Field label={t("trigger.budget")}>
          {(id) => (
            <Select
              id={id}
              value={draft.budget}
              choices={[
                { value: "" as const, label: t("trigger.preset") },
                ...(["low", "mid", "high"] as const).map((value) => ({ value, label: t(`trigger.${value}`) })),
              ]}
              onChange={(budget) => set("budget", budget)}
            />
          )}
        </Field>
        <Field label={t("trigger.tagsMatch")}>
          {(id) => (
            <Select
              id={id}
              value={draft.tagsMatch}
              choices={[
                { value: "" as const, label: t("trigger.preset") },
                ...MATCHES.map((value) => ({ value, label: t(`match.${value}`) })),
              ]}
              onChange={(match) => set("tagsMatch", match)}
            />
          )}
        </Field>
      </div>
      <Labelled name={t("trigger.factTypes")} hint={t("trigger.factTypesHint")}>
        <span className="flex flex-wrap gap-x-5 gap-y-2">
          {FACT_TYPES.map((kind) => (
            <Checkbox
              key={kind}
              label={t(`sources.${kind}`)}
              checked={draft.factTypes.includes(kind)}
              onChange={(isOn) => set("factTypes", isOn ? [...draft.factTypes, kind] : draft.factTypes.filter((each) => each !== kind))}
            />
          ))}
        </span>
      </Labelled>
      <JsonField
        label={t("trigger.tagGroups")}
        hint={t("trigger.tagGroupsHint")}
        error={flawOf("tagGroups")}
        value={draft.tagGroups}
        onChange={(text) => set("tagGroups", text)}
      />
      <Switch label={t("trigger.excludeModels")} checked={draft.excludeModels} onChange={(isOn) => set("excludeModels", isOn)} />
      {!draft.excludeModels && (
        <Field label={t("trigger.excludeIds")}>
          {(id) => (
            <TagInput id={id} label={t("trigger.excludeIds")} values={draft.excludeIds} onChange={(ids) => set("excludeIds", ids)} />
          )}
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("trigger.chunks")}>
          {(id) => (
            <Select
              id={id}
              value={draft.chunks}
              choices={[
                { value: "" as const, label: t("trigger.preset") },
                { value: "yes" as const, label: t("trigger.yes") },
                { value: "no" as const, label: t("trigger.no") },
              ]}
              onChange={(chunks) => set("chunks", chunks)}
            />
          )}
        </Field>
        {line("recallTokens")}
        {line("chunkTokens")}
        {line("observationTokens")}
      </div>
      <JsonField
        label={t("trigger.schema")}
        hint={t("trigger.schemaHint")}
        error={flawOf("schema")}
        value={draft.schema}
        onChange={(text) => set("schema", text)}
      />
      <Switch label={t("trigger.keepTrace")} checked={draft.keepTrace} onChange={(isOn) => set("keepTrace", isOn)} />
    </div>
  );
}

function useFlaw(flaws: Flaws): (name: keyof TriggerDraft) => string | null {
  const { t } = useTranslation("knowledge");
  return (name) => {
    const flaw = flaws[name];
    if (flaw === undefined) return null;
    if (flaw.kind === "cron") return t("trigger.needsCron");
    return flaw.kind === "number" ? t("trigger.badNumber", { min: flaw.min }) : t("trigger.badJson", { reason: flaw.reason });
  };
}

function Labelled({ name, hint, children }: { readonly name: string; readonly hint?: string; readonly children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{name}</legend>
      <span>{children}</span>
      {hint !== undefined && <p className="text-xs text-ink-faint">{hint}</p>}
    </fieldset>
  );
}

interface JsonFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly error: string | null;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function JsonField({ label, hint, error, value, onChange }: JsonFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(id) => (
        <TextArea
          id={id}
          rows={3}
          spellCheck={false}
          className="font-mono text-xs"
          value={value}
          aria-invalid={error !== null}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
