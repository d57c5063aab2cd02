// The validator of an operator, as the server uses it: asked within a time, told behind the reply, and never able to harm what it is told of.
// In: the module's object. Out: what stands before calls, and what watches the queue.

import { type EndedWork, ERRORS, type Hindsight, HindsightError, type WatchedWork, type WorkWatcher } from "@hindsight-memory/engine";
import { statusOf } from "../middleware/errors.js";
import type { CallValidator } from "./authenticate.js";
import type { CallEnd } from "./caller.js";
import type { CompletedCall, OperationValidator, ValidatedCall } from "./extensions.js";
import type { Hooks } from "./hooks.js";

/** Its time over each call is a metric. */
export function callValidator(validator: OperationValidator, hooks: Hooks, noteValidation: Hindsight["noteValidation"]): CallValidator {
  const { completed } = validator;
  return {
    async validate(call) {
      const started = performance.now();
      try {
        return await hooks.ask("validate", () => validator.validate(call));
      } finally {
        noteValidation(performance.now() - started);
      }
    },
    ...(completed !== undefined && {
      completed: (call: ValidatedCall, end: CallEnd) => hooks.tell("completed", () => completed.call(validator, endOf(call, end))),
    }),
  };
}

/** A copy: whatever the hook does to it, the reply and what the engine keeps stay as they are. */
function endOf(call: ValidatedCall, { request, result, error, durationMs }: CallEnd): CompletedCall {
  return { ...call, request: structuredClone(request), result: structuredClone(result ?? null), error: toldError(error), durationMs };
}

function toldError(error: unknown): CompletedCall["error"] {
  if (error === null) return null;
  if (error instanceof HindsightError) return { code: error.code, status: statusOf(error), message: error.message };
  return { code: "internal", status: ERRORS.internal.status, message: error instanceof Error ? error.message : String(error) };
}

/** What watches the queue; null for a validator that does not. */
export function workWatcher(validator: OperationValidator, hooks: Hooks): WorkWatcher | null {
  const { validateWork, workCompleted } = validator;
  if (validateWork === undefined && workCompleted === undefined) return null;
  return {
    async admit(work: WatchedWork) {
      if (validateWork === undefined) return;
      const refusal = await hooks.ask("validateWork", () => validateWork.call(validator, work));
      if (refusal === undefined || refusal === null) return;
      const { reason, deferUntil } = refusal;
      throw new HindsightError("operation_refused", reason, deferUntil === undefined ? {} : { details: { retryAt: deferUntil } });
    },
    ended(work: EndedWork) {
      if (workCompleted === undefined) return;
      hooks.tell("workCompleted", () => workCompleted.call(validator, { ...work, result: structuredClone(work.result) }));
    },
  };
}
