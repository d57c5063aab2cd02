import type { TenantScope } from "../../domain/scope.js";
import { ANALYSIS } from "../../domain/text/analyse.js";
import { type Db, sql } from "../db.js";
import type { ResolvedBank } from "./resolve-bank.js";

/** Makes a bank, named after its id; null when there is one already. The caller holds the name (`lockBankName`). */
export async function insertBank(tx: Db, _tenant: TenantScope, bankId: string): Promise<ResolvedBank | null> {
  const { rows } = await tx.query<ResolvedBank>(sql`
    INSERT INTO bank (external_id, name, analysis) VALUES (${bankId}, ${bankId}, ${ANALYSIS})
    ON CONFLICT (external_id) DO NOTHING
    RETURNING bank_id AS key, external_id AS "bankId"`);
  return rows[0] ?? null;
}
