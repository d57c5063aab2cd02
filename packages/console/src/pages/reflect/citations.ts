// What an answer stands on, numbered, and its text with a link for each number.
// In: the reply of a reflection. Out: Markdown with links `#source-<number>`, and the sources in the order of their numbers.

import type { api } from "@hindsight-memory/client";

export type Source =
  | { readonly number: number; readonly kind: "memory"; readonly memory: api.ReflectFact }
  | { readonly number: number; readonly kind: "model"; readonly model: api.ReflectMentalModel };

export interface Cited {
  readonly markdown: string;
  readonly sources: readonly Source[];
  /** Numbers that the text names. */
  readonly named: ReadonlySet<number>;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** Ids in one pair of brackets, as a model cites: `[id]`, `(ids: id, id)`. */
const BRACKET = new RegExp(
  String.raw`[[(](?:(?:ids?|memory|memories|observation|source)s?[:\s]\s*)?${UUID.source}(?:[\s,;]+(?:and\s+)?${UUID.source})*[\])]`,
  "gi",
);
/** The last line of an answer without a language model: `Sources: [1] id, [2] id`. */
const SOURCES = /\n\nSources: ((?:\[\d+\] \S+(?:, )?)+)$/;

const link = (number: number): string => `[\\[${number}\\]](#source-${number})`;

/** The number in a link of the text; null for any other link. */
export function sourceOfLink(href: string): number | null {
  const [, number] = /^#source-(\d+)$/.exec(href) ?? [];
  return number === undefined ? null : Number(number);
}

export function citedOf({ text, based_on: basedOn, extractive }: api.ReflectResponse): Cited {
  const memories = basedOn?.memories ?? [];
  const models = basedOn?.mental_models ?? [];
  const known = new Set([...memories.map(({ id }) => id ?? ""), ...models.map(({ id }) => id)].map((id) => id.toLowerCase()));
  const list = extractive === true ? SOURCES.exec(text)?.[1] : undefined;
  const inOrder = (list === undefined ? (text.match(UUID) ?? []) : list.split(", ").map((each) => each.replace(/^\[\d+\] /, "")))
    .map((id) => id.toLowerCase())
    .filter((id) => known.has(id));
  const numbers = new Map([...new Set([...inOrder, ...known])].map((id, place) => [id, place + 1]));
  const sources = [
    ...models.map((model): Source => ({ number: numbers.get(model.id.toLowerCase()) ?? 0, kind: "model", model })),
    ...memories.map((memory): Source => ({ number: numbers.get((memory.id ?? "").toLowerCase()) ?? 0, kind: "memory", memory })),
  ].sort((one, other) => one.number - other.number);
  const links = (ids: readonly string[]): string => ids.map((id) => link(numbers.get(id.toLowerCase()) ?? 0)).join("");
  const isKnown = (id: string): boolean => known.has(id.toLowerCase());
  const markdown =
    list === undefined
      ? text
          .replace(BRACKET, (bracket) => {
            const ids = bracket.match(UUID) ?? [];
            return ids.every(isKnown) ? links(ids) : bracket;
          })
          .replace(UUID, (id) => (isKnown(id) ? links([id]) : id))
      : text
          .replace(SOURCES, "")
          .replace(/\[(\d+)\]$/gm, (all, number: string) => (Number(number) <= numbers.size ? link(Number(number)) : all));
  return { markdown, sources, named: new Set(inOrder.map((id) => numbers.get(id) ?? 0)) };
}
