// Small marks: a state, a kind, a tag.
// In: a tone and words. Out: a badge whose meaning is in its words, not in its colour alone.

import clsx from "clsx";
import type { ReactNode } from "react";

export type Tone = "neutral" | "accent" | "good" | "warn" | "danger";

const TONES: Readonly<Record<Tone, string>> = {
  neutral: "bg-sunken text-ink-soft",
  accent: "bg-accent-soft text-accent-ink",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  danger: "bg-danger-soft text-danger",
};

export function Badge({
  tone = "neutral",
  children,
  className,
  title,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
  readonly className?: string;
  /** The words again where they may be cut short. */
  readonly title?: string;
}) {
  return (
    <span
      title={title}
      className={clsx(
        "inline-flex max-w-full items-center gap-1 truncate rounded-full px-2 py-0.5 text-xs font-medium",
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

export function TagList({ tags }: { readonly tags: readonly string[] | null | undefined }) {
  if (tags == null || tags.length === 0) return null;
  return (
    <span className="inline-flex max-w-full min-w-0 flex-wrap gap-1">
      {tags.map((tag) => (
        <Badge key={tag} title={tag} className="font-mono font-normal">
          {tag}
        </Badge>
      ))}
    </span>
  );
}
