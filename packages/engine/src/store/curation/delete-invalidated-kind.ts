import type { MemoryKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes the memories out of use of a kind, or all when null; returns how many there were. */
export async function deleteInvalidatedKind(tx: Db, bank: BankScope, kind: MemoryKind | null): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM invalidated_memory WHERE bank_id = ${bank.key} AND (${kind}::text IS NULL OR kind = ${kind})`);
  return affected;
}
