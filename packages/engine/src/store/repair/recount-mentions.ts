import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Sets the counts of mentions anew that are not what they count. Returns how many entities had another. */
export async function recountMentions(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE entity e SET mention_count = counted.n
    FROM (SELECT x.id, (SELECT count(*) FROM memory_entity m WHERE m.bank_id = ${bank.key} AND m.entity_id = x.id) AS n
          FROM entity x WHERE x.bank_id = ${bank.key}) AS counted
    WHERE e.bank_id = ${bank.key} AND e.id = counted.id AND e.mention_count <> counted.n`);
  return affected;
}
