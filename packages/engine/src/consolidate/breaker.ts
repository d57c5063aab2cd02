/** Facts that fail alone, one after another and for one kind of cause: then it is the model that fails, and no further fact is to pay for it. Pure. */

import { HindsightError } from "../errors.js";
import { suspicionOf } from "./failures.js";

/** Facts in a row that end a run. Two poisoned facts of one batch still pass for what they are. */
const MOST_IN_A_ROW = 3;

/** The facts that failed alone since the last batch that was written. */
export interface Streak {
  /** Null: none. */
  readonly kind: string | null;
  readonly facts: number;
}

export const NO_STREAK: Streak = { kind: null, facts: 0 };

/** Under this name an operation keeps its streak: a run that was put off goes on with it. */
export const STREAK = "failing_alone";

export function readStreak(noted: unknown): Streak {
  if (typeof noted !== "object" || noted === null) return NO_STREAK;
  const { kind, facts } = noted as { readonly kind?: unknown; readonly facts?: unknown };
  return typeof kind === "string" && typeof facts === "number" ? { kind, facts } : NO_STREAK;
}

/** With one fact more that failed alone. A failure that speaks of the fact's own text ends no streak and begins none. */
export function withFailure(streak: Streak, error: unknown): Streak {
  const kind = suspicionOf(error);
  if (kind === null) return streak;
  return { kind, facts: kind === streak.kind ? streak.facts + 1 : 1 };
}

/** True while the model is to be doubted: a batch is then tried once, and the next fact that fails alone ends the run again. */
export function isDoubted({ facts }: Streak): boolean {
  return facts >= MOST_IN_A_ROW;
}

/** Thrown to put the rest off. None of them is marked: a later run takes them. */
export function modelDoubted({ facts }: Streak, error: unknown): HindsightError {
  const said = error instanceof Error ? error.message : String(error);
  const message = `${facts} facts in a row could not be consolidated, each alone; the others wait, for it looks as if the model failed and not the facts: ${said}`;
  return new HindsightError("llm_unavailable", message, { cause: error });
}
