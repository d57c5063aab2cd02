import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Takes mentions away that `upsertEntities` counted, although the memory was tied to the entity before or by another name. Each entity once; counts above 0. */
export async function discountMentions(
  tx: Db,
  bank: BankScope,
  counted: readonly { readonly entityId: string; readonly mentions: number }[],
): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE entity SET mention_count = entity.mention_count - r.mentions
    FROM unnest(${counted.map((one) => one.entityId)}::uuid[], ${counted.map((one) => one.mentions)}::integer[]) AS r(id, mentions)
    WHERE entity.bank_id = ${bank.key} AND entity.id = r.id`);
  return affected;
}
