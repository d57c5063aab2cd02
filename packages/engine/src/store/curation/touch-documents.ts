import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { NEXT_CHANGE } from "../shapes/next-change.js";

/** Gives documents a new revision: plans that stand on their memories are made again. */
export async function touchDocuments(tx: Db, bank: BankScope, documentIds: readonly string[]): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE document SET revision = ${NEXT_CHANGE} WHERE bank_id = ${bank.key} AND document_id = ANY(${documentIds}::text[])`);
  return affected;
}
