/**
 * How much front matter is read. Reading YAML costs by its words and signs, and more by their nesting, on the thread that answers everybody: what is over a
 * limit is found by the lexer, which stops there, before anything is made of it.
 */

import { Lexer } from "yaml";
import { exceedsBytes } from "../../../domain/names.js";
import type { Problem } from "./front-matter.js";

export interface HeaderLimits {
  readonly bytes: number;
  /** At every level together. */
  readonly keys: number;
  /** Words, signs, blanks and line ends, as the lexer counts them. */
  readonly tokens: number;
}

/** A page: ten keys, its tags, and a trigger with a schema. */
export const PAGE_HEADER: HeaderLimits = { bytes: 65_536, keys: 1_000, tokens: 20_000 };
/** An index: a thousand folders of four keys. */
export const INDEX_HEADER: HeaderLimits = { bytes: 1_048_576, keys: 4_100, tokens: 60_000 };

/** Brackets in one another. */
const MOST_DEPTH = 64;
/** Column of what nests by its place. */
const MOST_COLUMN = 256;
/** The lexer's mark before a word that stands without quotes. */
const WORD_FOLLOWS = "\u001F";

/** What is too much, where it passes the limit; null for what may be read. Lines count from that of the dashes, 1. */
export function overLimit(yaml: string, limits: HeaderLimits): Problem | null {
  const over = (what: string, line: number): Problem => ({ message: `The front matter ${what}`, line });
  if (exceedsBytes(yaml, limits.bytes)) return over(`is longer than ${limits.bytes / 1024} KB. Move the text below it.`, 1);
  const at = { line: 2, column: 0, depth: 0, keys: 0, tokens: 0, isWord: false };
  for (const token of new Lexer().lex(yaml)) {
    at.tokens += 1;
    if (at.tokens > limits.tokens) return over(`has more than ${limits.tokens} words and signs. Shorten its lists.`, at.line);
    if (!at.isWord) {
      if (token === ":" || token === "?") at.keys += 1;
      if (token === "[" || token === "{") at.depth += 1;
      if (token === "]" || token === "}") at.depth -= 1;
      if (at.keys > limits.keys) return over(`has more than ${limits.keys} keys, at all levels together. Take some out.`, at.line);
      if (at.depth > MOST_DEPTH || (at.depth <= 0 && placeOf(token, at.column) > MOST_COLUMN))
        return over(`nests deeper than ${MOST_DEPTH} levels. Make it flatter.`, at.line);
    }
    at.isWord = token === WORD_FOLLOWS;
    const lastEnd = token.lastIndexOf("\n");
    at.line += lastEnd === -1 ? 0 : token.split("\n").length - 1;
    at.column = lastEnd === -1 ? at.column + token.length : token.length - lastEnd - 1;
  }
  return null;
}

/** Column at which a token nests what follows; 0 for one that does not. */
function placeOf(token: string, column: number): number {
  if (token === "-" || token === "?") return column;
  return column === 0 && token.startsWith(" ") ? token.length : 0;
}
