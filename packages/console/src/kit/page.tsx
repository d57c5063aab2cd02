// The frame of a page: title, what it is for, actions, content; and the cards on it.
// In: words and content. Out: a main region with one h1, as wide as reads well.

import clsx from "clsx";
import type { ReactNode } from "react";
import { useId } from "react";

export interface PageProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, lead, actions, children }: PageProps) {
  return (
    <div className="mx-auto flex w-full max-w-[1600px] min-w-0 flex-col gap-5 px-4 py-5 sm:px-6">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 grow">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {lead !== undefined && <p className="max-w-3xl text-sm text-ink-soft">{lead}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export interface CardProps {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

export function Card({ title, actions, children, className }: CardProps) {
  const id = useId();
  return (
    <section
      {...(title === undefined ? {} : { "aria-labelledby": id })}
      className={clsx("flex min-w-0 flex-col gap-3 rounded-xl border bg-surface p-4", className)}
    >
      {title !== undefined && (
        <header className="flex flex-wrap items-center gap-2">
          <h2 id={id} className="grow text-sm font-semibold">
            {title}
          </h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}

export interface StatProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly hint?: ReactNode;
}

/** One number with its name. */
export function Stat({ label, value, hint }: StatProps) {
  return (
    <div className="flex min-w-0 flex-col rounded-xl border bg-surface px-4 py-3">
      <span className="text-sm text-ink-soft first-letter:uppercase">{label}</span>
      <span className="text-2xl font-semibold tabular-nums">{value}</span>
      {hint !== undefined && <span className="text-xs text-ink-faint">{hint}</span>}
    </div>
  );
}
