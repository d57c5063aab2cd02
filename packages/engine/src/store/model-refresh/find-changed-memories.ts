import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Those of the memories that are gone, or say something else than this. */
export async function findChangedMemories(
  db: Db,
  bank: BankScope,
  read: readonly { readonly memoryId: string; readonly text: string }[],
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(sql`
    SELECT given.id FROM unnest(${read.map(({ memoryId }) => memoryId)}::uuid[], ${read.map(({ text }) => text)}::text[]) AS given(id, text)
    WHERE NOT EXISTS (SELECT FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.id = given.id AND m.text = given.text)`);
  return rows.map(({ id }) => id);
}
