// Operations as the commands read them, and waiting for one to end.

import { type Api, bankPath, CliError } from "./api.js";

export interface Operation {
  readonly operation_id: string;
  readonly operation_type?: string | null;
  readonly status: string;
  readonly created_at?: string | null;
  readonly completed_at?: string | null;
  readonly error_message?: string | null;
  readonly retry_count?: number | null;
  readonly next_retry_at?: string | null;
  readonly progress?: OperationProgress | null;
  readonly result_metadata?: Readonly<Record<string, unknown>> | null;
}

interface OperationProgress {
  readonly stage: string;
  readonly processed?: number | null;
  readonly total?: number | null;
}

/** Resolves when the operation is completed; throws when it failed or was cancelled. `tell` hears of its progress. */
export async function finished(api: Api, bank: string, id: string, tell: (progress: OperationProgress) => void): Promise<Operation> {
  for (let pauseMs = 100; ; pauseMs = Math.min(1000, pauseMs * 1.5)) {
    const operation = await api.get<Operation>(bankPath(bank, `/operations/${id}`));
    if (operation.status === "completed") return operation;
    if (operation.status === "failed" || operation.status === "cancelled") {
      throw new CliError(`Operation ${id} ${operation.status}: ${operation.error_message ?? "no reason given"}`);
    }
    tell(operation.progress ?? { stage: operation.status });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
