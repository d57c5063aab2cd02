// ChatGPT: conversations of a data export.
// In: conversations.json, or the zip with it (newer ones in parts, conversations-000.json …). Each conversation is a tree of messages; the branch that
// was shown last, from `current_node` up, is what is read. Shape: mitkury/chatgpt-export-parser and TomzxCode/llm-conversations-viewer (docs), compared.

import { conversation, type Turn } from "./conversation.js";
import { recordFormat } from "./format.js";
import { type Found, failed } from "./found.js";
import { firstText, instant, isObject, type JsonObject, list, metadata, text } from "./values.js";

export const chatgpt = recordFormat({
  name: "chatgpt",
  title: "ChatGPT data export",
  files: /(^|\/)conversations[^/]*\.json$/i,
  takes: (record) => isObject(record.mapping),
  *read(record, at): Generator<Found> {
    const id = firstText(record.conversation_id, record.id);
    if (id === null || !isObject(record.mapping)) {
      yield failed(at, id === null ? "a conversation without an id" : "a conversation without messages (mapping)");
      return;
    }
    const title = text(record.title);
    yield conversation(branch(record.mapping, text(record.current_node)).flatMap(turn), {
      kind: "conversation",
      at,
      began: instant(record.create_time),
      document_id: `chatgpt/${id}`,
      ...(title === null ? {} : { context: title }),
      metadata: metadata({ origin: "chatgpt", title, gizmo_id: record.gizmo_id }),
    });
  },
});

/** The messages from the first to the one that was shown last. Without it the newest branch is taken: at each fork the child that came last. */
function branch(mapping: JsonObject, current: string | null): readonly JsonObject[] {
  const nodeOf = (id: unknown): JsonObject | null => {
    const node = typeof id === "string" && Object.hasOwn(mapping, id) ? mapping[id] : null;
    return isObject(node) ? node : null;
  };
  const path: JsonObject[] = [];
  const seen = new Set<JsonObject>();
  const visit = (node: JsonObject): boolean => {
    if (seen.has(node)) return false; // a tree that bites its tail
    seen.add(node);
    if (isObject(node.message)) path.push(node.message);
    return true;
  };
  let node = nodeOf(current);
  if (node !== null) {
    while (node !== null && visit(node)) node = nodeOf(node.parent);
    return path.reverse();
  }
  node =
    Object.values(mapping)
      .filter(isObject)
      .find(({ parent }) => nodeOf(parent) === null) ?? null;
  while (node !== null && visit(node)) node = nodeOf(list(node.children).at(-1));
  return path;
}

function turn(message: JsonObject): readonly Turn[] {
  const role = isObject(message.author) ? message.author.role : null;
  const content = isObject(message.content) ? message.content : {};
  const about = isObject(message.metadata) ? message.metadata : {};
  if ((role !== "user" && role !== "assistant") || about.is_visually_hidden_from_conversation === true) return [];
  // What is said to a tool, and what a model thinks, is not said to anybody.
  if (typeof message.recipient === "string" && message.recipient !== "all") return [];
  if (content.content_type !== "text" && content.content_type !== "multimodal_text") return [];
  const said = list(content.parts)
    .map(partText)
    .filter((part) => part !== null);
  return said.length === 0 ? [] : [{ role, content: withoutMarks(said.join("\n")), timestamp: instant(message.create_time) }];
}

/** A text, or the transcript of something spoken; pictures and files have none. */
const partText = (part: unknown): string | null => (isObject(part) ? text(part.text) : text(part));

/** Citations are written for the program that shows them. */
const withoutMarks = (said: string): string =>
  said
    .replace(/\ue200[^\ue201]*\ue201/g, "")
    .replace(/【\d+[†:][^】]*】/g, "")
    .trim();
