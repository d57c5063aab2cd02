// Tokens: texts and pairs as the ids that a model was trained on, cut to its length with the special tokens kept.
// In: a tokenizer (Hugging Face `tokenizer.json`) and a limit. Out: ids with their segment numbers.

import type { Tokenizer } from "@huggingface/tokenizers";
import type { ModelInput } from "./protocol.js";

export interface Tokens {
  readonly ids: readonly number[];
  /** 0 for the first text of a pair, 1 for the second; a single text is all 0. */
  readonly segments: readonly number[];
}

/**
 * At most this many characters per token are given to the tokenizer: reading a megabyte for the sake of 256 tokens would block
 * the thread. English has about 4 characters a token; only a text of mostly blanks or endless words could lose something.
 */
const CHARACTERS_PER_TOKEN = 32;

/** The fixed ids around the texts, with their segments, read off the tokenizer's own template. */
interface Frame {
  readonly head: Tokens;
  readonly middle: Tokens;
  readonly tail: Tokens;
}

export type Encode = (input: ModelInput) => Tokens;

/**
 * Builds the encoder of inputs. Of a pair, the first text keeps at most half of the room, the second takes what is left.
 * The closing token ([SEP], id 102, for BERT) is always last, also after a cut.
 */
export function tokenEncoder(tokenizer: Tokenizer, maxTokens: number): Encode {
  const bare = (text: string): number[] =>
    tokenizer.encode(text.slice(0, maxTokens * CHARACTERS_PER_TOKEN), { add_special_tokens: false }).ids;
  const single = singleFrame(tokenizer, bare);
  const pair = pairFrame(tokenizer, bare);
  return (input) => {
    if (typeof input === "string") return join(single, bare(input).slice(0, room(single, maxTokens)), []);
    const free = room(pair, maxTokens);
    const first = bare(input[0]).slice(0, Math.ceil(free / 2));
    return join(pair, first, bare(input[1]).slice(0, free - first.length));
  };
}

const PROBE = "a";

function singleFrame(tokenizer: Tokenizer, bare: (text: string) => number[]): Frame {
  const probe = bare(PROBE);
  const { ids } = tokenizer.encode(PROBE);
  const at = indexOfRun(ids, probe, 0);
  const zero = (part: readonly number[]): Tokens => ({ ids: part, segments: part.map(() => 0) });
  return { head: zero(ids.slice(0, at)), middle: zero([]), tail: zero(ids.slice(at + probe.length)) };
}

function pairFrame(tokenizer: Tokenizer, bare: (text: string) => number[]): Frame {
  const probe = bare(PROBE);
  const { ids, token_type_ids: segments } = tokenizer.encode(PROBE, { text_pair: PROBE, return_token_type_ids: true });
  const first = indexOfRun(ids, probe, 0);
  const second = indexOfRun(ids, probe, first + probe.length);
  const part = (from: number, to: number): Tokens => ({ ids: ids.slice(from, to), segments: segments.slice(from, to) });
  return {
    head: part(0, first),
    middle: part(first + probe.length, second),
    tail: part(second + probe.length, ids.length),
  };
}

function indexOfRun(ids: readonly number[], run: readonly number[], from: number): number {
  for (let at = from; at + run.length <= ids.length; at++) {
    if (run.every((id, i) => ids[at + i] === id)) return at;
  }
  throw new Error("the tokenizer's template does not contain the text it was given");
}

function room(frame: Frame, maxTokens: number): number {
  return Math.max(0, maxTokens - frame.head.ids.length - frame.middle.ids.length - frame.tail.ids.length);
}

function join(frame: Frame, first: readonly number[], second: readonly number[]): Tokens {
  return {
    ids: [...frame.head.ids, ...first, ...frame.middle.ids, ...second, ...frame.tail.ids],
    segments: [...frame.head.segments, ...first.map(() => 0), ...frame.middle.segments, ...second.map(() => 1), ...frame.tail.segments],
  };
}
