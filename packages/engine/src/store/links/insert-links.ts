import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface LinkRow {
  readonly fromNo: number;
  readonly toNo: number;
  readonly kind: "semantic" | "temporal" | "causes" | "caused_by" | "enables" | "prevents";
  /** 0…1. */
  readonly weight: number;
}

/** Links memories; a link that is there already stays as it is, and nothing links to itself. In the order of the key, as every writer does. */
export async function insertLinks(tx: Db, bank: BankScope, rows: readonly LinkRow[]): Promise<number> {
  const { affected } = await tx.query(sql`
    INSERT INTO link (bank_id, from_no, to_no, kind, weight)
    SELECT ${bank.key}, r.from_no, r.to_no, r.kind, r.weight
    FROM unnest(${rows.map((r) => r.fromNo)}::integer[], ${rows.map((r) => r.toNo)}::integer[], ${rows.map((r) => r.kind)}::text[],
      ${rows.map((r) => r.weight)}::real[]) AS r(from_no, to_no, kind, weight)
    WHERE r.from_no <> r.to_no
    ORDER BY r.from_no, r.to_no, r.kind
    ON CONFLICT DO NOTHING`);
  return affected;
}
