import type { Reading } from "../../domain/reading.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";

/** What a language model made of one chunk, and what it cost. */
export interface Extraction {
  /** SHA-256, in hex. */
  readonly key: string;
  readonly readings: readonly Reading[];
  readonly usage: Readonly<Record<string, number>>;
}

/** Keeps what was paid for, until the operation that asked stores it. The first of two stays. */
export async function insertExtraction(db: Db, bank: BankScope, operationId: string, { key, readings, usage }: Extraction): Promise<void> {
  await db.query(sql`
    INSERT INTO extraction (bank_id, operation_id, reading_key, readings, usage)
    VALUES (${bank.key}, ${operationId}, decode(${key}, 'hex'), ${json(readings)}::jsonb, ${json(usage)}::jsonb)
    ON CONFLICT DO NOTHING`);
}
