// The HNSW graph of one bank's vectors: a partial index, made when the bank is large enough for it.
import type { BankScope } from "../../domain/scope.js";
import { type Statement, sql } from "../db.js";

/** A bank is scanned exactly below this many vectors: faster there than a filtered graph, and complete (docs/decisions/ranking.md). */
export const INDEX_FROM_VECTORS = 15_000;

/** The column holds vectors of any model; an index wants one dimension. These are the dimensions of the encoders in use; others are scanned. */
const TYPES: ReadonlyMap<number, Statement> = new Map([
  [256, sql`vector(256)`],
  [384, sql`vector(384)`],
  [512, sql`vector(512)`],
  [768, sql`vector(768)`],
  [1024, sql`vector(1024)`],
  [1536, sql`vector(1536)`],
]);

/** The SQL type under which vectors of this dimension are indexed; null when they never are. */
export function indexedType(dimension: number): Statement | null {
  return TYPES.get(dimension) ?? null;
}

export function vectorIndexName(bank: BankScope, modelId: number | ""): string {
  return `memory_vector_hnsw_${bank.key}_${modelId}`;
}

export { countVectors } from "./count-vectors.js";
export { createVectorIndex } from "./create-vector-index.js";
export { hasVectorIndex } from "./has-vector-index.js";
