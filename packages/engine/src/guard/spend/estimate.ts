import type { CallRecord, ExpectedCall, Purpose, TokenUsage } from "../../providers/llm/index.js";
import type { Estimate } from "./limits.js";
import { batchPrice, costOf, type PriceTable, priceOf } from "./prices.js";

/** Characters of one token, on the low side of what tokenizers give for English prose (about 4), so that an estimate is rather too high. */
const CHARACTERS_PER_TOKEN = 3;
/** Calls of one purpose that an estimate looks back at; it takes the largest of them. */
const LOOKS_BACK = 16;
/** Before there were any: an extraction of one chunk of 3,000 characters with its prompt. */
const FIRST: Seen = { input: 3_000, output: 1_000 };
/** USD per million tokens for a model without a price: that of a middling one, so that a limit in money does not count calls under way for nothing. */
const UNKNOWN_PRICE = { input: 1, output: 5 };

interface Seen {
  readonly input: number;
  readonly output: number;
}

export interface Estimator {
  expect(purpose: Purpose, call: ExpectedCall | null): Estimate;
  learn(purpose: Purpose, usage: TokenUsage): void;
}

/** Expects of a call the largest output of the last calls of its purpose, and the input that its length tells, but no less than the smallest of them. */
export function createEstimator(prices: PriceTable): Estimator {
  const seen = new Map<Purpose, readonly Seen[]>();
  return {
    expect(purpose, call) {
      const last = seen.get(purpose) ?? [FIRST];
      const inputs = last.map((each) => each.input);
      const least = seen.has(purpose) ? Math.min(...inputs) : 0; // schemas, tools and images are no characters of the messages
      const calls = call?.batch?.calls ?? 1;
      const input = call === null ? Math.max(...inputs) : Math.max(least * calls, Math.ceil(call.characters / CHARACTERS_PER_TOKEN));
      const output = Math.max(...last.map((each) => each.output)) * calls;
      const listed = (call === null ? null : priceOf(prices, call.provider, call.model)) ?? UNKNOWN_PRICE;
      const price = call?.batch === undefined ? listed : batchPrice(listed, call.provider);
      return { tokens: input + output, microUsd: costOf(price, { input, output, cached: 0, thoughts: 0, total: input + output }) };
    },
    learn(purpose, usage) {
      if (usage.total === 0) return; // refused before the model read anything
      const one: Seen = { input: usage.input, output: usage.output + usage.thoughts };
      seen.set(purpose, [...(seen.get(purpose) ?? []), one].slice(-LOOKS_BACK));
    },
  };
}

/**
 * The tokens that an attempt counts with: what the provider reported. A provider that reports none (some compatible servers) is counted by the length
 * of what was said, else no limit would ever be reached; an attempt that failed without a report counts as a call and no tokens, since providers do
 * not bill refusals.
 */
export function countedUsage(record: CallRecord): TokenUsage {
  if (record.usage.total > 0 || record.status === "error") return record.usage;
  const input = Math.ceil(lengthOf(record.input) / CHARACTERS_PER_TOKEN);
  const output = Math.ceil((record.output ?? "").length / CHARACTERS_PER_TOKEN);
  return { input, output, total: input + output, cached: 0, thoughts: 0 };
}

/** Characters of all texts in a value. */
function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + lengthOf(part), 0);
}
