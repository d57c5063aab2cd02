import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface ResolvedBank {
  readonly key: number;
  readonly bankId: string;
}

/** The bank of that id, else the bank of that alias. Unscoped by nature: this is how a scope begins. Two index look-ups. */
export async function resolveBank(db: Db, _tenant: TenantScope, name: string): Promise<ResolvedBank | null> {
  const { rows } = await db.query<ResolvedBank>(sql`
    SELECT bank_id AS key, external_id AS "bankId" FROM bank WHERE external_id = ${name}
    UNION ALL
    SELECT bank.bank_id, bank.external_id FROM bank_alias JOIN bank USING (bank_id) WHERE bank_alias.alias = ${name}
    LIMIT 1`);
  return rows[0] ?? null;
}
