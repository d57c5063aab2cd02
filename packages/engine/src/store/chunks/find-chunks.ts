import { type ChunkAddress, chunkId } from "../../domain/chunk-id.js";
import type { StoredChunk } from "../../domain/resources.js";
import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * The chunks that these addresses name, longest bank first: more than one when several banks hold a chunk of that very id.
 * Unscoped by nature: the bank is part of a public chunk id. All addresses must read the same id (`chunkAddresses` makes such), so that the part
 * behind the bank is sent once and cut by the database: 192 addresses of a 16 KB id would else be 3 MB of parameters.
 */
export async function findChunks(
  db: Db,
  _tenant: TenantScope,
  addresses: readonly ChunkAddress[],
): Promise<readonly (StoredChunk & { readonly bankId: string })[]> {
  const [first] = addresses;
  if (first === undefined) return [];
  const { rows } = await db.query<ChunkAddress & Pick<StoredChunk, "text" | "createdAt">>(sql`
    SELECT bank.external_id AS "bankId", chunk.document_id AS "documentId", chunk.chunk_index AS "chunkIndex", chunk.text,
      chunk.created_at AS "createdAt"
    FROM bank
    JOIN chunk ON chunk.bank_id = bank.bank_id AND chunk.chunk_index = ${first.chunkIndex}::integer
      AND chunk.document_id = substr(${`${first.bankId}_${first.documentId}`}::text, length(bank.external_id) + 2)
    WHERE bank.external_id = ANY(${addresses.map((address) => address.bankId)}::text[])
    ORDER BY length(bank.external_id) DESC`);
  return rows.map((row) => ({ ...row, chunkId: chunkId(row) }));
}
