import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Puts a node under a name and a folder; null is the top. */
export async function updateNode(
  tx: Db,
  bank: BankScope,
  id: string,
  place: { readonly name: string; readonly parentId: string | null },
): Promise<boolean> {
  const { affected } = await tx.query(sql`
    UPDATE knowledge_node SET name = ${place.name}, parent_id = ${place.parentId}, updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND id = ${id}`);
  return affected > 0;
}
