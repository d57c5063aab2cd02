import { countTokens, fitsTokens, truncateToTokens } from "../tokens.js";
import { sentences } from "./sentences.js";

/** Where a sentence that is too long may be cut, best first. Each cut leaves the separator with the part before it. */
const CUTS: readonly RegExp[] = [/\n+/gu, /(?<=[;；])\s*/gu, /(?<=[,，、:：])\s+|(?<=[，、：])/gu, /\s+/gu];

/**
 * Cuts a text into parts of at most `limit` tokens that joined are the text: at sentences, then clauses, then spaces; a stretch
 * without any space is cut between characters, since no identifier is that long.
 */
export function cutToTokens(text: string, limit: number): readonly string[] {
  if (fitsTokens(text, limit)) return [text];
  const parts = sentences(text);
  return parts.length > 1
    ? packParts(
        parts.flatMap((part) => cutSentence(part, limit, 0)),
        limit,
      )
    : cutSentence(text, limit, 0);
}

function cutSentence(text: string, limit: number, level: number): readonly string[] {
  if (fitsTokens(text, limit)) return [text];
  const cut = CUTS[level];
  if (cut === undefined) return cutBetweenCharacters(text, limit);
  const parts = splitBehind(text, cut);
  if (parts.length < 2) return cutSentence(text, limit, level + 1);
  return packParts(
    parts.flatMap((part) => cutSentence(part, limit, level + 1)),
    limit,
  );
}

function splitBehind(text: string, separator: RegExp): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (const match of text.matchAll(separator)) {
    const end = match.index + match[0].length;
    if (end > start && end < text.length) {
      parts.push(text.slice(start, end));
      start = end;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function cutBetweenCharacters(text: string, limit: number): readonly string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest !== "") {
    const fit = truncateToTokens(rest, limit);
    const part = fit === "" ? (Array.from(rest.slice(0, 2))[0] as string) : fit;
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return parts;
}

/** Joins neighbouring parts as long as they fit `limit` tokens together. A token count is nearly additive; the sum is what is compared. */
export function packParts(parts: readonly string[], limit: number): readonly string[] {
  const packed: string[] = [];
  let open = "";
  let openTokens = 0;
  for (const part of parts) {
    const tokens = countTokens(part);
    if (open !== "" && openTokens + tokens > limit) {
      packed.push(open);
      open = "";
      openTokens = 0;
    }
    open += part;
    openTokens += tokens;
  }
  if (open !== "") packed.push(open);
  return packed;
}
