import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { MemoryCopy } from "./copy-memories.js";

/** Gives copied memories the links of those that they are copies of, in both directions. */
export async function copyLinks(tx: Db, bank: BankScope, copies: readonly MemoryCopy[]): Promise<number> {
  const { affected } = await tx.query(sql`
    WITH r AS (SELECT * FROM unnest(${copies.map((c) => c.from)}::integer[], ${copies.map((c) => c.to)}::integer[]) AS r(from_no, to_no))
    INSERT INTO link (bank_id, from_no, to_no, kind, weight)
    SELECT l.bank_id, r.to_no, l.to_no, l.kind, l.weight FROM r JOIN link AS l ON l.bank_id = ${bank.key} AND l.from_no = r.from_no
    UNION
    SELECT l.bank_id, l.from_no, r.to_no, l.kind, l.weight FROM r JOIN link AS l ON l.bank_id = ${bank.key} AND l.to_no = r.from_no
    ON CONFLICT DO NOTHING`);
  return affected;
}
