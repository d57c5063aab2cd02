import type { Moment } from "../../domain/memory.js";
import { builtin, configured, onlyIf, type PromptBlock, promptText } from "../../domain/prompts.js";
import { civil, dayOf, MS_PER_MINUTE, minuteOfDay, weekday } from "../../domain/time/civil.js";
import type { Message, MessagePart } from "../../providers/llm/index.js";
import type { ChunkSource, DistilSettings } from "./types.js";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** What a second try says of the first one. */
const FORM_REMINDER =
  "Note: an earlier reply to this text had entries without a statement. Every entry of the list is an object with all of its fields.";

/** What is said of a chunk before its text. */
export interface ChunkWords extends Pick<ChunkSource, "index" | "total"> {
  readonly item: Pick<ChunkSource["item"], "said" | "context" | "metadata">;
  readonly text: string;
}

/**
 * The user's message: everything that is of this bank, this item and this chunk, so that the system message before it is the same for all and stays in the
 * provider's cache. The chunk comes last, behind a line `Content:`. Texts of users are put in as they are; no template is read in them.
 */
export function wordsAboutChunk(
  { index, total, item, text }: ChunkWords,
  settings: DistilSettings,
  isSecondTry: boolean,
): readonly PromptBlock[] {
  const { said, context, metadata } = item;
  const { mission, narrator } = settings;
  const focus =
    mission === null ? "" : `Focus of this memory; where it differs from the general guidelines, it comes first:\n${mission}\n\n`;
  const lines = Object.entries(metadata).map(([key, value]) => `${oneLine(key)}: ${oneLine(value)}\n`);
  return [
    configured("mission", "Mission", focus, "retain_mission"),
    builtin("place", "Place in the document", `Chunk: ${index + 1}/${total}\n`),
    builtin("date", "When it was said", `Event Date: ${said === null ? "Unknown" : eventDate(said)}\n`),
    builtin("context", "Context of the item", `Context: ${context === null ? "none" : oneLine(context) || "none"}\n`),
    builtin("metadata", "Metadata of the item", lines.join("")),
    configured("narrator", "Narrator", narrator === null ? "" : `${narratorLine(narrator, context !== null)}\n`, "name"),
    onlyIf(isSecondTry, builtin("second_try", "Said at a second try", `${FORM_REMINDER}\n`)),
    builtin("content", "Mark before the text", "Content:\n"),
    builtin("text", "The text", text),
  ];
}

/** The message as it is sent: attachments, if the model is given any, stand at their places in the text. */
export function userMessage(blocks: readonly PromptBlock[], text: string, attachments: NonNullable<ChunkSource["attachments"]>): Message {
  const parts = inPlace(text, attachments);
  if (parts.length === 0) return { role: "user", content: promptText(blocks) };
  return { role: "user", content: [{ type: "text", text: promptText(blocks.filter(({ section }) => section !== "text")) }, ...parts] };
}

/** A context or a value of metadata cannot end its line and pass for another. */
const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

function narratorLine(name: string, hasContext: boolean): string {
  const rule = `Narrator: ${oneLine(name)}. First-person statements in the content are the narrator's own: fact_type "assistant".`;
  return hasContext
    ? `${rule} If the context names somebody else as the first-person speaker, the context holds: fact_type "world".`
    : rule;
}

/** `Monday, June 05, 2023 (2023-06-05T14:30:00+02:00)`, on the calendar of the moment's own zone. */
export function eventDate(said: Moment): string {
  const day = dayOf(said);
  const { year, month, day: date } = civil(day);
  const pad = (value: number, length = 2) => String(value).padStart(length, "0");
  const minute = minuteOfDay(said);
  const offset = Math.abs(said.offsetMinutes);
  const zone = `${said.offsetMinutes < 0 ? "-" : "+"}${pad(Math.floor(offset / 60))}:${pad(offset % 60)}`;
  const second = pad(Math.floor((said.at.getTime() % MS_PER_MINUTE) / 1000 + (said.at.getTime() < 0 ? 60 : 0)) % 60);
  const time = `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}:${second}`;
  const written = `${WEEKDAYS[weekday(day) - 1]}, ${MONTHS[month - 1]} ${pad(date)}, ${year}`;
  return `${written} (${pad(year, 4)}-${pad(month)}-${pad(date)}T${time}${zone})`;
}

const PLACEHOLDER = /⟦hs-att:([0-9a-f]+)⟧/gu;

/** The text with its attachments at their places, each behind its placeholder, by which facts name it. Empty when there are none. */
function inPlace(text: string, attachments: NonNullable<ChunkSource["attachments"]>): readonly MessagePart[] {
  const byId = new Map(attachments.map(({ id, part }) => [id, part]));
  const parts: MessagePart[] = [];
  let from = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const part = byId.get(match[1] as string);
    if (part === undefined) continue;
    const to = match.index + match[0].length;
    parts.push({ type: "text", text: text.slice(from, to) }, part);
    from = to;
  }
  if (parts.length > 0 && from < text.length) parts.push({ type: "text", text: text.slice(from) });
  return parts;
}
