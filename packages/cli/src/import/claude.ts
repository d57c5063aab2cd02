// Claude: conversations of a data export.
// In: conversations.json, or the zip with it. A message's `content` has its blocks; `text` is all there is in older exports, and holds
// placeholders for tools in newer ones. Shape: public parsers of it (Sinity/polylogue, ejm554/claude-convo-converter), compared.

import { conversation, type Turn } from "./conversation.js";
import { recordFormat } from "./format.js";
import { type Found, failed } from "./found.js";
import { firstInstant, instant, type JsonObject, metadata, objects, text } from "./values.js";

export const claude = recordFormat({
  name: "claude",
  title: "Claude data export",
  files: /(^|\/)conversations[^/]*\.jsonl?$/i,
  takes: (record) => Array.isArray(record.chat_messages),
  *read(record, at): Generator<Found> {
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
