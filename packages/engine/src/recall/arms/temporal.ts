/** The temporal arm: what happened or was told in the time that the question names, the most similar first, spread over that time. */

import type { RequestContext } from "../../context.js";
import type { TimeSpan } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { memoryCloseness } from "../../domain/time/index.js";
import type { Statement } from "../../store/db.js";
import { type DatedMemory, findInWindow } from "../../store/memories/find-in-window.js";
import type { Hit } from "../candidate.js";
import type { Question } from "../question.js";
import type { Comparison } from "./semantic.js";

/** Below this similarity a memory is not about the question even on the right day. */
export const TEMPORAL_FLOOR = 0.1;
/** The window is cut into this many stretches, and the first finds are taken from each in turn, so that one busy day does not stand for a month. */
const STRETCHES = 8;
const SPREAD = 10;

export async function temporalArm(
  ctx: RequestContext,
  bank: BankScope,
  question: Question,
  window: TimeSpan,
  comparison: Comparison | null,
  allowed: { readonly filter: Statement; readonly among: readonly number[] | null },
): Promise<readonly Hit[]> {
  const dated = await findInWindow(ctx.db, bank, { start: window.start, end: window.end, limit: question.depth, comparison, ...allowed });
  const isNear = ({ cosine }: DatedMemory): boolean =>
    question.isTimeOnly || cosine === null || comparison === null || comparison.map.similarity(cosine) >= TEMPORAL_FLOOR;
  const near = dated.filter(isNear);
  const first = spread(near, window);
  const rest = near.filter((memory) => !first.includes(memory));
  return [...first, ...rest].map((memory) => ({ memoryNo: memory.memoryNo, place: null, score: closenessOf(memory, window) }));
}

export function closenessOf(memory: Pick<DatedMemory, "occurredStart" | "occurredEnd" | "mentionedAt">, window: TimeSpan): number {
  const { occurredStart: start, occurredEnd, mentionedAt } = memory;
  return memoryCloseness(
    { occurred: start === null ? null : { start, end: occurredEnd ?? start, precision: "second" }, mentionedAt },
    window,
  );
}

/** The best of each stretch, then the second best, up to `SPREAD`; the input is in order of similarity. */
function spread(memories: readonly DatedMemory[], window: TimeSpan): readonly DatedMemory[] {
  if (memories.length <= SPREAD) return memories;
  const length = Math.max(1, window.end.getTime() - window.start.getTime());
  const stretches: DatedMemory[][] = Array.from({ length: STRETCHES }, () => []);
  for (const memory of memories) {
    const at = (memory.occurredStart ?? memory.mentionedAt ?? window.start).getTime();
    const stretch = Math.floor(((at - window.start.getTime()) / length) * STRETCHES);
    stretches[Math.min(STRETCHES - 1, Math.max(0, stretch))]!.push(memory);
  }
  const chosen: DatedMemory[] = [];
  for (let round = 0; chosen.length < SPREAD; round++) {
    for (const stretch of stretches) {
      const memory = stretch[round];
      if (memory !== undefined && chosen.length < SPREAD) chosen.push(memory);
    }
  }
  return chosen;
}
