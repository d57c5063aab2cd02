import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface ObservationReading {
  readonly observationNo: number;
  /** The fact. */
  readonly memoryNo: number;
}

/** Notes facts whose words observations may have without citing them. */
export async function insertObservationReadings(tx: Db, bank: BankScope, rows: readonly ObservationReading[]): Promise<number> {
  const { affected } = await tx.query(sql`
    INSERT INTO observation_reading (bank_id, observation_no, memory_no)
    SELECT ${bank.key}, r.observation_no, r.memory_no
    FROM unnest(${rows.map((r) => r.observationNo)}::integer[], ${rows.map((r) => r.memoryNo)}::integer[]) AS r(observation_no, memory_no)
    ON CONFLICT DO NOTHING`);
  return affected;
}
