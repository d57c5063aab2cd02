import type { Unit } from "../../memory.js";
import { type DayOrder, dayOrderOf, momentOf, readStamp, type Stamp } from "./moment.js";
import { isStructured } from "./prose.js";
import { type LabelledLine, namesSomebody, readLabel, roleOf, speaksAlone } from "./speaker-label.js";
import { turnUnits } from "./turn-units.js";

/** What the whole of a transcript tells about each of its lines. */
export interface TranscriptForm {
  /** Lower-case labels that start a turn; other labels are part of what is said. */
  readonly speakers: ReadonlySet<string>;
  readonly dayOrder: DayOrder;
}

/** Where reading stands after a chunk: who speaks and on which day, which the next chunk needs. */
export interface TranscriptState {
  readonly turn: { readonly label: string; readonly stamp: Stamp | null } | null;
  readonly day: Stamp["date"];
}

export const TRANSCRIPT_START: TranscriptState = { turn: null, day: null };

const WEEKDAY_OR_FILLER =
  /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|\b(?:session|date|day|chat|conversation|on|at|utc|gmt)\b|星期.|周.|第.{1,3}天/giu;
const RULE = /^\s*(?:[-=_*~—–]\s?){3,}\s*$/u;
const SPEECH_END = /[.!?。！？…~)"'”’」\p{Extended_Pictographic}]\s*$/u;

/** Cue numbers and times of subtitle files: `12`, `00:01:02.000 --> 00:01:04.500`. */
const CUE = /^(?:\d+[ \t]*\r?\n)?(?:\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{3}[ \t]+-->.*$/gmu;

/**
 * Recognises a transcript: lines `Name: text` whose pattern repeats. Either a label comes back, or user and assistant answer each
 * other, or the lines carry times, or (for two people who speak once each) every line reads like speech. Labels must begin enough
 * of the lines, fewer where they are roles or carry times, because an assistant's turn may be long.
 */
export function recogniseTranscript(content: string): TranscriptForm | null {
  const lines = content
    .replace(CUE, "")
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== "");
  const labelled = lines.map(readLabel).filter((line) => line !== null);
  if (labelled.length < 2) return null;
  const counts = new Map<string, number>();
  for (const { label } of labelled) counts.set(label.toLowerCase(), (counts.get(label.toLowerCase()) ?? 0) + 1);
  const share = labelled.length / lines.length;
  const strong = labelled.filter(({ label, isMarked }) => isMarked || roleOf(label) !== null);
  const roles = new Set(labelled.map(({ label }) => roleOf(label)));
  const repeats = [...counts.values()].some((count) => count > 1) || (roles.has("user") && roles.has("assistant"));
  const isStrong = strong.length >= 2 && strong.length >= labelled.length / 2;
  if (!(repeats || isStrong || (share === 1 && labelled.every((line) => readsLikeSpeech(line) || namesSomebody(line.label))))) return null;
  if (share < (isStrong ? 0.02 : 0.25) || (labelled.length >= 6 && counts.size > labelled.length * 0.67)) return null;
  if (!isStrong && labelled.filter((line) => readsLikeSpeech(line) || namesSomebody(line.label)).length < labelled.length / 3) return null;
  const isLineByLine = share >= 0.6 && !(roles.has("user") && roles.has("assistant"));
  const speakers = labelled.filter(
    ({ label, isMarked, stamp }) =>
      isLineByLine || isMarked || stamp !== null || roleOf(label) !== null || (counts.get(label.toLowerCase()) ?? 0) > 1,
  );
  return { speakers: new Set(speakers.map(({ label }) => label.toLowerCase())), dayOrder: dayOrderOf(content) };
}

/** A name is taken for the speaker of a long text when the first line runs on like speech; `Project Apollo: a history` is a title. */
const LONG_SPEECH = 120;

/**
 * One long turn by itself, such as a message of an assistant: it begins with a role, or with a name and a line of speech, and is no
 * document with headings and lists.
 */
export function recogniseLongTurn(content: string): TranscriptForm | null {
  const [firstLine = ""] = content.trim().split(/\r?\n/u, 1);
  const line = readLabel(firstLine);
  if (line === null || line.text === "") return null;
  const isSpeech = line.text.length >= LONG_SPEECH || (namesSomebody(line.label) && SPEECH_END.test(line.text));
  if (roleOf(line.label) === null && !(isSpeech && speaksAlone(line) && !isStructured(content))) return null;
  return { speakers: new Set([line.label.toLowerCase()]), dayOrder: dayOrderOf(content) };
}

function readsLikeSpeech(line: LabelledLine): boolean {
  return line.text === "" || SPEECH_END.test(line.text) || line.text.split(/\s+/u).length >= 4 || /[\p{Lo}]{5,}/u.test(line.text);
}

/** A line that holds a date and nothing else worth keeping: it dates the turns after it. */
function readDateLine(line: string, dayOrder: DayOrder): Stamp["date"] {
  if (line.length > 80) return null;
  const stamp = readStamp(line, dayOrder);
  if (stamp?.date === null || stamp === null) return null;
  const letters = line.replace(WEEKDAY_OR_FILLER, "").replace(/[^\p{L}]/gu, "");
  return letters.replace(/年|月|日|年|년|월|일|st|nd|rd|th|am|pm|T|Z/gu, "").length <= 9 && letters.length <= 12 ? stamp.date : null;
}

/** Reads one chunk of a transcript. Lines before the first turn are units without a speaker; date lines, rules and cue times are read, not kept. */
export function readTranscript(
  chunk: string,
  form: TranscriptForm,
  start: TranscriptState,
  maxTokens: number,
): { readonly units: readonly Unit[]; readonly state: TranscriptState } {
  const units: Unit[] = [];
  let { turn, day } = start;
  let lines: string[] = [];

  const close = (): void => {
    const text = lines.join("\n").trim();
    lines = [];
    if (text === "") return;
    const saidAt = turn?.stamp
      ? momentOf(turn.stamp, day)
      : day === null
        ? null
        : momentOf({ date: day, timeMs: null, offsetMinutes: 0 }, day);
    units.push(...turnUnits({ label: turn?.label ?? null, role: turn === null ? null : roleOf(turn.label), text, saidAt }, maxTokens));
  };

  const all = chunk.replace(CUE, "").split(/\r?\n/u);
  const labelOf = (line: string): LabelledLine | null => {
    const labelled = readLabel(line);
    return labelled !== null && form.speakers.has(labelled.label.toLowerCase()) ? labelled : null;
  };
  // Inside a turn a date is part of what is said, unless the next speaker follows it.
  const standsBetween = (at: number): boolean => {
    let next = at + 1;
    while (next < all.length && (all[next] as string).trim() === "") next += 1;
    return turn === null || next === all.length || labelOf(all[next] as string) !== null;
  };

  for (const [at, line] of all.entries()) {
    const labelled = labelOf(line);
    if (labelled !== null) {
      close();
      const stamp = labelled.stamp === null ? null : readStamp(labelled.stamp, form.dayOrder);
      day = stamp?.date ?? day;
      turn = { label: labelled.label, stamp };
      lines = [labelled.text];
      continue;
    }
    const date = readDateLine(line, form.dayOrder);
    if (date !== null && standsBetween(at)) {
      close();
      day = date;
      turn = null;
    } else if (!RULE.test(line)) lines.push(line);
  }
  close();
  return { units, state: { turn, day } };
}
