import { type ChunkAddress, chunkId } from "../../domain/chunk-id.js";
import type { ChunkDetail } from "../../domain/resources.js";
import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * The chunk that one of these addresses names; of several the one with the longest bank id.
 * Unscoped by nature: the bank is part of a public chunk id. All addresses read the same id, so the answer is always a chunk of that very id.
 */
export async function findChunk(
  db: Db,
  _tenant: TenantScope,
  addresses: readonly ChunkAddress[],
): Promise<(ChunkDetail & { readonly bankId: string }) | null> {
  const { rows } = await db.query<ChunkAddress & Pick<ChunkDetail, "text" | "createdAt">>(sql`
    SELECT bank.external_id AS "bankId", chunk.document_id AS "documentId", chunk.chunk_index AS "chunkIndex", chunk.text,
      chunk.created_at AS "createdAt"
    FROM unnest(${addresses.map((a) => a.bankId)}::text[], ${addresses.map((a) => a.documentId)}::text[],
                ${addresses.map((a) => a.chunkIndex)}::integer[]) AS address(bank, document, index)
    JOIN bank ON bank.external_id = address.bank
    JOIN chunk ON chunk.bank_id = bank.bank_id AND chunk.document_id = address.document AND chunk.chunk_index = address.index
    ORDER BY length(bank.external_id) DESC LIMIT 1`);
  return rows[0] === undefined ? null : { ...rows[0], chunkId: chunkId(rows[0]) };
}
