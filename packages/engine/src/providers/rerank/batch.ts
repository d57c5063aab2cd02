// Which pairs a cross-encoder reads together: padding is what costs, so those of equal length. Pure.

import type { PairLimits } from "./provider.js";

export interface Pair {
  /** Place among the candidates, best first. */
  readonly index: number;
  /** About how many tokens the model reads for it. */
  readonly tokens: number;
}

/** Characters of Latin script per token; of Chinese, Japanese, Korean and Thai every character is about one. */
const LATIN_CHARACTERS = 4;
/** [CLS] and two [SEP]. */
const FRAME_TOKENS = 3;

/** A guess that costs nothing: the tokenizer is in the model's thread, or on another machine. */
export function aboutTokens(text: string): number {
  let wide = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x0e00) wide++;
  return Math.ceil((text.length - wide) / LATIN_CHARACTERS) + wide;
}

export function pairsOf(query: string, texts: readonly string[], { maxPairTokens }: PairLimits): readonly Pair[] {
  const [room, asked] = [maxPairTokens - FRAME_TOKENS, aboutTokens(query)];
  const head = Math.min(asked, Math.ceil(room / 2));
  return texts.map((text, index) => ({ index, tokens: FRAME_TOKENS + Math.min(room, head + aboutTokens(text)) }));
}

/**
 * The next pairs in their order, as many as `tokens` (padding apart) pay for and the window holds; at least `fewest`, so that a pace once measured
 * badly is measured again.
 */
export function nextWindow(ahead: readonly Pair[], { window }: PairLimits, tokens: number, fewest: number): readonly Pair[] {
  let spent = 0;
  const end = ahead.findIndex((pair, nth) => {
    spent += pair.tokens;
    return nth >= window || (nth >= fewest && spent > tokens);
  });
  return end === -1 ? ahead : ahead.slice(0, end);
}

/** Sorted by length, cut by number and by padded size; the batch that holds the best candidate goes first. */
export function batchesOf(pairs: readonly Pair[], { maxPairs, maxTokens }: PairLimits): readonly (readonly Pair[])[] {
  const batches: Pair[][] = [];
  let open: Pair[] = [];
  for (const pair of [...pairs].sort((a, b) => a.tokens - b.tokens || a.index - b.index)) {
    if (open.length >= maxPairs || (open.length > 0 && (open.length + 1) * pair.tokens > maxTokens)) open = [];
    if (open.length === 0) batches.push(open);
    open.push(pair);
  }
  return batches.sort((a, b) => firstOf(a) - firstOf(b));
}

/** Tokens that the model reads for a batch: every pair is padded to the longest. */
export function paddedTokens(batch: readonly Pair[]): number {
  return batch.length * Math.max(...batch.map(({ tokens }) => tokens));
}

function firstOf(batch: readonly Pair[]): number {
  return Math.min(...batch.map(({ index }) => index));
}
