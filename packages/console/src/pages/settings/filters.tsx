// Filters that several tabs have: one of a few words, and two days.
// In: what is chosen. Out: fields; what is chosen goes into the address.

import { useTranslation } from "react-i18next";
import { Button } from "../../kit/button";
import { Field, Select, TextInput } from "../../kit/field";
import { Segments } from "../../kit/toggle";
import { useSettingsSearch } from "./queries";
import { PERIODS, PRESET_PERIOD, type SettingsSearch } from "./search";

export interface FilterProps {
  readonly label: string;
  readonly value: string;
  readonly values: readonly string[];
  readonly onChange: (value: string) => void;
}

export function Filter({ label, value, values, onChange }: FilterProps) {
  const { t } = useTranslation("settings");
  return (
    <Field label={label}>
      {(id) => (
        <Select
          id={id}
          className="w-auto"
          value={value}
          choices={[{ value: "", label: t("any") }, ...values.map((each) => ({ value: each, label: each }))]}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

export function DayFilters({ search, go }: { readonly search: SettingsSearch; readonly go: (changes: SettingsSearch) => void }) {
  const { t } = useTranslation("settings");
  const { action, transport, from, until, status, caller, trace, memory, document } = search;
  const isFiltered = [action, transport, from, until, status, caller, trace, memory, document].some((each) => each !== undefined);
  return (
    <>
      {(["from", "until"] as const).map((end) => (
        <Field key={end} label={t(`filters.${end}`)}>
          {(id) => (
            <TextInput
              id={id}
              type="date"
              value={search[end] ?? ""}
              onChange={(event) => go({ [end]: event.target.value === "" ? undefined : event.target.value, offset: undefined })}
            />
          )}
        </Field>
      ))}
      {isFiltered && (
        <Button
          variant="ghost"
          onClick={() =>
            go({
              action: undefined,
              transport: undefined,
              from: undefined,
              until: undefined,
              status: undefined,
              caller: undefined,
              trace: undefined,
              memory: undefined,
              document: undefined,
              offset: undefined,
            })
          }
        >
          {t("filters.clear")}
        </Button>
      )}
    </>
  );
}

/** The time that a chart is about. */
export function PeriodChoice() {
  const { t } = useTranslation("settings");
  const { search, go } = useSettingsSearch();
  return (
    <Segments
      label={t("periods.label")}
      value={search.period ?? PRESET_PERIOD}
      choices={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
      onChange={(value) => go({ period: value === PRESET_PERIOD ? undefined : value })}
    />
  );
}
