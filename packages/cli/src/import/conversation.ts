// A conversation as one item: its turns as JSON messages, which the retain stage reads one by one, each with its speaker's role and its time.
// In: turns, and what is known about them. Out: a found item, or why there is none.

import { type Found, found, type Kind, type RetainItem, skipped } from "./found.js";

export interface Turn {
  readonly role: "user" | "assistant";
  readonly content: string;
  /** ISO 8601. */
  readonly timestamp: string | null;
  /** Who it is, where more than the role is known. */
  readonly name?: string | null;
}

interface About extends Omit<RetainItem, "content" | "timestamp"> {
  readonly kind: Kind;
  readonly at: string;
  /** When it began, for turns without times. */
  readonly began: string | null;
}

/**
 * The item has a timestamp only where no turn has one: each turn tells its own, and "yesterday" in the hundredth turn is not the day before the first.
 * One line for each message, so that a longer conversation differs from a shorter one at its end alone.
 */
export function conversation(turns: readonly Turn[], { kind, at, began, ...item }: About): Found {
  const kept = turns.filter(({ content }) => content.trim() !== "");
  if (kept.length === 0) return skipped(at, "no turn with a text");
  const lines = kept.map(({ role, name, content, timestamp }) =>
    JSON.stringify({ role, ...(name ? { name } : {}), content: content.trim(), ...(timestamp === null ? {} : { timestamp }) }),
  );
  const times = kept.map(({ timestamp }) => timestamp).filter((time) => time !== null);
  const content = `[\n${lines.join(",\n")}\n]`;
  if (times.length === 0) return found(kind, at, { content, ...item }, { first: began });
  const sorted = times.toSorted();
  return { what: "item", kind, at, item: { content, ...item }, first: sorted[0] ?? null, last: sorted.at(-1) ?? null };
}
