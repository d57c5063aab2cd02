// Words to filter a list by: what is typed is told at the next pause, so that a list is not asked for at each letter.
// In: the words of the address. Out: words, or undefined where there are none; what the address changes to is shown.

import { useEffect, useState } from "react";
import { Field, TextInput } from "./field";

/** How long nobody types before the words are told, in ms. */
const PAUSE_MS = 250;

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (words: string | undefined) => void;
  readonly className: string;
}

export function SearchField({ label, value = "", onChange, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === known) return;
    const timer = setTimeout(() => {
      setKnown(typed);
      onChange(typed === "" ? undefined : typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, known, onChange]);
  return (
    <Field label={label} className={className}>
      {(id) => <TextInput id={id} type="search" value={typed} onChange={(event) => setTyped(event.target.value)} />}
    </Field>
  );
}
