import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface DeliveryRow {
  readonly id: string;
  readonly status: string;
  readonly resultMetadata: Readonly<Record<string, unknown>>;
  readonly errorMessage: string | null;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Ascends in order of submission: what the next page begins behind. */
  readonly sequence: number;
}

/** Deliveries to one webhook, last queued first, from before `before` (null: from the newest). */
export async function listDeliveries(
  db: Db,
  bank: BankScope,
  webhookId: string,
  { limit, before }: { readonly limit: number; readonly before: number | null },
): Promise<readonly DeliveryRow[]> {
  const { rows } = await db.query<DeliveryRow>(sql`
    SELECT operation_id AS id, status, result_metadata AS "resultMetadata", error_message AS "errorMessage",
      CASE WHEN status = 'pending' THEN next_attempt_at END AS "nextAttemptAt", created_at AS "createdAt", updated_at AS "updatedAt", sequence
    FROM operation WHERE bank_id = ${bank.key} AND type = 'webhook_delivery' AND subject = ${webhookId}
      AND (${before}::bigint IS NULL OR sequence < ${before}::bigint)
    ORDER BY sequence DESC LIMIT ${limit}`);
  return rows;
}
