import type { EngineContext } from "../context.js";
import type { MemoryChange } from "../domain/curation.js";
import type { BankScope } from "../domain/scope.js";
import { isBlank, sanitise } from "../domain/text/sanitise.js";
import { HindsightError } from "../errors.js";
import type { Treatments } from "../guard/defense/index.js";
import { findInvalidated } from "../store/curation/find-invalidated.js";
import { noteReason } from "../store/curation/note-reason.js";
import { type CuratedFact, readFact } from "../store/curation/read-fact.js";
import type { Db } from "../store/db.js";
import { editFact, isEdit } from "./edit.js";
import { invalidateFact } from "./invalidate.js";
import { restoreFact } from "./restore.js";

/**
 * Changes a fact as a caller asks: first it is put back in use, then edited, then taken out of use, as far as each was asked for. What is so already stays as
 * it is. Throws `memory_not_found`; `bad_argument` for an observation, for an edit of a fact that stays out of use, and for a reason without anything to
 * be the reason of.
 */
export async function curateFact(
  tx: Db,
  ctx: EngineContext,
  bank: BankScope,
  memoryId: string,
  change: MemoryChange,
  treatments: Treatments,
): Promise<void> {
  const reason = change.reason === undefined || isBlank(change.reason) ? null : sanitise(change.reason);
  const archived = await findInvalidated(tx, bank, memoryId);
  if (archived !== null && change.state !== "valid") {
    if (isEdit(change)) {
      throw new HindsightError(
        "bad_argument",
        `Memory '${memoryId}' is invalidated and cannot be edited. Restore it in the same call: "state": "valid".`,
      );
    }
    if (change.reason !== undefined) await noteReason(tx, bank, archived.memoryNo, reason);
    return;
  }
  if (archived !== null) await restoreFact(tx, ctx, bank, archived, treatments);
  const fact = await requireFact(tx, bank, memoryId);
  if (change.reason !== undefined && change.state !== "invalidated") {
    throw new HindsightError(
      "bad_argument",
      'A reason says why a memory is invalidated. Send "state": "invalidated" with it, or leave it out.',
    );
  }
  if (isEdit(change)) await editFact(tx, ctx, bank, fact, change, treatments);
  if (change.state === "invalidated") await invalidateFact(tx, ctx, bank, fact, reason);
}

async function requireFact(tx: Db, bank: BankScope, memoryId: string): Promise<CuratedFact> {
  const fact = await readFact(tx, bank, memoryId);
  if (fact === null) throw new HindsightError("memory_not_found", `Memory '${memoryId}' not found`);
  if (fact.kind !== "observation") return fact;
  throw new HindsightError(
    "bad_argument",
    `Memory '${memoryId}' is an observation: it follows from its facts. Edit or invalidate these (source_memory_ids), and it is made anew.`,
  );
}
