import type { Message, MessagePart } from "./provider.js";

/** Messages as they are kept with a trace: bytes become a note of their size. */
export function recorded(messages: readonly Message[]): readonly unknown[] {
  return messages.map((message) =>
    message.role === "user" && typeof message.content !== "string" ? { ...message, content: message.content.map(recordedPart) } : message,
  );
}

function recordedPart(part: MessagePart): unknown {
  return part.type === "text" ? part : { type: part.type, mediaType: part.mediaType, note: `${part.bytes.byteLength} bytes, not kept` };
}

/** Length of the texts of messages, in UTF-16 units. */
export function lengthOf(messages: readonly Message[]): number {
  return messages.reduce((sum, { content }) => sum + (typeof content === "string" ? content.length : partsLength(content)), 0);
}

function partsLength(parts: readonly MessagePart[]): number {
  return parts.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);
}
