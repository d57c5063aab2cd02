import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface Reservation {
  readonly id: string;
  readonly hour: Date;
  readonly tokens: number;
  readonly microUsd: number;
  readonly expiresAt: Date;
}

/** Sets aside what a call is expected to cost. False when the bank is gone. */
export async function insertReservation(tx: Db, bank: BankScope, reservation: Reservation): Promise<boolean> {
  const { id, hour, tokens, microUsd, expiresAt } = reservation;
  const { affected } = await tx.query(sql`
    INSERT INTO llm_reservation (bank_id, id, hour, tokens, micro_usd, expires_at)
    SELECT bank_id, ${id}::uuid, ${hour}::timestamptz, ${tokens}::bigint, ${microUsd}::bigint, ${expiresAt}::timestamptz
    FROM bank WHERE bank_id = ${bank.key} FOR KEY SHARE`);
  return affected > 0;
}
