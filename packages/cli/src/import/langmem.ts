// LangMem: the items of a LangGraph store.
// In: a list of items, or one under `items`, `memories` or `results`; rows of the Postgres store, whose `prefix` is the namespace with dots.
// Shapes: Item of langgraph (store/base), ExtractedMemory of langchain-ai/langmem: `value` is `{"kind", "content"}`, content a text or the schema's fields.

import { recordFormat } from "./format.js";
import { type Found, found, skipped } from "./found.js";
import { firstInstant, firstText, isObject, type JsonObject, metadata, objects, text, texts } from "./values.js";

const LISTS = ["items", "memories", "results"] as const;

export const langmem = recordFormat({
  name: "langmem",
  title: "LangMem store",
  takes: (record) => isItem(record) || LISTS.some((key) => objects(record[key]).some(isItem)),
  *read(record, at): Generator<Found> {
    const lists = LISTS.filter((key) => Array.isArray(record[key]));
    if (lists.length === 0) yield item(record, at);
    for (const key of lists) for (const [index, each] of objects(record[key]).entries()) yield item(each, `${at} ${key}[${index}]`);
  },
});

const isItem = (record: JsonObject): boolean =>
  ("namespace" in record || "prefix" in record) && text(record.key) !== null && "value" in record;

function item(record: JsonObject, at: string): Found {
  const key = text(record.key);
  if (key === null) return skipped(at, "no store item: it has no key");
  const namespace = Array.isArray(record.namespace)
    ? texts(record.namespace)
    : (firstText(record.namespace, record.prefix)?.split(".") ?? []);
  const value = isObject(record.value) ? record.value : { content: record.value };
  const content = contentOf(value);
  if (content === null) return skipped(at, "no text");
  const place = namespace.join("/");
  return found(
    "memory",
    at,
    {
      document_id: ["langmem", place, key].filter((part) => part !== "").join("/"),
      content,
      ...(place === "" ? {} : { tags: [`namespace:${place}`] }),
      metadata: metadata({ origin: "langmem", kind: value.kind }),
    },
    { first: firstInstant(record.created_at, record.updated_at), last: firstInstant(record.updated_at, record.created_at) },
  );
}

function contentOf(value: JsonObject): string | null {
  const inner = isObject(value.content) ? value.content : value;
  const triple = ["subject", "predicate", "object"].map((key) => text(inner[key]));
  if (triple.every((part) => part !== null)) {
    const context = text(inner.context);
    return triple.join(" ") + (context === null ? "" : ` (${context})`);
  }
  const said = firstText(inner.content, inner.text, inner.memory);
  if (said !== null) return said;
  const fields = Object.entries(inner).filter(([key, each]) => key !== "kind" && each !== null && each !== "");
  if (fields.length === 0) return null;
  // A list, since lines like "user: Ann" would be read as somebody speaking.
  const lines = fields.map(([key, each]) => `- ${key.replaceAll("_", " ")}: ${typeof each === "string" ? each : shown(each)}`);
  return [...(text(value.kind) === null ? [] : [`${value.kind}:`, ""]), ...lines].join("\n");
}

const shown = (value: unknown): string =>
  Array.isArray(value) ? value.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join(", ") : JSON.stringify(value);
