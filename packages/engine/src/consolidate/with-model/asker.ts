/** The model as one batch asks it: every call under its scope, in one trace, with what it was about. */

import { randomUUID } from "node:crypto";
import type { RequestContext } from "../../context.js";
import type { BankScope } from "../../domain/scope.js";
import type { ObjectRequest } from "../../providers/llm/index.js";
import type { Batch } from "../plan.js";

export type Ask = <T>(
  scope: "consolidation" | "consolidation_dedup",
  request: Omit<ObjectRequest<T>, "purpose" | "origin" | "signal">,
) => Promise<T>;

/**
 * Calls name the facts and documents that they are about, so that a look at a trace tells whose words are in it. `forgettings` was read before the
 * observations that they show.
 */
export function askerOf(
  { models, signal }: Pick<RequestContext, "models" | "signal">,
  bank: BankScope,
  { facts }: Batch,
  forgettings: number | null,
): Ask {
  const traceId = randomUUID();
  const documents = [...new Set(facts.flatMap(({ documentId }) => documentId ?? []))];
  const metadata = { memory_ids: facts.map(({ id }) => id), document_ids: documents };
  return async (scope, request) => {
    const origin = { bank, operation: "consolidation", scope, traceId, metadata, forgettings };
    return (await models.completeObject({ ...request, purpose: "consolidation", origin, signal })).object;
  };
}
