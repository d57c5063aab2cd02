// signals: what makes a memory an answer, one pure function a file, and how much each counts.
// In: a memory as seen.ts shows it. Out: the parts of its score, each already weighted.
// A signal stays while its ablation on held-out conversations says so: `npm run bench:ablation`, docs/decisions/ranking.md.

import type { ScoreParts } from "../candidate.js";
import { answers } from "./answers.js";
import { around } from "./around.js";
import { aside } from "./aside.js";
import { asking } from "./asking.js";
import { detail } from "./detail.js";
import { exact } from "./exact.js";
import { leadsTo } from "./leads-to.js";
import { linked } from "./linked.js";
import { meaning } from "./meaning.js";
import { owner } from "./owner.js";
import type { Seen, Signal } from "./seen.js";
import { session } from "./session.js";
import { timely } from "./timely.js";
import { words } from "./words.js";

export { seenOf } from "./seen.js";

export type SignalName = keyof ScoreParts;
export type Weights = Readonly<Record<SignalName, number>>;

/** In the order in which a trace shows them. */
export const SIGNALS: Readonly<Record<SignalName, Signal>> = {
  keyword: words,
  semantic: meaning,
  window: around,
  session,
  next: leadsTo,
  answer: answers,
  time: timely,
  exact,
  graph: linked,
  role: aside,
  question: asking,
  owner,
  detail,
};

/**
 * Round on purpose: each can move by a third without moving LoCoMo dev by .004, so finer ones would fit noise.
 * The first four sum to 1: a memory that holds every word of the question and means the same scores 1 by itself.
 */
export const WEIGHTS: Weights = {
  keyword: 0.15,
  semantic: 0.45,
  window: 0.15,
  session: 0.25,
  next: 0.1,
  answer: 0.15,
  time: 0.25,
  exact: 0.25,
  graph: 0.05,
  role: -0.2,
  question: -0.05,
  owner: 0,
  detail: 0.1,
};

/**
 * Where several things are asked for, their memories lie in several conversations: each speaks for itself rather than for its session, and what the
 * person asked about said of herself goes first. LoCoMo dev: multi-hop .525 → .554, all .851 → .853 (docs/decisions/ranking.md).
 */
export const WIDE_WEIGHTS: Weights = { ...WEIGHTS, session: 0.15, next: 0, owner: 0.1 };

const NAMES = Object.keys(SIGNALS) as readonly SignalName[];

const NOTHING = Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<SignalName, number>;

/** The score of a memory and its parts. A signal of weight 0 is not even looked at. */
export function scorer(weights: Weights): (seen: Seen) => { readonly parts: ScoreParts; readonly score: number } {
  const counted = NAMES.filter((name) => weights[name] !== 0).map((name) => ({ name, weight: weights[name], signal: SIGNALS[name] }));
  return (seen) => {
    const parts = { ...NOTHING };
    let score = 0;
    for (const { name, weight, signal } of counted) {
      parts[name] = weight * signal(seen);
      score += parts[name];
    }
    return { parts, score };
  };
}
