import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";
import type { BankRow } from "./read-bank.js";

export interface BankChange {
  /** Null keeps the name. */
  readonly name: string | null;
  readonly set: Readonly<Record<string, unknown>>;
  /** Overrides to take out. */
  readonly clear: readonly string[];
}

/**
 * Merges a change into a bank; null when it is gone.
 * One statement: a second writer waits for the row and then merges into what the first one wrote, so both changes stay.
 */
export async function updateBank(db: Db, bank: BankScope, change: BankChange): Promise<BankRow | null> {
  const { rows } = await db.query<BankRow>(sql`
    UPDATE bank
    SET name = coalesce(${change.name}::text, name),
        config = (config || ${json(change.set)}::jsonb) - ${change.clear}::text[],
        updated_at = now()
    WHERE bank_id = ${bank.key}
    RETURNING name, config`);
  return rows[0] ?? null;
}
