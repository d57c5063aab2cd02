import type { BankScope } from "../../src/domain/scope.js";
import { type Db, sql } from "../../src/store/db.js";

/** Makes an observation of a stored fact by hand, with facts as its evidence: for tests of what reads observations. */
export async function makeObservation(db: Db, bank: BankScope, id: string, sources: readonly string[]): Promise<void> {
  await db.query(sql`
    UPDATE memory SET kind = 'observation', document_id = NULL, chunk_index = NULL, proof_count = ${sources.length}
    WHERE bank_id = ${bank.key} AND id = ${id}::uuid`);
  await db.query(sql`
    INSERT INTO observation_source (bank_id, observation_no, memory_no)
    SELECT o.bank_id, o.memory_no, f.memory_no FROM memory o JOIN memory f ON f.bank_id = o.bank_id AND f.id = ANY(${sources}::uuid[])
    WHERE o.bank_id = ${bank.key} AND o.id = ${id}::uuid`);
}
