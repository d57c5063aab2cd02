import type { BankScope } from "../../domain/scope.js";
import { type Statement, sql } from "../db.js";

/** That a memory which mentions an entity has its own name, and not only an alias of it. */
export function hasOwnName(bank: BankScope, memoryNo: Statement, entityId: Statement): Statement {
  return sql`NOT EXISTS (
    SELECT FROM alias_mention AS mention CROSS JOIN LATERAL (
      SELECT a.entity_id FROM entity_alias AS a WHERE a.bank_id = ${bank.key} AND a.id = mention.alias_id OFFSET 0) AS a
    WHERE mention.bank_id = ${bank.key} AND mention.memory_no = ${memoryNo} AND NOT mention.is_beside AND a.entity_id = ${entityId})`;
}
