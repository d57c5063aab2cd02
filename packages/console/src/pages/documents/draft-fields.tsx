// The fields of a text to retain; what is seldom needed lies behind a heading.
// In: a draft. Out: fields that change it.

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { configQuery, tagsQuery } from "../../api/queries";
import { Field, Select, TextArea, TextInput } from "../../kit/field";
import { TagInput } from "../../kit/tag-input";
import { Checkbox, Switch } from "../../kit/toggle";
import { type Draft, MODES, SCOPES } from "./draft";

interface DraftFieldsProps {
  readonly bank: string;
  readonly draft: Draft;
  readonly isOfDocument: boolean;
  /** What is wrong with the metadata. */
  readonly flaw: string | null;
  readonly onChange: (changes: Partial<Draft>) => void;
}

export function DraftFields({ bank, draft, isOfDocument, flaw, onChange }: DraftFieldsProps) {
  const { t } = useTranslation("documents");
  const tags = useQuery(tagsQuery(bank));
  const config = useQuery(configQuery(bank));
  return (
    <>
      {config.data?.config.store_document_text === false && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">{t("notKept", { setting: "store_document_text" })}</p>
      )}
      <Field label={t("text.content")}>
        {(id) => (
          <TextArea id={id} rows={8} required value={draft.content} onChange={(event) => onChange({ content: event.target.value })} />
        )}
      </Field>
      <Field label={t("text.context")} hint={t("text.contextHint")}>
        {(id) => <TextInput id={id} value={draft.context} onChange={(event) => onChange({ context: event.target.value })} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("text.id")} hint={isOfDocument ? undefined : t("text.idHint")}>
          {(id) => (
            <TextInput
              id={id}
              value={draft.documentId}
              disabled={isOfDocument}
              autoComplete="off"
              onChange={(event) => onChange({ documentId: event.target.value })}
            />
          )}
        </Field>
        <div className="flex flex-col gap-1.5">
          <Field label={t("text.date")} hint={t("text.dateHint")}>
            {(id) => (
              <TextInput
                id={id}
                type="datetime-local"
                step={1}
                value={draft.date}
                disabled={draft.isUndated}
                onChange={(event) => onChange({ date: event.target.value })}
              />
            )}
          </Field>
          <Checkbox label={t("text.undated")} checked={draft.isUndated} onChange={(isUndated) => onChange({ isUndated })} />
        </div>
      </div>
      {!isOfDocument && draft.documentId.trim() !== "" && (
        <Field label={t("text.mode")}>
          {(id) => (
            <Select
              id={id}
              value={draft.mode}
              choices={MODES.map((value) => ({ value, label: t(`text.modes.${value}`) }))}
              onChange={(mode) => onChange({ mode })}
            />
          )}
        </Field>
      )}
      <Field label={t("tags")}>
        {(id) => (
          <TagInput
            id={id}
            label={t("tags")}
            values={draft.tags}
            suggestions={tags.data?.items.map(({ tag }) => tag) ?? []}
            onChange={(values) => onChange({ tags: values })}
          />
        )}
      </Field>
      <details className="rounded-lg border px-3 py-2">
        <summary className="cursor-pointer text-sm font-medium">{t("text.more")}</summary>
        <div className="flex flex-col gap-4 pt-3 pb-1">
          <MoreFields strategies={namesOf(config.data?.config.retain_strategies)} draft={draft} flaw={flaw} onChange={onChange} />
        </div>
      </details>
      {flaw !== null && (
        <p role="alert" className="text-sm text-danger">
          {flaw}
        </p>
      )}
      <Switch label={t("text.async")} hint={t("text.asyncHint")} checked={draft.isAsync} onChange={(isAsync) => onChange({ isAsync })} />
    </>
  );
}

const namesOf = (strategies: unknown): readonly string[] =>
  typeof strategies === "object" && strategies !== null ? Object.keys(strategies) : [];

interface MoreFieldsProps extends Pick<DraftFieldsProps, "draft" | "flaw" | "onChange"> {
  readonly strategies: readonly string[];
}

function MoreFields({ strategies, draft, flaw, onChange }: MoreFieldsProps) {
  const { t } = useTranslation("documents");
  const names = useId();
  return (
    <>
      <Field label={t("metadata")} hint={t("text.metadataHint")}>
        {(id) => (
          <TextArea
            id={id}
            rows={3}
            className="font-mono"
            aria-invalid={flaw !== null}
            value={draft.metadata}
            onChange={(event) => onChange({ metadata: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("text.entities")} hint={t("text.entitiesHint")}>
        {(id) => <TagInput id={id} label={t("text.entities")} values={draft.entities} onChange={(entities) => onChange({ entities })} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("text.strategy")} hint={t("text.strategyHint")}>
          {(id) => (
            <>
              <TextInput id={id} list={names} value={draft.strategy} onChange={(event) => onChange({ strategy: event.target.value })} />
              <datalist id={names}>
                {strategies.map((name) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label={t("scopes.label")}>
          {(id) => (
            <Select
              id={id}
              value={draft.scopes}
              choices={SCOPES.map((value) => ({ value, label: t(`scopes.${value}`) }))}
              onChange={(scopes) => onChange({ scopes })}
            />
          )}
        </Field>
      </div>
      {draft.scopes === "custom" && (
        <Field label={t("scopes.own")} hint={t("scopes.ownHint")}>
          {(id) => (
            <TextArea
              id={id}
              rows={3}
              className="font-mono"
              value={draft.ownScopes}
              onChange={(event) => onChange({ ownScopes: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}
