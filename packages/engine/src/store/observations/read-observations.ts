import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { OBSERVATION, type ObservationRow } from "../shapes/observation.js";

/** Observations by number, in order of number; those that are gone are missing, and so are facts. */
export async function readObservations(db: Db, bank: BankScope, numbers: readonly number[]): Promise<readonly ObservationRow[]> {
  const { rows } = await db.query<ObservationRow>(sql`
    SELECT ${OBSERVATION} FROM memory AS m
    WHERE m.bank_id = ${bank.key} AND m.memory_no = ANY(${numbers}::integer[]) AND m.kind = 'observation' ORDER BY m.memory_no`);
  return rows;
}
