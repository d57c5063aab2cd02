/** The reply of a consolidating model: its form, and how what is nearly of that form is read. */

import { z } from "zod";
import { isObject, listOf, spoken } from "./wire-values.js";

const Entry = z.looseObject({
  text: z.string(),
  source_fact_ids: z.array(z.string()),
  quotes: z.record(z.string(), z.string()),
  reason: z.string().nullable(),
});

export const Reply = z.looseObject({
  creates: z.array(Entry),
  updates: z.array(Entry.extend({ observation_id: z.string() })),
  deletes: z.array(z.looseObject({ observation_id: z.string(), reason: z.string().nullable() })),
});
export type Reply = z.infer<typeof Reply>;

const NOTES = {
  source_fact_ids: { type: "array", items: { type: "string" } },
  quotes: {
    type: "array",
    items: {
      type: "object",
      properties: { fact_id: { type: "string" }, quote: { type: "string" } },
      required: ["fact_id", "quote"],
      additionalProperties: false,
    },
  },
  reason: { type: "string" },
} as const;

/** The contract's wire shape, with quotes beside. `room` bounds new observations; null is no limit. */
export function replySchema(room: number | null): Readonly<Record<string, unknown>> {
  const text = { type: "string" };
  const entry = (properties: Readonly<Record<string, unknown>>) => ({
    type: "object",
    properties,
    required: Object.keys(properties).filter((name) => name !== "quotes"),
    additionalProperties: false,
  });
  return {
    type: "object",
    properties: {
      creates: { type: "array", items: entry({ text, ...NOTES }), ...(room === null ? {} : { maxItems: Math.max(0, room) }) },
      updates: { type: "array", items: entry({ observation_id: text, text, ...NOTES }) },
      deletes: { type: "array", items: entry({ observation_id: text, reason: text }) },
    },
    required: ["creates", "updates", "deletes"],
    additionalProperties: false,
  };
}

/**
 * Brings a reply into its form: lists that are missing are empty, one id is a list of one, entries that say nothing are left out. An object with none of
 * the three lists stays as it is, for the caller to refuse: silence must not pass for "nothing to do".
 */
export function normaliseReply(value: unknown): unknown {
  if (!isObject(value) || !["creates", "updates", "deletes"].some((name) => Object.hasOwn(value, name))) return value;
  const entries = (list: unknown) => listOf(list).filter(isObject);
  return {
    creates: entries(value.creates).flatMap(entryOf),
    updates: entries(value.updates).flatMap((entry) => {
      const id = spoken(entry.observation_id);
      return id === null ? [] : entryOf(entry).map((read) => ({ ...read, observation_id: id }));
    }),
    deletes: entries(value.deletes).flatMap((entry) => {
      const id = spoken(entry.observation_id);
      return id === null ? [] : [{ observation_id: id, reason: spoken(entry.reason) }];
    }),
  };
}

function entryOf(entry: Readonly<Record<string, unknown>>) {
  const text = spoken(entry.text);
  if (text === null) return [];
  const ids = listOf(entry.source_fact_ids).flatMap((id) => spoken(id) ?? []);
  return [{ text, source_fact_ids: ids, quotes: quotesOf(entry.quotes), reason: spoken(entry.reason) }];
}

/** Quotes by fact: as asked for, or as an object from id to words. */
function quotesOf(value: unknown): Readonly<Record<string, string>> {
  const pairs = isObject(value) && !Object.hasOwn(value, "fact_id") ? Object.entries(value) : listOf(value).filter(isObject).map(pairOf);
  return Object.fromEntries(
    pairs.flatMap(([id, words]) => {
      const [key, quote] = [spoken(id), spoken(words)];
      return key === null || quote === null ? [] : [[key, quote]];
    }),
  );
}

function pairOf(entry: Readonly<Record<string, unknown>>): readonly [unknown, unknown] {
  return [entry.fact_id, entry.quote];
}
