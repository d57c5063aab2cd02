import type { RequestContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import type { Ticket } from "../providers/llm/index.js";

/** A batch as the row of its operation keeps it, by the names that callers see (`result_metadata.batch`). */
export interface BatchNote {
  /** `submitting`: it may be with the provider or not. `again`, `failed`: over, and the next run makes another. `read`: over, and its replies are kept. */
  readonly status: "submitting" | "submitted" | "read" | "again" | "failed";
  /** Null while it is being submitted. */
  readonly id: string | null;
  readonly provider: string;
  readonly model: string;
  readonly address: string;
  readonly ticket: string;
  readonly reservation: string;
  readonly round: number;
  readonly requests: number;
  readonly submitted_at: string;
  /** Chunks that it did not read. */
  readonly errors: number;
  /** Batches that looked like this one and are not. */
  readonly others: readonly string[];
}

/** The batch as the models know it. */
export function ticketOf(bank: BankScope, operationId: string, note: BatchNote): Ticket {
  const origin = { bank, operation: "retain", traceId: note.reservation, operationId };
  return { name: note.ticket, reservation: note.reservation, since: new Date(note.submitted_at), count: note.requests, origin };
}

/** What one waits for; the queue shows it, and puts the operation off until then. */
export function later(ctx: RequestContext, { provider, requests: count }: BatchNote, words: string): HindsightError {
  const retryAt = new Date(ctx.now().getTime() + ctx.settings.retainBatchPollInterval * 1000).toISOString();
  return new HindsightError(
    "llm_unavailable",
    `Waiting for ${provider} to read ${count} chunks: ${words}. It is looked at again at ${retryAt}.`,
    {
      details: { retryAt },
    },
  );
}

/** How far a batch is. */
export const wordsOf = ({ words, done }: { readonly words: string; readonly done: number | null }, { requests }: BatchNote): string =>
  `is ${words}${done === null ? "" : `, ${done} of ${requests} done`}`;

/** Nobody can look at the batch any more. */
export function elsewhere({ id, provider }: BatchNote): HindsightError {
  return new HindsightError(
    "batch_failed",
    `Batch ${id ?? "of this operation"} is with ${provider}, which, at the address of that time, is no model of retain any more. Configure it again and retry the operation, or send the content anew.`,
  );
}
