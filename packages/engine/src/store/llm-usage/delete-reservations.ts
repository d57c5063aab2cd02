import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Takes out what was set aside for calls that are over; returns how many there were. */
export async function deleteReservations(tx: Db, bank: BankScope, ids: readonly string[]): Promise<number> {
  const { affected } = await tx.query(sql`DELETE FROM llm_reservation WHERE bank_id = ${bank.key} AND id = ANY(${ids}::uuid[])`);
  return affected;
}
