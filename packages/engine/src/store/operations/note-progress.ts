import type { OperationProgress } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";
import type { Claim } from "./claim.js";

/** Shows how far an operation is, outside its transactions; false when the claim is lost. It promises nothing: that is what a checkpoint does. */
export async function noteProgress(db: Db, bank: BankScope, claim: Claim, progress: OperationProgress): Promise<boolean> {
  const { affected } = await db.query(sql`
    UPDATE operation SET progress = ${json(progress)}::jsonb, updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND operation_id = ${claim.operationId} AND status = 'processing' AND worker_id = ${claim.workerId}`);
  return affected > 0;
}
