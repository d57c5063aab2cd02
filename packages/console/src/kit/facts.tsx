// Names and what they are, in two columns, as in the sheet of one memory, document or operation.
// In: facts. Out: a list of terms, each name on the line of its value's first words.

import type { ReactNode } from "react";

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 text-sm">{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
