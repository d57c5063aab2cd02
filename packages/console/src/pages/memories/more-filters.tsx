// The filters that are asked for less often: tags, dates, consolidation, entity, document.
// In: the state in the address. Out: fields that change it.

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { tagsQuery } from "../../api/queries";
import { useBank } from "../../app/use-bank";
import { Field, Select, TextInput } from "../../kit/field";
import { TagInput } from "../../kit/tag-input";
import { DocumentPicker, EntityPicker } from "./pickers";
import { CONSOLIDATIONS, type MemoriesSearch, TAG_MATCHES, TIME_FIELDS } from "./search";

export interface MoreFiltersProps {
  readonly search: MemoriesSearch;
  readonly onChange: (changes: MemoriesSearch) => void;
}

export function MoreFilters({ search, onChange }: MoreFiltersProps) {
  const { t } = useTranslation("memories");
  const bank = useBank();
  const tags = useQuery(tagsQuery(bank));
  return (
    <div className="grid gap-3 rounded-lg border bg-surface p-4 sm:grid-cols-2 xl:grid-cols-4">
      <Field label={t("filters.tags")} className="sm:col-span-2 xl:col-span-1">
        {(id) => (
          <TagInput
            id={id}
            label={t("filters.tags")}
            values={search.tags ?? []}
            suggestions={(tags.data?.items ?? []).map(({ tag }) => tag)}
            onChange={(values) => onChange({ tags: values.length === 0 ? undefined : values })}
          />
        )}
      </Field>
      <Field label={t("filters.match")}>
        {(id) => (
          <Select
            id={id}
            value={search.match ?? "any_strict"}
            choices={TAG_MATCHES.map((value) => ({ value, label: t(`matches.${value}`) }))}
            onChange={(value) => onChange({ match: value === "any_strict" ? undefined : value })}
          />
        )}
      </Field>
      <EntityPicker value={search.entity} onChange={(entity) => onChange({ entity })} />
      <DocumentPicker value={search.document} onChange={(document) => onChange({ document })} />
      <Field label={t("filters.field")}>
        {(id) => (
          <Select
            id={id}
            value={search.field ?? "mentioned_at"}
            choices={TIME_FIELDS.map((value) => ({ value, label: t(`fields.${value}`) }))}
            onChange={(value) => onChange({ field: value === "mentioned_at" ? undefined : value, at: undefined })}
          />
        )}
      </Field>
      {(["from", "to"] as const).map((end) => (
        <Field key={end} label={t(`filters.${end}`)}>
          {(id) => (
            <TextInput
              id={id}
              type="date"
              value={search[end] ?? ""}
              onChange={(event) => onChange({ [end]: event.target.value === "" ? undefined : event.target.value, at: undefined })}
            />
          )}
        </Field>
      ))}
      <Field label={t("filters.consolidation")}>
        {(id) => (
          <Select
            id={id}
            value={search.consolidation ?? ""}
            choices={[
              { value: "", label: t("filters.any") },
              ...CONSOLIDATIONS.map((value) => ({ value, label: t(`consolidations.${value}`) })),
            ]}
            onChange={(value) => onChange({ consolidation: value === "" ? undefined : value })}
          />
        )}
      </Field>
    </div>
  );
}
