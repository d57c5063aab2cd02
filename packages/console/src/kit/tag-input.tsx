// A list of short texts to type: tags, entities, ids.
// In: the list. Out: the list changed; Enter or comma adds, Backspace takes the last away.

import { X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";

export interface TagInputProps {
  readonly id?: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly suggestions?: readonly string[];
  readonly placeholder?: string;
}

export function TagInput({ id, label, values, onChange, suggestions = [], placeholder }: TagInputProps) {
  const { t } = useTranslation("shell");
  const [text, setText] = useState("");
  const listId = useId();
  const add = (): void => {
    const value = text.trim();
    if (value !== "" && !values.includes(value)) onChange([...values, value]);
    setText("");
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return; // Enter ends a composed character first
    if (event.key === "Enter" || event.key === ",") {
      if (text.trim() === "") return;
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && text === "" && values.length > 0) onChange(values.slice(0, -1));
  };
  return (
    <span className="flex min-h-9 w-full min-w-0 flex-wrap items-center gap-1 rounded-md border border-line-strong/60 bg-surface px-1.5 py-1 text-sm focus-within:outline-2 focus-within:outline-accent">
      {values.map((value) => (
        <span
          key={value}
          className="inline-flex max-w-full items-center gap-1 rounded-full bg-accent-soft py-0.5 pr-1 pl-2 font-mono text-xs text-accent-ink"
        >
          <span className="truncate">{value}</span>
          <button type="button" aria-label={t("remove", { name: value })} onClick={() => onChange(values.filter((each) => each !== value))}>
            <X aria-hidden className="size-3" />
          </button>
        </span>
      ))}
      <input
        id={id}
        aria-label={id === undefined ? label : undefined}
        list={listId}
        value={text}
        placeholder={values.length === 0 ? placeholder : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        onBlur={add}
        className="h-6 min-w-24 grow bg-transparent px-1 outline-none"
      />
      <datalist id={listId}>
        {suggestions
          .filter((each) => !values.includes(each))
          .map((each) => (
            <option key={each} value={each} />
          ))}
      </datalist>
    </span>
  );
}
