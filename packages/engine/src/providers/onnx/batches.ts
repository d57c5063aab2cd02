// Batches: which inputs the model reads together, and in which order.
// In: runs (calls with their inputs) in three lanes. Out: the next batch, whenever the model is free.
// Pure bookkeeping; knows no thread and no clock.

import type { Lane, ModelInput } from "./protocol.js";
import type { Encode, Tokens } from "./tokens.js";

export interface BatchLimits {
  readonly maxBatchInputs: number;
  readonly maxBatchTokens: number;
}

/** One input in a batch: `index` is its place in the call `run`. */
export interface BatchEntry {
  readonly run: number;
  readonly index: number;
  readonly tokens: Tokens;
}

/** An input that the tokenizer could not read: its call fails, the others go on. */
export interface BadInput {
  readonly run: number;
  readonly cause: unknown;
}

export interface BatchQueue {
  add(run: number, lane: Lane, inputs: readonly ModelInput[]): void;
  /** Forgets a call; inputs already handed out are the caller's to drop. */
  remove(run: number): void;
  /** The next batch, or null when nothing waits. */
  next(): readonly BatchEntry[] | BadInput | null;
}

/** So many batches of a lane are tokenised ahead and sorted by length: the inputs of a batch are then of nearly equal length. */
const BATCHES_AHEAD = 8;

/** Tokenises lazily, so that a call of thousands of texts does not hold up a query that comes right behind it. */
export function batchQueue(encode: Encode, limits: BatchLimits): BatchQueue {
  const lane = (): LaneQueue => laneQueue(encode, limits);
  const lanes: Record<Lane, LaneQueue> = { query: lane(), few: lane(), many: lane() };
  let turn: Lane = "few";
  return {
    add: (run, into, inputs) => lanes[into].add(run, inputs),
    remove(run) {
      for (const one of Object.values(lanes)) one.remove(run);
    },
    next() {
      const query = lanes.query.take();
      if (query !== null) return query;
      const other: Lane = turn === "few" ? "many" : "few";
      const batch = lanes[turn].take();
      turn = other;
      return batch ?? lanes[other].take();
    },
  };
}

interface LaneQueue {
  add(run: number, inputs: readonly ModelInput[]): void;
  remove(run: number): void;
  take(): readonly BatchEntry[] | BadInput | null;
}

function laneQueue(encode: Encode, limits: BatchLimits): LaneQueue {
  const ahead = BATCHES_AHEAD * limits.maxBatchInputs;
  let waiting: { readonly run: number; readonly inputs: readonly ModelInput[]; next: number }[] = [];
  let window: BatchEntry[] = [];

  function fillWindow(): BadInput | null {
    while (window.length < ahead) {
      const call = waiting[0];
      if (call === undefined) break;
      const input = call.inputs[call.next];
      if (input === undefined) {
        waiting.shift();
        continue;
      }
      try {
        window.push({ run: call.run, index: call.next++, tokens: encode(input) });
      } catch (cause) {
        return { run: call.run, cause };
      }
    }
    window.sort((a, b) => b.tokens.ids.length - a.tokens.ids.length);
    return null;
  }

  return {
    add: (run, inputs) => void waiting.push({ run, inputs, next: 0 }),
    remove(run) {
      waiting = waiting.filter((call) => call.run !== run);
      window = window.filter((entry) => entry.run !== run);
    },
    take() {
      // The window is emptied before it is filled again: else its long texts would wait for ever behind shorter arrivals.
      const bad = window.length === 0 ? fillWindow() : null;
      if (bad !== null) return bad;
      const longest = window[0];
      if (longest === undefined) return null;
      const fit = Math.max(1, Math.floor(limits.maxBatchTokens / longest.tokens.ids.length));
      return window.splice(0, Math.min(fit, limits.maxBatchInputs));
    },
  };
}
