// The filters of the page: part of an id or of a text, and tags; they stand in the address.
// In: the state in the address. Out: fields that change it.

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { tagsQuery } from "../../api/queries";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { Field, Select } from "../../kit/field";
import { SearchField } from "../../kit/search-field";
import { TagInput } from "../../kit/tag-input";
import { TAG_MATCHES } from "./search";
import type { PageState } from "./use-search";

export function Filters({ search, go, set }: PageState) {
  const { t } = useTranslation("documents");
  const bank = useBank();
  const known = useQuery(tagsQuery(bank));
  return (
    <search className="flex flex-wrap items-end gap-3">
      <SearchField label={t("filters.words")} className="w-full sm:w-80" value={search.q} onChange={(q) => set({ q, offset: undefined })} />
      <Field label={t("tags")} className="w-full sm:w-72">
        {(id) => (
          <TagInput
            id={id}
            label={t("tags")}
            values={search.tags ?? []}
            suggestions={known.data?.items.map(({ tag }) => tag) ?? []}
            onChange={(tags) => go({ tags: tags.length === 0 ? undefined : tags, offset: undefined })}
          />
        )}
      </Field>
      {search.tags !== undefined && (
        <Field label={t("filters.match")}>
          {(id) => (
            <Select
              id={id}
              value={search.match ?? "any_strict"}
              choices={TAG_MATCHES.map((value) => ({ value, label: t(`filters.matches.${value}`) }))}
              onChange={(match) => go({ match: match === "any_strict" ? undefined : match, offset: undefined })}
            />
          )}
        </Field>
      )}
      {(search.q ?? search.tags) !== undefined && (
        <Button variant="ghost" icon={X} onClick={() => go({ q: undefined, tags: undefined, match: undefined, offset: undefined })}>
          {t("filters.clear")}
        </Button>
      )}
    </search>
  );
}
