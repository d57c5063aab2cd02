// The filters of the page: words, kind and state in a line, the others behind a button; all stand in the address.
// In: the state in the address. Out: fields that change it.

import { SlidersHorizontal, X } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/button";
import { Field, Select } from "../../kit/field";
import { SearchField } from "../../kit/search-field";
import { MoreFilters } from "./more-filters";
import { filterCount, KINDS, type MemoriesSearch, NO_FILTERS } from "./search";
import type { PageState } from "./use-search";

export function Filters({ search, go, set }: PageState) {
  const { t } = useTranslation("memories");
  const panel = useId();
  const further = filterCount({ ...search, q: undefined, kind: undefined, state: undefined });
  const [isWide, setWide] = useState(further > 0);
  const change = (changes: MemoriesSearch): void => go({ ...changes, bucket: undefined });
  return (
    <search className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <SearchField
          label={t("filters.words")}
          className="w-full grow sm:w-auto sm:max-w-md sm:min-w-56"
          value={search.q}
          onChange={(q) => set({ q, bucket: undefined })}
        />
        <Field label={t("filters.kind")}>
          {(id) => (
            <Select
              id={id}
              value={search.kind ?? ""}
              choices={[{ value: "", label: t("filters.any") }, ...KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))]}
              onChange={(value) => change({ kind: value === "" ? undefined : value })}
            />
          )}
        </Field>
        <Field label={t("filters.state")}>
          {(id) => (
            <Select
              id={id}
              value={search.state ?? "valid"}
              choices={[
                { value: "valid", label: t("filters.valid") },
                { value: "invalidated", label: t("filters.invalidated") },
              ]}
              onChange={(value) => change({ state: value === "invalidated" ? value : undefined })}
            />
          )}
        </Field>
        <Button icon={SlidersHorizontal} aria-expanded={isWide} aria-controls={panel} onClick={() => setWide(!isWide)}>
          {further === 0 ? t("filters.more") : t("filters.moreSet", { count: further })}
        </Button>
        {filterCount(search) > 0 && (
          <Button variant="ghost" icon={X} onClick={() => change(NO_FILTERS)}>
            {t("filters.clear")}
          </Button>
        )}
      </div>
      <div id={panel} hidden={!isWide}>
        {isWide && <MoreFilters search={search} onChange={change} />}
      </div>
    </search>
  );
}
