// mem0: memories as `get_all`, an export of the platform, or a vector store of the open-source version has them.
// In: `{"results": [...], "relations": [...]}` (v1.1 and later), `{"memories": [...]}` or a bare list (before), store rows with a `payload`.
// Shapes: docs.mem0.ai (memory/get-memories, cookbooks/essentials/exporting-memories) and mem0/memory/main.py of mem0ai/mem0.

import { recordFormat } from "./format.js";
import { type Found, failed, found, skipped } from "./found.js";
import { firstInstant, firstText, idOf, isObject, type JsonObject, metadata, objects, once, text, texts } from "./values.js";

const LISTS = ["results", "memories"] as const;

export const mem0 = recordFormat({
  name: "mem0",
  title: "mem0 export",
  takes: (record) => isMemory(record) || LISTS.some((key) => objects(record[key]).some(isMemory)),
  *read(record, at): Generator<Found> {
    if (!LISTS.some((key) => Array.isArray(record[key]))) {
      yield memory(record, at);
      return;
    }
    for (const key of LISTS) for (const [index, each] of objects(record[key]).entries()) yield memory(each, `${at} ${key}[${index}]`);
    for (const [index, each] of objects(record.relations).entries()) yield relation(each, `${at} relations[${index}]`);
  },
});

function isMemory(record: JsonObject): boolean {
  if (isObject(record.payload)) return text(record.payload.data) !== null;
  return text(record.memory) !== null && !("namespace" in record);
}

function memory(record: JsonObject, at: string): Found {
  const { data, ...stored } = isObject(record.payload) ? record.payload : { data: undefined };
  const all: JsonObject = { ...stored, ...record };
  const content = firstText(all.memory, data);
  if (content === null) return skipped(at, "no text");
  const id = text(all.id) ?? (typeof all.id === "number" ? String(all.id) : null);
  if (id === null && text(all.hash) === null) return failed(at, "a memory without id and hash: it could not be replaced later");
  const created = firstInstant(all.created_at, all.updated_at);
  const own = isObject(all.metadata) ? all.metadata : {};
  const scopes = (["user_id", "agent_id", "app_id"] as const).flatMap((key) => {
    const scope = text(all[key]);
    return scope === null ? [] : [`${key.slice(0, -3)}:${scope}`];
  });
  return found(
    "memory",
    at,
    {
      document_id: `mem0/${id ?? all.hash}`,
      content,
      tags: once([...scopes, ...texts(all.categories)]),
      metadata: metadata({ ...own, origin: "mem0", run_id: all.run_id ?? all.session_id, expiration_date: all.expiration_date }),
    },
    { first: created, last: firstInstant(all.updated_at, created) },
  );
}

/** An edge of mem0's graph memory; it has no id of its own. */
function relation(record: JsonObject, at: string): Found {
  const [source, verb, target] = [
    text(record.source),
    firstText(record.relationship, record.relation),
    firstText(record.target, record.destination),
  ];
  if (source === null || verb === null || target === null) return skipped(at, "a relation without source, relationship or target");
  const content = `${source} ${verb.replaceAll("_", " ")} ${target}`;
  return found("fact", at, {
    document_id: `mem0/relation/${idOf(content)}`,
    content,
    entities: [{ text: source }, { text: target }],
    metadata: metadata({ origin: "mem0", relationship: verb }),
  });
}
