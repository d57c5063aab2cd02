import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** Has sources mention other entities in place of some; the sources of one memory, or of all when null. */
export async function replaceSourceEntities(
  tx: Db,
  bank: BankScope,
  replacements: readonly Replacement[],
  memoryNo: number | null,
): Promise<number> {
  const from = replacements.map((one) => one.from);
  const { affected } = await tx.query(sql`
    UPDATE memory_source AS s SET entity_ids = ARRAY(
      SELECT DISTINCT coalesce((SELECT r.to_id FROM unnest(${from}::uuid[], ${replacements.map((one) => one.to)}::uuid[]) AS r(from_id, to_id)
        WHERE r.from_id = mentioned.id LIMIT 1), mentioned.id) AS id
      FROM unnest(s.entity_ids) AS mentioned(id) ORDER BY 1)
    WHERE s.bank_id = ${bank.key} AND (${memoryNo}::integer IS NULL OR s.memory_no = ${memoryNo}) AND s.entity_ids && ${from}::uuid[]`);
  return affected;
}
