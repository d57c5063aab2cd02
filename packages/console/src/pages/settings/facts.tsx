// Names and what they are, in two columns.
// In: pairs; what is null is left out. Out: a list of terms.

import { Fragment, type ReactNode } from "react";

export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 text-sm">
      {facts.map(([name, value]) =>
        value == null ? null : (
          <Fragment key={name}>
            <dt className="text-ink-soft">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}
