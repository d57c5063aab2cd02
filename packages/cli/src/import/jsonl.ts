// JSON lines of one's own: each line is an item as `POST …/memories` takes it.
// In: `{"content": …, "document_id": …, "timestamp": …, "context": …, "metadata": …, "tags": …, "entities": …}` line by line.
// An item without a document id gets one from its content, so that importing it again adds nothing.

import type { Format, Look } from "./format.js";
import { type Found, failed, type RetainItem } from "./found.js";
import { isLines, jsonLines } from "./json-records.js";
import type { SourceFile } from "./source-file.js";
import { idOf, instant, isObject, type JsonObject, text } from "./values.js";

export const jsonl: Format = {
  name: "jsonl",
  title: "JSON lines of retain items",
  recognises: ({ source, records }: Look) =>
    source.files.some(({ name }) => isLines(name)) &&
    records.some((record) => isContent(record.content) && !("type" in record) && !("role" in record)),
  whyNot: ({ name }, source) => (source.shape === "file" || isLines(name) ? null : "no file of JSON lines"),
  async *read(file: SourceFile): AsyncGenerator<Found> {
    for await (const record of jsonLines(file)) {
      const at = `${file.name}:${record.line}`;
      yield "problem" in record ? failed(at, record.problem) : item(record.value, at);
    }
  },
};

const isContent = (value: unknown): boolean => text(value) !== null || (Array.isArray(value) && value.length > 0);

function item(record: JsonObject, at: string): Found {
  if (!isContent(record.content)) return failed(at, "it has no content");
  // An append would be added again by each import.
  if (record.update_mode === "append")
    return failed(at, 'update_mode "append" cannot be imported: an import replaces its documents. Leave it out');
  const problem = problemOf(record);
  if (problem !== null) return failed(at, problem);
  const id = text(record.document_id) ?? `jsonl/${idOf(JSON.stringify(record.content))}`;
  const time = instant(record.timestamp);
  return { what: "item", kind: "item", at, item: { ...(record as unknown as RetainItem), document_id: id }, first: time, last: time };
}

/** What a server refuses, told by a dry run as well; it looks closer at the rest. */
function problemOf({ timestamp, metadata, tags, entities }: JsonObject): string | null {
  const isMissing = (value: unknown): boolean => value === undefined || value === null;
  if (typeof timestamp === "string" && timestamp !== "unset" && !/^\s*\d{4}/.test(timestamp)) return "its timestamp is no ISO 8601 time";
  if (!isMissing(metadata) && !(isObject(metadata) && Object.values(metadata).every((value) => typeof value === "string")))
    return "its metadata is no object of texts";
  if (Array.isArray(tags) && !tags.every((tag) => typeof tag === "string")) return "its tags are no texts";
  const isEntity = (value: unknown): boolean => isObject(value) && typeof value.text === "string";
  if (!isMissing(entities) && !(Array.isArray(entities) && entities.every(isEntity)))
    return 'its entities are no list of objects with a "text"';
  return null;
}
