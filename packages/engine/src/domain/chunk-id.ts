// Public chunk ids: `{bank}_{document}_{index}`, the contract's format.
// In: the three parts, or an id. Out: the id, or every way to read it, since banks and documents may hold "_" too.

import { bankIdFits, MAX_BANK_ID_BYTES } from "./bank-id.js";

/** One way to read a chunk id. */
export interface ChunkAddress {
  readonly bankId: string;
  readonly documentId: string;
  readonly chunkIndex: number;
}

export function chunkId({ bankId, documentId, chunkIndex }: ChunkAddress): string {
  return `${bankId}_${documentId}_${chunkIndex}`;
}

/** Largest index that the store's integer column holds. */
const MAX_CHUNK_INDEX = 2_147_483_647;

/**
 * Every address that would have been written as `id`, longest bank first; none when it is no chunk id.
 * A bank's name is at most 192 bytes, so there are at most that many, however long the id and however many "_" it holds.
 */
export function chunkAddresses(id: string): readonly ChunkAddress[] {
  const [, named, digits] = /^(.+)_(0|[1-9]\d{0,9})$/s.exec(id) ?? [];
  if (named === undefined || Number(digits) > MAX_CHUNK_INDEX) return [];
  const addresses: ChunkAddress[] = [];
  for (let at = named.lastIndexOf("_", MAX_BANK_ID_BYTES); at > 0; at = named.lastIndexOf("_", at - 1)) {
    const bankId = named.slice(0, at);
    const documentId = named.slice(at + 1);
    if (documentId !== "" && bankIdFits(bankId)) addresses.push({ bankId, documentId, chunkIndex: Number(digits) });
  }
  return addresses;
}
