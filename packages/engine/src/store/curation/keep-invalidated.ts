import type { ObservationScopes } from "../../domain/requests.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { encodeValue } from "../values.js";

/** A memory out of use whose source stands in the new version of its document too. */
export interface KeptOut {
  readonly memoryNo: number;
  readonly chunkIndex: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly observationScopes: ObservationScopes | null;
}

/** Gives memories out of use, at home in a document and stated by no other, what their item says now. They have lost their place among their neighbours. */
export async function keepInvalidated(tx: Db, bank: BankScope, documentId: string, rows: readonly KeptOut[]): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE invalidated_memory AS m
    SET chunk_index = r.chunk_index, metadata = r.metadata::jsonb, tags = r.tags::text[], observation_scopes = r.scopes::jsonb, run_no = NULL, position = NULL
    FROM unnest(
      ${rows.map((r) => r.memoryNo)}::integer[], ${rows.map((r) => r.chunkIndex)}::integer[], ${rows.map((r) => JSON.stringify(r.metadata))}::text[],
      ${rows.map((r) => encodeValue(r.tags) as string)}::text[],
      ${rows.map((r) => (r.observationScopes === null ? null : JSON.stringify(r.observationScopes)))}::text[]
    ) AS r(memory_no, chunk_index, metadata, tags, scopes)
    WHERE m.bank_id = ${bank.key} AND m.memory_no = r.memory_no AND m.document_id = ${documentId}`);
  return affected;
}
