// Operations as the commands read them, and waiting for one to end.

import { type Api, bankPath, CliError } from "./api.js";
import { when } from "./output.js";

export interface Operation {
  readonly operation_id: string;
  readonly operation_type?: string | null;
  readonly status: string;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly completed_at?: string | null;
  readonly error_message?: string | null;
  readonly retry_count?: number | null;
  readonly next_retry_at?: string | null;
  readonly progress?: OperationProgress | null;
  readonly result_metadata?: Readonly<Record<string, unknown>> | null;
  readonly items_count?: number | null;
  readonly document_id?: string | null;
  readonly filename?: string | null;
  readonly task_payload?: unknown;
  readonly child_operations?: readonly ChildOperation[] | null;
}

export interface ChildOperation {
  readonly operation_id: string;
  readonly status: string;
  readonly sub_batch_index?: number | null;
  readonly items_count?: number | null;
  readonly error_message?: string | null;
}

export interface OperationProgress {
  readonly stage: string;
  readonly processed?: number | null;
  readonly total?: number | null;
}

type Tell = (progress: OperationProgress, operation: Operation) => void;

/** Resolves when the operation has ended, however that was. `tell` hears of its progress, and of what it waits for. Asks ever more seldom, down to
 *  each second, or every `everyMs`. */
export async function ended(api: Api, bank: string, id: string, tell: Tell, everyMs?: number): Promise<Operation> {
  for (let pauseMs = everyMs ?? 100; ; pauseMs = everyMs ?? Math.min(1000, pauseMs * 1.5)) {
    const operation = await api.get<Operation>(bankPath(bank, `/operations/${encodeURIComponent(id)}`));
    if (operation.status === "not_found") throw new CliError(`There is no operation ${id} in bank ${bank}.`);
    if (["completed", "failed", "cancelled"].includes(operation.status)) return operation;
    const waits = operation.next_retry_at
      ? { stage: `waits until ${when(operation.next_retry_at)} UTC: ${operation.error_message}` }
      : null;
    tell(waits ?? operation.progress ?? { stage: operation.status }, operation);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** As `ended`; throws when the operation failed or was cancelled. */
export async function finished(api: Api, bank: string, id: string, tell: Tell, everyMs?: number): Promise<Operation> {
  const operation = await ended(api, bank, id, tell, everyMs);
  if (operation.status === "completed") return operation;
  throw new CliError(`Operation ${id} ${operation.status}: ${operation.error_message ?? "no reason given"}`);
}
