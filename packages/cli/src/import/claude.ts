// Claude: conversations of a data export, what it remembered, and the texts of projects.
// In: conversations.json, memories.json, projects.json (or a file each), or the zip with them. A message's `content` has its blocks; `text` is all
// there is in older exports, and holds placeholders for tools in newer ones. Shape: public parsers (Sinity/polylogue and others), compared.

import { conversation, type Turn } from "./conversation.js";
import { recordFormat } from "./format.js";
import { type Found, failed, found, skipped } from "./found.js";
import { firstInstant, instant, isObject, type JsonObject, metadata, objects, text } from "./values.js";

export const claude = recordFormat({
  name: "claude",
  title: "Claude data export",
  files: /(^|\/)(conversations|memories|projects)([^/]*|\/[^/]*)\.jsonl?$/i,
  takes: (record) => Array.isArray(record.chat_messages) || isMemory(record),
  *read(record, at): Generator<Found> {
    if (isMemory(record)) return yield* memories(record, at);
    if (Array.isArray(record.docs)) return yield* project(record, at);
    const id = text(record.uuid);
    if (id === null || !Array.isArray(record.chat_messages)) {
      yield failed(at, id === null ? "a conversation without an id (uuid)" : "a conversation without messages (chat_messages)");
      return;
    }
    const title = text(record.name);
    yield conversation(branch(objects(record.chat_messages), text(record.current_leaf_message_uuid)).flatMap(turn), {
      kind: "conversation",
      at,
      began: firstInstant(record.created_at, record.updated_at),
      document_id: `claude/${id}`,
      ...(title === null ? {} : { context: title }),
      metadata: metadata({ origin: "claude", title }),
    });
  },
});

const isMemory = (record: JsonObject): boolean => "conversations_memory" in record || "project_memories" in record;

/** What it wrote down about its user: of all conversations, and of those of each project. */
function* memories(record: JsonObject, at: string): Generator<Found> {
  const account = text(record.account_uuid);
  const all = isObject(record.project_memories) ? Object.entries(record.project_memories) : [];
  const general = text(record.conversations_memory);
  if (general === null && all.length === 0) yield skipped(at, "no text");
  if (general !== null)
    yield found("memory", at, {
      document_id: account === null ? "claude/memory" : `claude/memory/${account}`,
      content: general,
      metadata: metadata({ origin: "claude" }),
    });
  for (const [id, memory] of all) {
    const content = text(memory);
    if (content === null) yield skipped(`${at} ${id}`, "no text");
    else
      yield found("memory", `${at} ${id}`, {
        document_id: `claude/memory/project/${id}`,
        content,
        metadata: metadata({ origin: "claude", project_id: id }),
      });
  }
}

function* project(record: JsonObject, at: string): Generator<Found> {
  const [id, name] = [text(record.uuid), text(record.name)];
  if (id === null) return yield failed(at, "a project without an id (uuid)");
  const about = metadata({ origin: "claude", project_id: id, project: name });
  const of = { ...(name === null ? {} : { context: name }), metadata: about };
  const description = text(record.description);
  if (record.is_starter_project === true) return yield skipped(at, "the project that every account begins with");
  if (description === null && objects(record.docs).length === 0) yield skipped(at, "a project without texts");
  const began = firstInstant(record.created_at, record.updated_at);
  if (description !== null) yield found("file", at, { document_id: `claude/project/${id}`, content: description, ...of }, { first: began });
  for (const [index, doc] of objects(record.docs).entries()) {
    const [content, file] = [text(doc.content), text(doc.filename)];
    const place = `${at} docs[${index}]`;
    const its = text(doc.uuid) ?? file;
    if (content === null) yield skipped(place, "no text");
    else if (its === null) yield failed(place, "a text without an id (uuid) or a name");
    else
      yield found(
        "file",
        place,
        { document_id: `claude/project/${id}/${its}`, content, ...of, metadata: { ...about, ...metadata({ file }) } },
        { first: firstInstant(doc.created_at, began) },
      );
  }
}

/** The messages of the branch that ends with the last one, where messages name their parents; else all of them. */
function branch(messages: readonly JsonObject[], leaf: string | null): readonly JsonObject[] {
  if (!messages.some(({ parent_message_uuid }) => text(parent_message_uuid) !== null)) return messages;
  const byId = new Map(messages.map((message) => [message.uuid, message]));
  const path = new Set<JsonObject>();
  let message = (leaf === null ? undefined : byId.get(leaf)) ?? messages.at(-1);
  while (message !== undefined && !path.has(message)) {
    path.add(message);
    message = byId.get(message.parent_message_uuid);
  }
  return [...path].reverse();
}

function turn(message: JsonObject): readonly Turn[] {
  const role = message.sender === "human" ? "user" : message.sender === "assistant" ? "assistant" : null;
  if (role === null) return [];
  const blocks = objects(message.content).filter(({ type }) => type === "text");
  const said = blocks.map((block) => text(block.text)).filter((each) => each !== null);
  // Blocks without a text: the message is a call of a tool, and `text` says that such a block cannot be shown.
  const content = said.length > 0 ? said.join("\n") : objects(message.content).length > 0 ? null : text(message.text);
  return content === null ? [] : [{ role, content, timestamp: instant(message.created_at) }];
}
