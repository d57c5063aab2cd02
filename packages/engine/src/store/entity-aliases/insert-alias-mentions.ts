import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface AliasMention {
  readonly aliasId: string;
  readonly memoryNo: number;
  /** The memory has the entity's own name as well. */
  readonly isBeside: boolean;
}

/** Notes by which aliases memories mention entities. */
export async function insertAliasMentions(tx: Db, bank: BankScope, rows: readonly AliasMention[]): Promise<number> {
  const { affected } = await tx.query(sql`
    INSERT INTO alias_mention (bank_id, alias_id, memory_no, is_beside)
    SELECT ${bank.key}, r.alias_id, r.memory_no, bool_or(r.is_beside)
    FROM unnest(${rows.map((r) => r.aliasId)}::uuid[], ${rows.map((r) => r.memoryNo)}::integer[], ${rows.map((r) => r.isBeside)}::boolean[])
      AS r(alias_id, memory_no, is_beside)
    GROUP BY r.alias_id, r.memory_no ORDER BY r.memory_no, r.alias_id
    ON CONFLICT (bank_id, memory_no, alias_id) DO UPDATE SET is_beside = alias_mention.is_beside OR EXCLUDED.is_beside`);
  return affected;
}
