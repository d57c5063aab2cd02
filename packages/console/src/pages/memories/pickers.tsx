// One entity or one document to filter by, found by a part of its name.
// In: its id. Out: a field that suggests while one types; what is chosen stands as a mark that can be taken away.

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { IconButton } from "../../kit/button";
import { Field, TextInput } from "../../kit/field";
import { documentIdsQuery, entityNamesQuery, entityQuery } from "./queries";

export interface PickerProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

export function EntityPicker({ value, onChange }: PickerProps) {
  const { t } = useTranslation("memories");
  const bank = useBank();
  const [typed, setTyped] = useState("");
  const found = useQuery({ ...entityNamesQuery(bank, typed), enabled: value === undefined });
  const chosen = useQuery({ ...entityQuery(bank, value ?? ""), enabled: value !== undefined });
  const items = found.data ?? [];
  const take = (name: string): void => {
    setTyped(name);
    const entity = items.find(({ canonical_name }) => canonical_name === name);
    if (entity === undefined) return;
    setTyped("");
    onChange(entity.id);
  };
  if (value !== undefined)
    return (
      <Chosen label={t("filters.entity")} onClear={() => onChange(undefined)}>
        {chosen.data?.canonical_name ?? value}
      </Chosen>
    );
  return (
    <Suggesting
      label={t("filters.entity")}
      typed={typed}
      choices={items.map(({ canonical_name }) => canonical_name)}
      onType={take}
      onEnter={() => items[0] !== undefined && typed !== "" && take(items[0].canonical_name)}
    />
  );
}

export function DocumentPicker({ value, onChange }: PickerProps) {
  const { t } = useTranslation("memories");
  const bank = useBank();
  const [typed, setTyped] = useState("");
  const found = useQuery({ ...documentIdsQuery(bank, typed), enabled: value === undefined });
  const ids = found.data ?? [];
  const take = (id: string): void => {
    setTyped(ids.includes(id) ? "" : id);
    if (ids.includes(id)) onChange(id);
  };
  if (value !== undefined)
    return (
      <Chosen label={t("filters.document")} onClear={() => onChange(undefined)}>
        {value}
      </Chosen>
    );
  return (
    <Suggesting
      label={t("filters.document")}
      typed={typed}
      choices={ids}
      onType={take}
      onEnter={() => {
        if (typed.trim() !== "") onChange(typed.trim());
        setTyped("");
      }}
    />
  );
}

function Chosen({ label, children, onClear }: { readonly label: string; readonly children: ReactNode; readonly onClear: () => void }) {
  const { t } = useTranslation("memories");
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="text-sm font-medium">{label}</span>
      <span className="flex h-9 min-w-0 items-center gap-1 rounded-md bg-accent-soft pr-1 pl-2.5 text-sm text-accent-ink">
        <span className="min-w-0 grow truncate">{children}</span>
        <IconButton icon={X} size="sm" label={t("filters.takeAway", { name: label })} onClick={onClear} />
      </span>
    </div>
  );
}

interface SuggestingProps {
  readonly label: string;
  readonly typed: string;
  readonly choices: readonly string[];
  readonly onType: (text: string) => void;
  readonly onEnter: () => void;
}

function Suggesting({ label, typed, choices, onType, onEnter }: SuggestingProps) {
  return (
    <Field label={label}>
      {(id) => (
        <>
          <TextInput
            id={id}
            list={`${id}-list`}
            autoComplete="off"
            value={typed}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.nativeEvent.isComposing) onEnter();
            }}
          />
          <datalist id={`${id}-list`}>
            {choices.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
