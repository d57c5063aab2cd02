// A validator that does what the header `x-do` or the name of a bank says, and remembers what it was asked and told.

import type { CompletedCall, ExtensionContext, OperationValidator, ValidatedCall } from "../../../packages/server/src/index.js";

type Work = Parameters<NonNullable<OperationValidator["workCompleted"]>>[0];

export interface Watched {
  readonly asked: ValidatedCall[];
  readonly completed: CompletedCall[];
  readonly worked: Work[];
}

/** The module is loaded by its path, so what it remembers lies where a test finds it. */
const PLACE = Symbol.for("hindsight.test.watched");
export const watched = (): Watched => (globalThis as unknown as Record<symbol, Watched>)[PLACE] as Watched;

export const REASON = "not on my watch";

export default function watchingValidator(_context: ExtensionContext): OperationValidator {
  const seen: Watched = { asked: [], completed: [], worked: [] };
  (globalThis as unknown as Record<symbol, Watched>)[PLACE] = seen;
  return {
    async validate(call) {
      seen.asked.push(call);
      if (call.headers["x-do"] === "throw") throw new Error("the validator is broken");
      return call.headers["x-do"] === "refuse" ? { reason: REASON, status: 402 } : undefined;
    },
    async completed(call) {
      seen.completed.push(call);
      if (call.headers["x-do"] === "spoil") for (const key of Object.keys(call.result as object)) delete (call.result as never)[key];
      if (call.headers["x-do"] === "fail") throw new Error("the hook is broken");
      if (call.headers["x-do"] === "hang") await new Promise(() => undefined);
    },
    async validateWork({ bankId }) {
      if (bankId === "later") return { reason: "come back in an hour", deferUntil: new Date(Date.now() + 3_600_000) };
      return bankId === "never" ? { reason: REASON } : undefined;
    },
    async workCompleted(work) {
      seen.worked.push(work);
      if (work.bankId === "broken") throw new Error("the hook is broken");
    },
  };
}
