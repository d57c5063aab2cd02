import type { Moment, Role, Unit } from "../../memory.js";
import { momentOfValue } from "./moment.js";
import { roleOf } from "./speaker-label.js";
import { turnUnits } from "./turn-units.js";

export type JsonObject = Readonly<Record<string, unknown>>;

/** A message of a JSON conversation, whatever its source names the fields. */
export interface Message {
  readonly speaker: string | null;
  readonly role: Role | null;
  readonly text: string;
  readonly saidAt: Moment | null;
}

const TEXT_KEYS = ["content", "text", "message", "body", "utterance", "msg", "value", "parts"];
const SPEAKER_KEYS = ["name", "speaker", "author", "sender", "from", "username", "user", "participant", "sender_name"];
const ROLE_KEYS = ["role", "type", "from", "speaker", "author", "sender"];
const TIME_KEYS = ["timestamp", "created_at", "createdAt", "create_time", "sent_at", "datetime", "time", "date", "ts"];

/**
 * How a role without a name is shown. The same conversation as plain text (`User: …`) and as JSON then gives the same memories, and
 * the keyword and vector arms read who spoke in both.
 */
const ROLE_LABELS: Readonly<Record<Role, string>> = { user: "User", assistant: "Assistant", system: "System", tool: "Tool" };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads a message: it must have a text, and a speaker or a role. A message inside a record (`{"message": {…}, "timestamp": …}`) counts too. */
export function readMessage(record: JsonObject): Message | null {
  const inner = isObject(record.message) ? { ...record, ...record.message } : record;
  const text = TEXT_KEYS.map((key) => textOf(inner[key])).find((found) => found !== null) ?? null;
  if (text === null) return null;
  const role = roleFrom(inner);
  const speaker =
    SPEAKER_KEYS.map((key) => nameOf(inner[key])).find((name) => name !== null && (roleOf(name) === null || role === null)) ?? null;
  if (role === null && speaker === null) return null;
  const saidAt = TIME_KEYS.map((key) => momentOfValue(inner[key])).find((moment) => moment !== null) ?? null;
  return { speaker: speaker ?? null, role, text, saidAt };
}

function roleFrom(record: JsonObject): Role | null {
  for (const key of ROLE_KEYS) {
    const value = isObject(record[key]) ? record[key].role : record[key];
    const role = typeof value === "string" ? roleOf(value) : null;
    if (role !== null) return role;
  }
  return null;
}

function nameOf(value: unknown): string | null {
  const name = isObject(value) ? (value.name ?? value.display_name ?? value.username) : value;
  return typeof name === "string" && name.trim() !== "" && name.length <= 80 ? name.trim().replace(/\s+/gu, " ") : null;
}

/** The text of a content field: a string, or an array of parts whose texts are joined; calls and images of a model have none. */
function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (isObject(value)) return typeof value.text === "string" ? value.text : Array.isArray(value.parts) ? textOf(value.parts) : null;
  if (!Array.isArray(value)) return null;
  const texts = value.map((part) => (typeof part === "string" ? part : isObject(part) ? textOf(part.text ?? part.content) : null));
  const found = texts.filter((text) => text !== null && text.trim() !== "");
  return found.length > 0 ? found.join("\n") : null;
}

/** True when the records are a conversation: most of them are messages. The others are calls and records of the tool that wrote it. */
export function isConversation(records: readonly JsonObject[]): boolean {
  const messages = records.filter((record) => readMessage(record) !== null).length;
  return messages > 0 && messages * 2 > records.length;
}

export function messageUnits(message: Message, maxTokens: number): readonly Unit[] {
  const label = message.speaker ?? (message.role === null ? null : ROLE_LABELS[message.role]);
  const role = message.role ?? (label === null ? null : roleOf(label));
  return turnUnits({ label, role, text: withoutOwnLabel(message.text, label), saidAt: message.saidAt }, maxTokens);
}

/** `{"name": "Ann", "text": "Ann: hello"}` says the name once. */
function withoutOwnLabel(text: string, label: string | null): string {
  if (label === null || !text.startsWith(label)) return text;
  const rest = text.slice(label.length);
  return /^\s?[:：]/u.test(rest) ? rest.replace(/^\s?[:：]\s*/u, "") : text;
}

/** The messages of an export such as `{"title": …, "messages": [ … ]}`. */
export function messagesInside(record: JsonObject): readonly JsonObject[] | null {
  for (const value of Object.values(record)) {
    if (Array.isArray(value) && value.length > 0 && value.every(isObject) && isConversation(value)) return value;
  }
  return null;
}

/** What an export says besides its messages; null when that is nothing. */
export function restOfExport(record: JsonObject, messages: readonly JsonObject[]): string | null {
  const rest = Object.entries(record).filter(([, value]) => value !== messages && value !== null && value !== "");
  return rest.length === 0 ? null : JSON.stringify(Object.fromEntries(rest));
}
