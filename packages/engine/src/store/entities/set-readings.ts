import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Notes how names are written in Latin letters, of entities and aliases by their ids; '' where they are not. */
export async function setReadings(
  tx: Db,
  bank: BankScope,
  readings: readonly { readonly id: string; readonly reading: string }[],
): Promise<number> {
  const given = sql`unnest(${readings.map((one) => one.id)}::uuid[], ${readings.map((one) => one.reading)}::text[]) AS r(id, reading)`;
  const { affected } = await tx.query(sql`
    WITH of_aliases AS (
      UPDATE entity_alias AS a SET reading = r.reading FROM ${given} WHERE a.bank_id = ${bank.key} AND a.id = r.id
    )
    UPDATE entity AS e SET reading = r.reading FROM ${given} WHERE e.bank_id = ${bank.key} AND e.id = r.id`);
  return affected;
}
