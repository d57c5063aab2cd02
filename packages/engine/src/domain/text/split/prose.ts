import type { Unit } from "../../memory.js";
import { countTokens } from "../tokens.js";
import { type Block, blocksOf } from "./blocks.js";
import { cutToTokens, packParts } from "./pack.js";
import { sentences } from "./sentences.js";
import { cutTable } from "./table.js";

/** The headings above the text that comes next, outermost first. */
export type HeadingPath = readonly { readonly level: number; readonly text: string }[];

/** Where reading stands after a chunk. */
export interface ProseState {
  readonly headings: HeadingPath;
  /** Headings with nothing below them that no unit carries yet; the next unit begins with them. */
  readonly lead: string;
  /** True when nothing stands below the innermost heading yet. */
  readonly isBare: boolean;
}

export const PROSE_START: ProseState = { headings: [], lead: "", isBare: false };

/** Sentences are grouped up to about this many tokens: long enough to carry a thought, short enough to mean one thing. */
export const GROUP_TOKENS = 160;
/** A group below this takes one more block even if the group then passes `GROUP_TOKENS`. */
const SMALL_GROUP_TOKENS = 60;
/** Headings in front of a unit take no more than this. */
const HEADING_TOKENS = 48;
/** Text below a heading gets this many tokens at least. */
const MIN_ROOM = 16;
/** The line break below the headings, and a token more where it joins with its neighbours. */
const HEAD_MARGIN = 2;

/** A unit to be: headings that nothing else carries, its heading path, its text, bare headings that follow it. */
interface Draft {
  readonly lead: string;
  readonly path: string;
  readonly body: string;
  readonly tail: string;
}

interface Piece {
  readonly text: string;
  readonly tokens: number;
}

/** True for text with structure: headings, lists, tables or code. */
export function isStructured(content: string): boolean {
  return blocksOf(content).some((block) => block.kind !== "paragraph" && block.kind !== "rule");
}

/** True for a text of several sections: it is cut at its headings however short it is, for each section answers other questions. */
export function hasSections(content: string): boolean {
  return blocksOf(content).filter((block) => block.kind === "heading").length > 1;
}

/**
 * Cuts prose into units: blocks under one heading are grouped up to about 160 tokens, longer blocks are cut at sentences (lists at
 * items, code and tables at lines, and only when they pass `maxTokens`). Each unit begins with its heading path, so that it can be
 * understood alone. Marks (`#`, rules, underlines of headings) are read, not kept. A heading is no unit by itself: one with nothing
 * below it stands before the path of the unit that follows, in the next chunk too, or, where none does, at the end of the one before.
 */
export function readProse(
  chunk: string,
  start: ProseState,
  maxTokens: number,
  isLast: boolean,
): { readonly units: readonly Unit[]; readonly state: ProseState } {
  const drafts: Draft[] = [];
  let headings = start.headings;
  let pieces: Piece[] = [];
  let { lead, isBare: hasBareHeading } = start;

  const head = (): string => joinLines(lead, headingLine(headings));
  const close = (): void => {
    const body = joinPieces(pieces);
    pieces = [];
    if (body === "") return;
    drafts.push({ lead, path: headingLine(headings), body, tail: "" });
    lead = "";
    hasBareHeading = false;
  };
  /** Leaves a heading that had nothing below it. */
  const leaveBare = (): void => {
    if (!hasBareHeading) return;
    lead = head();
    hasBareHeading = false;
    // Before the first text there is nothing else to join them to.
    if (countTokens(lead) <= (drafts.length > 0 ? HEADING_TOKENS : maxTokens / 2)) return;
    putBehind(drafts, lead, maxTokens);
    lead = "";
  };

  for (const block of blocksOf(chunk)) {
    if (block.kind === "rule") continue;
    if (block.kind === "heading") {
      close();
      const next = under(headings, block);
      const keepsParent = next.length > headings.length && countTokens(headingLine(next, Number.POSITIVE_INFINITY)) <= HEADING_TOKENS;
      if (!keepsParent) leaveBare();
      headings = next;
      hasBareHeading = true;
      continue;
    }
    if (lead !== "" && maxTokens - countTokens(head()) < MIN_ROOM + HEAD_MARGIN) {
      putBehind(drafts, lead, maxTokens);
      lead = "";
    }
    for (const piece of piecesOf(block, roomUnder(head(), maxTokens))) {
      const room = roomUnder(head(), maxTokens);
      const size = pieces.reduce((sum, each) => sum + each.tokens, 0);
      const limit = size < Math.min(SMALL_GROUP_TOKENS, room / 3) ? room : Math.min(GROUP_TOKENS, room);
      if (pieces.length > 0 && size + piece.tokens > limit) close();
      pieces.push(piece);
    }
  }
  close();
  const rest = hasBareHeading ? head() : lead;
  if (isLast && rest !== "") putBehind(drafts, rest, maxTokens);
  const units = drafts.map((draft): Unit => ({ text: textOf(draft), speaker: null, role: null, saidAt: null, isTurn: false }));
  return { units, state: { headings, lead, isBare: hasBareHeading } };
}

