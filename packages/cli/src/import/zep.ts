// Zep and Graphiti: a graph as their APIs and models write it, and the messages of threads (sessions).
// In: an object with `episodes`, `nodes`, `edges` (or `facts`), `messages`; or a list of such records.
// Shapes: graphiti_core/{nodes,edges}.py of getzep/graphiti (EpisodicNode, EntityNode, EntityEdge), help.getzep.com (reading data from the graph).

import { conversation, type Turn } from "./conversation.js";
import { recordFormat } from "./format.js";
import { type Found, failed, found, skipped } from "./found.js";
import { firstInstant, firstText, instant, type JsonObject, metadata, objects, once, text, texts } from "./values.js";

const FACTS = ["edges", "facts", "relevant_facts"] as const;
const LISTS = ["episodes", "nodes", "messages", ...FACTS] as const;

export const zep = recordFormat({
  name: "zep",
  title: "Zep or Graphiti export",
  takes: (record) => isFact(record) || isNode(record) || isEpisode(record) || LISTS.some((key) => objects(record[key]).some(isOne)),
  *read(record, at, file): Generator<Found> {
    // A fact has `episodes` as well: the ids of those that tell it.
    if (!LISTS.some((key) => objects(record[key]).length > 0 || (Array.isArray(record[key]) && !isOne(record)))) {
      yield one(record, at, new Map());
      return;
    }
    const nodes = objects(record.nodes);
    const names = new Map(nodes.map((node) => [node.uuid, text(node.name) ?? ""]));
    for (const [index, each] of nodes.entries()) yield entity(each, `${at} nodes[${index}]`);
    for (const key of FACTS) for (const [index, each] of objects(record[key]).entries()) yield fact(each, `${at} ${key}[${index}]`, names);
    const threads = new Map<string, JsonObject[]>();
    const own = firstText(record.session_id, record.thread_id) ?? file.name.replace(/\.\w+$/, "");
    for (const key of ["episodes", "messages"] as const) {
      for (const [index, each] of objects(record[key]).entries()) {
        const thread = firstText(each.session_id, each.thread_id) ?? (key === "messages" ? own : null);
        if (thread !== null && roleOf(each) !== null) threads.set(thread, [...(threads.get(thread) ?? []), each]);
        else yield episode(each, `${at} ${key}[${index}]`);
      }
    }
    for (const [thread, messages] of threads) yield conversationOf(thread, messages, `${at} ${thread}`);
  },
});

const isFact = (record: JsonObject): boolean => text(record.fact) !== null && ("source_node_uuid" in record || "valid_at" in record);
const isNode = (record: JsonObject): boolean =>
  text(record.name) !== null && "summary" in record && ("labels" in record || "group_id" in record);
const isEpisode = (record: JsonObject): boolean =>
  text(record.content) !== null && ("source_description" in record || "entity_edges" in record);
const isOne = (record: JsonObject): boolean =>
  isFact(record) ||
  isNode(record) ||
  isEpisode(record) ||
  (text(record.uuid) !== null && text(record.content) !== null && roleOf(record) !== null);

function one(record: JsonObject, at: string, names: ReadonlyMap<unknown, string>): Found {
  if (isFact(record)) return fact(record, at, names);
  return isNode(record) ? entity(record, at) : episode(record, at);
}

/** A fact with the time in which it held: what is over must not be read as if it were so still. */
function fact(record: JsonObject, at: string, names: ReadonlyMap<unknown, string>): Found {
  const [id, said] = [text(record.uuid), text(record.fact)];
  if (id === null || said === null) return id === null ? failed(at, "a fact without an id (uuid)") : skipped(at, "no text");
  const [from, until] = [instant(record.valid_at), firstInstant(record.invalid_at, record.expired_at)];
  const ends = [
    firstText(record.source_node_name, names.get(record.source_node_uuid)),
    firstText(record.target_node_name, names.get(record.target_node_uuid)),
  ];
  return found(
    "fact",
    at,
    {
      document_id: `zep/fact/${id}`,
      content:
        until === null ? said : `${said} (This held ${from === null ? "" : `from ${from.slice(0, 10)} `}until ${until.slice(0, 10)}.)`,
      entities: once(ends.filter((name) => name !== null)).map((name) => ({ text: name })),
      metadata: metadata({
        origin: "zep",
        relation: record.name,
        valid_at: from,
        invalid_at: until,
        group_id: firstText(record.group_id, record.graph_id),
      }),
    },
    { first: firstInstant(from, record.reference_time, record.created_at), last: firstInstant(until, from, record.created_at) },
  );
}

function entity(record: JsonObject, at: string): Found {
  const [id, name, summary] = [text(record.uuid), text(record.name), text(record.summary)];
  if (id === null || name === null) return failed(at, "an entity without an id (uuid) or a name");
  if (summary === null) return skipped(at, "an entity without a summary: the facts name it");
  const label = texts(record.labels).find((each) => each !== "Entity" && each !== "Node");
  return found(
    "entity",
    at,
    {
      document_id: `zep/entity/${id}`,
      content: summary.includes(name) ? summary : `${name} — ${summary}`, // "Ann: …" would be Ann speaking
      entities: [{ text: name, ...(label === undefined ? {} : { type: label }) }],
      metadata: metadata({ origin: "zep", name, group_id: firstText(record.group_id, record.graph_id) }),
    },
    { first: instant(record.created_at) },
  );
}

function episode(record: JsonObject, at: string): Found {
  const [id, content] = [text(record.uuid), text(record.content)];
  if (content === null) return skipped(at, "no text");
  if (id === null) return failed(at, "an episode without an id (uuid)");
  const about = text(record.source_description);
  return found(
    "episode",
    at,
    {
      document_id: `zep/episode/${id}`,
      content,
      ...(about === null ? {} : { context: about }),
      metadata: metadata({
        origin: "zep",
        name: record.name,
        source: record.source,
        group_id: firstText(record.group_id, record.graph_id),
      }),
    },
    { first: firstInstant(record.valid_at, record.created_at) },
  );
}

/** Zep's `role` is a name in older versions, where `role_type` is the role, and the role in newer ones. */
function roleOf(message: JsonObject): Turn["role"] | null {
  const said = firstText(message.role_type, message.role)?.toLowerCase();
  return said === "user" || said === "human" ? "user" : said === "assistant" || said === "ai" ? "assistant" : null;
}

function conversationOf(thread: string, messages: readonly JsonObject[], at: string): Found {
  const turns = messages.flatMap((message): readonly Turn[] => {
    const [role, content] = [roleOf(message), text(message.content)];
    if (role === null || content === null) return [];
    const name = firstText(message.name, "role_type" in message ? message.role : null);
    const isRole = name !== null && /^(user|human|assistant|ai|system)$/i.test(name);
    return [{ role, content, timestamp: firstInstant(message.valid_at, message.created_at), name: isRole ? null : name }];
  });
  const ordered = turns.every(({ timestamp }) => timestamp !== null)
    ? turns.toSorted((a, b) => ((a.timestamp ?? "") < (b.timestamp ?? "") ? -1 : (a.timestamp ?? "") > (b.timestamp ?? "") ? 1 : 0))
    : turns;
  return conversation(ordered, { kind: "conversation", at, began: null, document_id: `zep/thread/${thread}`, metadata: { origin: "zep" } });
}
