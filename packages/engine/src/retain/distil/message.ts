import type { Moment } from "../../domain/memory.js";
import { civil, dayOf, MS_PER_MINUTE, minuteOfDay, weekday } from "../../domain/time/civil.js";
import type { Message, MessagePart } from "../../providers/llm/index.js";
import type { ChunkSource, DistilSettings } from "./types.js";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** What a second try says of the first one. */
const FORM_REMINDER =
  "Note: an earlier reply to this text had entries without a statement. Every entry of the list is an object with all of its fields.";

/**
 * The user's message: everything that is of this bank, this item and this chunk, so that the system message before it is the same for all and stays in the
 * provider's cache. The chunk comes last, behind a line `Content:`. Texts of users are put in as they are; no template is read in them.
 */
export function userMessage(chunk: ChunkSource, text: string, settings: DistilSettings, seesImages: boolean, isSecondTry = false): Message {
  const head = [
    ...(settings.mission === null
      ? []
      : [`Focus of this memory; where it differs from the general guidelines, it comes first:\n${settings.mission}\n`]),
    `Chunk: ${chunk.index + 1}/${chunk.total}`,
    `Event Date: ${chunk.item.said === null ? "Unknown" : eventDate(chunk.item.said)}`,
    `Context: ${chunk.item.context === null ? "none" : oneLine(chunk.item.context) || "none"}`,
    ...Object.entries(chunk.item.metadata).map(([key, value]) => `${oneLine(key)}: ${oneLine(value)}`),
    ...(settings.narrator === null ? [] : [narratorLine(settings.narrator, chunk.item.context !== null)]),
    ...(isSecondTry ? [FORM_REMINDER] : []),
    "Content:",
    "",
  ].join("\n");
  const parts = seesImages ? inPlace(text, chunk.attachments ?? []) : [];
  if (parts.length === 0) return { role: "user", content: `${head}${text}` };
  return { role: "user", content: [{ type: "text", text: head }, ...parts] };
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