const textOf = ({ lead, path, body, tail }: Draft): string => [lead, path, body, tail].reduce(joinLines);

/**
 * Puts bare headings behind the last unit. Where that makes it too long, its text is cut in halves, so that the headings are not left alone; only
 * where there is no unit, or they leave no room for any text, they are one themselves. Headings that already stand behind it stay with its last
 * half: cut with the text, they would be the half that has none.
 */
function putBehind(drafts: Draft[], headings: string, maxTokens: number): void {
  const last = drafts.pop();
  const own: Draft = { lead: "", path: headings, body: "", tail: "" };
  if (last === undefined) {
    drafts.push(own);
    return;
  }
  const tail = joinLines(last.tail, headings);
  const whole = { ...last, tail };
  const room = roomUnder(textOf({ ...whole, body: "" }), maxTokens);
  if (countTokens(textOf(whole)) <= maxTokens) drafts.push(whole);
  else if (last.body === "" || room <= MIN_ROOM) drafts.push(last, own);
  else {
    const limit = Math.min(room, Math.ceil(countTokens(last.body) / 2));
    const bodies = cutToTokens(last.body, limit)
      .map((part) => part.trim())
      .filter((body) => body !== "");
    drafts.push(
      ...bodies.map((body, index) => ({
        ...last,
        lead: index === 0 ? last.lead : "",
        body,
        tail: index === bodies.length - 1 ? tail : "",
      })),
    );
  }
}

/** The tokens that a head leaves for what stands below it. */
function roomUnder(head: string, maxTokens: number): number {
  return Math.max(MIN_ROOM, maxTokens - countTokens(head) - HEAD_MARGIN);
}

function joinPieces(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => piece.text)
    .join("")
    .trim();
}

function joinLines(before: string, after: string): string {
  return before === "" ? after : after === "" ? before : `${before}\n${after}`;
}

/** A block in pieces that each fit `room` tokens. */
function piecesOf(block: Block, room: number): readonly Piece[] {
  const whole = pieceOf(block.text);
  const keepsWhole = block.kind === "code" || block.kind === "table" ? room : Math.min(room, GROUP_TOKENS);
  if (whole.tokens <= keepsWhole) return [whole];
  if (block.kind === "table") return cutTable(block.text, room).map(pieceOf);
  const parts = block.kind === "paragraph" ? sentences(block.text) : block.text.split(/(?<=\n)/u);
  const cut = parts.flatMap((part) => cutToTokens(part, room));
  return packParts(cut, keepsWhole).map(pieceOf);
}

function pieceOf(text: string): Piece {
  return { text, tokens: countTokens(text) };
}

function under(path: HeadingPath, block: Block): HeadingPath {
  const text = block.text
    .replace(/\n\s{0,3}(?:=+|-+)\s*$/u, "")
    .replace(/^\s*#{1,6}\s+/u, "")
    .replace(/\s+#+\s*$/u, "")
    .trim();
  return [...path.filter((heading) => heading.level < block.level), { level: block.level, text }];
}

/** The path as one line, `Setup › Database`; outer headings give way when it would be long. */
function headingLine(path: HeadingPath, limit = HEADING_TOKENS): string {
  const texts = path.map((heading) => heading.text);
  while (texts.length > 1 && countTokens(texts.join(" › ")) > limit) texts.shift();
  return texts.join(" › ");
}
