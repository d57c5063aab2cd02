import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Those of the models that are gone, or say something else than this. */
export async function findChangedModels(
  db: Db,
  bank: BankScope,
  read: readonly { readonly id: string; readonly content: string }[],
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(sql`
    SELECT given.id FROM unnest(${read.map(({ id }) => id)}::text[], ${read.map(({ content }) => content)}::text[]) AS given(id, content)
    WHERE NOT EXISTS (SELECT FROM mental_model AS m WHERE m.bank_id = ${bank.key} AND m.id = given.id AND m.content = given.content)`);
  return rows.map(({ id }) => id);
}
