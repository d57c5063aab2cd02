// What a wire format has to say about itself: how a request is read and changed, and how an answer is read, whole or as a stream.
// In: nothing. Out: types, and small readers of JSON that came from anywhere.

import type { Answer, Call } from "../memory.js";

export type Json = Readonly<Record<string, unknown>>;

export interface WireFormat {
  /** Whether a POST to this path is a call of this format. */
  readonly path: RegExp;
  /** What the request says; null when it is none of this format, and then goes through as it is. */
  read(body: Json): Pick<Call, "model" | "turns" | "conversationId" | "heldBy"> | null;
  /** The request with the block in it. */
  inject(body: Json, block: string, mode: "system_message" | "prepend_user"): Json;
  /** Reads an answer that came in one piece. */
  answer(body: Json): Answer;
  /** Reads an answer event by event; `answer` may be asked at any time. */
  stream(): AnswerReader;
}

export interface AnswerReader {
  /** The data of one server-sent event. */
  event(data: Json): void;
  /** What was said so far. `isBroken` until the last event came. */
  answer(): Answer;
}

export const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
export const records = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const record = (value: unknown): Json => (isRecord(value) ? value : {});

/** The words of a content, which is a text or parts of which some are texts. */
export function words(content: unknown): string {
  if (typeof content === "string") return content;
  return records(content)
    .map((part) => textOf(part.text) || textOf(part.refusal))
    .filter((text) => text !== "")
    .join("\n");
}

/**
 * What an assistant said in parts: those that follow on one another are one text, cut where a source is cited, in the middle of a sentence; what something
 * else stands between is apart.
 */
export function prose(parts: readonly { readonly type?: unknown; readonly text?: unknown }[]): string {
  const texts: string[] = [];
  let isNext = false;
  for (const { type, text } of parts) {
    const isText = type === "text";
    if (isText && isNext) texts.push((texts.pop() ?? "") + textOf(text));
    else if (isText) texts.push(textOf(text));
    isNext = isText;
  }
  return texts.filter((text) => text !== "").join("\n");
}

/** The body with another list where `key` is one, made by `change`. */
export function withItem(list: readonly unknown[], index: number, change: (item: Json) => Json): readonly unknown[] {
  return list.map((item, at) => (at === index && isRecord(item) ? change(item) : item));
}

/** A content with a text before or behind it; parts get one part more. */
export function joined(content: unknown, text: string, at: "start" | "end", part: Json): unknown {
  if (Array.isArray(content)) return at === "start" ? [part, ...content] : [...content, part];
  const old = textOf(content);
  if (old === "") return text;
  return at === "start" ? `${text}\n\n${old}` : `${old}\n\n${text}`;
}
