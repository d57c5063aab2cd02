import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Has an observation that takes in another one know whose words that one had. */
export async function copyObservationReadings(
  tx: Db,
  bank: BankScope,
  pairs: readonly { readonly fromNo: number; readonly intoNo: number }[],
): Promise<number> {
  const { affected } = await tx.query(sql`
    INSERT INTO observation_reading (bank_id, observation_no, memory_no)
    SELECT ${bank.key}, pair.into_no, r.memory_no
    FROM unnest(${pairs.map((p) => p.fromNo)}::integer[], ${pairs.map((p) => p.intoNo)}::integer[]) AS pair(from_no, into_no)
      CROSS JOIN LATERAL (SELECT memory_no FROM observation_reading WHERE bank_id = ${bank.key} AND observation_no = pair.from_no OFFSET 0) AS r
    ON CONFLICT DO NOTHING`);
  return affected;
}
