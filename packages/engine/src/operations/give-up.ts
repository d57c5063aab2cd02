import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { finishParent } from "../store/operations/finish-parent.js";
import { giveUpOperation } from "../store/operations/give-up-operation.js";
import { lockParent } from "../store/operations/lock-parent.js";
import { operationState } from "../store/operations/operation-state.js";
import type { OnEnd } from "./options.js";

/** Why an operation is given up, and who is told. */
export interface GiveUp {
  readonly why: string;
  readonly onEnd: OnEnd;
  /** Also with a running lease: no worker can be alive. */
  readonly everyLease?: boolean;
}

/**
 * Ends an operation as failed that no living worker has, as its own worker would have: its parent is brought up to date and `onEnd` is told, all in one
 * transaction. False when a worker has it, or it has ended.
 */
export async function giveUp(
  { db }: Pick<EngineContext, "db">,
  bank: BankScope,
  operationId: string,
  { why, onEnd, everyLease = false }: GiveUp,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const parentId = (await operationState(tx, bank, operationId))?.parentId ?? null;
    if (parentId !== null) await lockParent(tx, bank, parentId);
    const ended = await giveUpOperation(tx, bank, operationId, { errorMessage: why, everyLease });
    if (ended === null) return false;
    if (parentId !== null) await finishParent(tx, bank, parentId);
    const { type, payload, resultMetadata: result } = ended;
    await onEnd(tx, bank, { operationId, type, status: "failed", payload, result, errorMessage: why });
    return true;
  });
}
