import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { OBSERVATION, type ObservationRow } from "../shapes/observation.js";

/** Observations that say one of these texts (SHA-256 of the normal form, in hex), oldest first. */
export async function findObservations(
  db: Db,
  bank: BankScope,
  hashes: readonly string[],
): Promise<readonly (ObservationRow & { readonly textHash: string })[]> {
  const { rows } = await db.query<ObservationRow & { readonly textHash: string }>(sql`
    SELECT ${OBSERVATION}, encode(m.text_hash, 'hex') AS "textHash" FROM memory AS m
    WHERE m.bank_id = ${bank.key} AND m.kind = 'observation'
      AND m.text_hash = ANY(ARRAY(SELECT decode(wanted, 'hex') FROM unnest(${hashes}::text[]) AS wanted))
    ORDER BY m.memory_no`);
  return rows;
}
