import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { Claim } from "./claim.js";

/** Prolongs the lease of a claim; false when the claim is lost (the lease ran out and another worker took over). */
export async function renewLease(db: Db, bank: BankScope, claim: Claim, leaseMs: number): Promise<boolean> {
  const { affected } = await db.query(sql`
    UPDATE operation SET leased_until = clock_timestamp() + ${leaseMs}::double precision * interval '1 millisecond'
    WHERE bank_id = ${bank.key} AND operation_id = ${claim.operationId} AND status = 'processing' AND worker_id = ${claim.workerId}`);
  return affected > 0;
}
