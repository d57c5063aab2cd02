import type { Unit } from "../../memory.js";
import { countTokens } from "../tokens.js";
import { type Block, blocksOf } from "./blocks.js";
import { cutToTokens, packParts } from "./pack.js";
import { sentences } from "./sentences.js";

/** The headings above the text that comes next, outermost first. */
export type HeadingPath = readonly { readonly level: number; readonly text: string }[];

/** Where reading stands after a chunk. */
export interface ProseState {
  readonly headings: HeadingPath;
}

export const PROSE_START: ProseState = { headings: [] };

/** Sentences are grouped up to about this many tokens: long enough to carry a thought, short enough to mean one thing. */
export const GROUP_TOKENS = 160;
/** A group below this takes one more block even if the group then passes `GROUP_TOKENS`. */
const SMALL_GROUP_TOKENS = 60;
/** Headings in front of a unit take no more than this. */
const HEADING_TOKENS = 48;

interface Piece {
  readonly text: string;
  readonly tokens: number;
}

/** True for text with structure: headings, lists, tables or code. */
export function isStructured(content: string): boolean {
  return blocksOf(content).some((block) => block.kind !== "paragraph" && block.kind !== "rule");
}

/**
 * Cuts prose into units: blocks under one heading are grouped up to about 160 tokens, longer blocks are cut at sentences (lists at
 * items, code and tables at lines, and only when they pass `maxTokens`). Each unit begins with its heading path, so that it can be
 * understood alone. Marks (`#`, rules, underlines of headings) are read, not kept.
 */
export function readProse(
  chunk: string,
  start: ProseState,
  maxTokens: number,
): { readonly units: readonly Unit[]; readonly state: ProseState } {
  const units: Unit[] = [];
  let headings = start.headings;
  let pieces: Piece[] = [];
  let hasBareHeading = false;

  const close = (): void => {
    const body = pieces
      .map((piece) => piece.text)
      .join("")
      .trim();
    pieces = [];
    if (body === "" && !hasBareHeading) return;
    hasBareHeading = false;
    const path = headingLine(headings);
    const text = path === "" ? body : body === "" ? path : `${path}\n${body}`;
    if (text !== "") units.push({ text, speaker: null, role: null, saidAt: null, isTurn: false });
  };

  for (const block of blocksOf(chunk)) {
    if (block.kind === "rule") continue;
    if (block.kind === "heading") {
      const next = under(headings, block);
      const keepsParent = next.length > headings.length && countTokens(headingLine(next, Number.POSITIVE_INFINITY)) <= HEADING_TOKENS;
      if (pieces.length > 0 || !keepsParent) close();
      headings = next;
      hasBareHeading = true;
      continue;
    }
    const room = Math.max(16, maxTokens - countTokens(headingLine(headings)) - 2);
    for (const piece of piecesOf(block, room)) {
      const size = pieces.reduce((sum, each) => sum + each.tokens, 0);
      const limit = size < Math.min(SMALL_GROUP_TOKENS, room / 3) ? room : Math.min(GROUP_TOKENS, room);
      if (pieces.length > 0 && size + piece.tokens > limit) close();
      pieces.push(piece);
    }
  }
  close();
  return { units, state: { headings } };
}

/** A block in pieces that each fit `room` tokens. */
function piecesOf(block: Block, room: number): readonly Piece[] {
  const whole = pieceOf(block.text);
  const keepsWhole = block.kind === "code" || block.kind === "table" ? room : Math.min(room, GROUP_TOKENS);
  if (whole.tokens <= keepsWhole) return [whole];
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
