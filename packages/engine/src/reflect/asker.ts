/** The model as a reflection asks it: every call with its scope, counted, in one trace. */

import { randomUUID } from "node:crypto";
import type { RequestContext } from "../context.js";
import type { ReflectTrace } from "../domain/reflect.js";
import type { BankScope } from "../domain/scope.js";
import {
  addUsage,
  type LlmRequest,
  NO_USAGE,
  type ObjectAnswer,
  type ObjectRequest,
  type TextAnswer,
  type TokenUsage,
  usageOf,
} from "../providers/llm/index.js";
import type { Work } from "./work.js";

/** What a call is for, by the contract's names of scopes. */
export type ReflectScope =
  | "reflect_tool_call"
  | "reflect"
  | "final_rewrite"
  | "reflect_structured"
  | "mental_model_delta_ops"
  | "mental_model_retraction_ops";

type Fixed = "purpose" | "origin" | "signal";

export interface Asker {
  complete(scope: ReflectScope, request: Omit<LlmRequest, Fixed>): Promise<TextAnswer>;
  completeObject<T>(scope: ReflectScope, request: Omit<ObjectRequest<T>, Fixed>): Promise<ObjectAnswer<T>>;
  /** Of all calls so far, failed ones too. */
  usage(): TokenUsage;
  calls(): ReflectTrace["llmCalls"];
}

/** `forgettings` is of the bank (`countForgettings`), read before anything that a call may show. */
export function createAsker(
  { models, signal }: Pick<RequestContext, "models" | "signal">,
  bank: BankScope,
  work: Work,
  forgettings: number | null,
): Asker {
  const { purpose, operation, operationId } = work;
  const traceId = randomUUID();
  const calls: { scope: string; durationMs: number }[] = [];
  let usage: TokenUsage = NO_USAGE;

  async function ask<T extends { readonly usage: TokenUsage }>(
    scope: ReflectScope,
    call: (fixed: Pick<LlmRequest, Fixed>) => Promise<T>,
  ): Promise<T> {
    const started = performance.now();
    try {
      const answer = await call({ purpose, origin: { bank, operation, scope, traceId, operationId, forgettings }, signal });
      usage = addUsage(usage, answer.usage);
      return answer;
    } catch (error) {
      usage = addUsage(usage, usageOf(error));
      throw error;
    } finally {
      calls.push({ scope, durationMs: Math.round(performance.now() - started) });
    }
  }

  return {
    complete: (scope, request) => ask(scope, (fixed) => models.complete({ ...request, ...fixed })),
    completeObject: (scope, request) => ask(scope, (fixed) => models.completeObject({ ...request, ...fixed })),
    usage: () => usage,
    calls: () => calls,
  };
}
