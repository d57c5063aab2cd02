import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { deleteStoredObjects } from "../store/attachments/delete-stored-objects.js";
import { lockUnusedObjects } from "../store/attachments/lock-unused-objects.js";
import { objectKey } from "./key.js";

/** An object younger than this may belong to a retain that is still on its way to the database. */
export const YOUNG_MS = 10 * 60_000;
/** Objects deleted in one transaction, which holds their rows meanwhile. */
const BATCH = 50;

/** Deletes the bytes that nothing names any more; returns how many objects went. */
export async function sweepObjects(
  ctx: Pick<EngineContext, "db" | "objects">,
  bank: BankScope,
  olderThanMs: number = YOUNG_MS,
): Promise<number> {
  let swept = 0;
  for (;;) {
    const batch = await ctx.db.transaction(async (tx) => {
      const hashes = await lockUnusedObjects(tx, bank, olderThanMs, BATCH);
      for (const hash of hashes) await ctx.objects.delete(objectKey(bank, hash));
      if (hashes.length > 0) await deleteStoredObjects(tx, bank, hashes);
      return hashes.length;
    });
    swept += batch;
    if (batch < BATCH) return swept;
  }
}
