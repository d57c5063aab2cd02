import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** True for a bank that holds nothing but the imports which were to fill it: it was made to keep their records. */
export async function isVacant(db: Db, bank: BankScope): Promise<boolean> {
  const { rows } = await db.query<{ vacant: boolean }>(sql`
    SELECT next_memory_no = 1 AND config = '{}'
      AND EXISTS (SELECT FROM operation AS o WHERE o.bank_id = ${bank.key} AND o.type = 'import_bank')
      AND NOT EXISTS (SELECT FROM operation AS o WHERE o.bank_id = ${bank.key} AND o.type <> 'import_bank')
      AND NOT EXISTS (SELECT FROM document AS d WHERE d.bank_id = ${bank.key})
      AND NOT EXISTS (SELECT FROM mental_model AS m WHERE m.bank_id = ${bank.key})
      AND NOT EXISTS (SELECT FROM knowledge_node AS n WHERE n.bank_id = ${bank.key})
      AND NOT EXISTS (SELECT FROM directive AS d WHERE d.bank_id = ${bank.key})
      AND NOT EXISTS (SELECT FROM webhook AS w WHERE w.bank_id = ${bank.key})
      AND NOT EXISTS (SELECT FROM bank_alias AS a WHERE a.bank_id = ${bank.key}) AS vacant
    FROM bank WHERE bank_id = ${bank.key}`);
  return rows[0]?.vacant ?? false;
}
