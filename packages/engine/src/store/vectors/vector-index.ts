// The HNSW graph of one bank's vectors: a partial index, made when the bank is large enough for it.
import type { BankScope } from "../../domain/scope.js";
import { type Capabilities, type Statement, sql } from "../db.js";

/** A bank is scanned exactly below this many vectors: faster there than a filtered graph, and complete (docs/decisions/big-banks.md). */
export const INDEX_FROM_VECTORS = 15_000;

/** How a graph holds its vectors: whole, or with half the bits of each number, which is half the size and enough to find what is then compared whole. */
export type VectorForm = "halfvec" | "vector";

/** The column holds vectors of any model; an index wants one dimension. These are the dimensions of the encoders in use; others are scanned. */
const TYPES: ReadonlyMap<number, Readonly<Record<VectorForm, Statement | null>>> = new Map([
  [256, { halfvec: sql`halfvec(256)`, vector: sql`vector(256)` }],
  [384, { halfvec: sql`halfvec(384)`, vector: sql`vector(384)` }],
  [512, { halfvec: sql`halfvec(512)`, vector: sql`vector(512)` }],
  [768, { halfvec: sql`halfvec(768)`, vector: sql`vector(768)` }],
  [1024, { halfvec: sql`halfvec(1024)`, vector: sql`vector(1024)` }],
  [1536, { halfvec: sql`halfvec(1536)`, vector: sql`vector(1536)` }],
  // A page holds no larger whole ones.
  [3072, { halfvec: sql`halfvec(3072)`, vector: null }],
]);

/** The SQL type under which vectors of this dimension are indexed in that form; null when they never are. */
export function indexedType(dimension: number, form: VectorForm): Statement | null {
  return TYPES.get(dimension)?.[form] ?? null;
}

/** The form in which this database indexes vectors. */
export function vectorForm({ halfVectors }: Pick<Capabilities, "halfVectors">): VectorForm {
  return halfVectors ? "halfvec" : "vector";
}

/** What the names of a bank's graphs begin with, of whatever model and form. */
export function vectorIndexPrefix(bank: BankScope): string {
  return `memory_vector_hnsw_${bank.key}_`;
}

export function vectorIndexName(bank: BankScope, modelId: number, form: VectorForm): string {
  return `${vectorIndexPrefix(bank)}${modelId}${form === "halfvec" ? "_half" : ""}`;
}

export { countVectors } from "./count-vectors.js";
export { createVectorIndex } from "./create-vector-index.js";
export { dropVectorIndex } from "./drop-vector-index.js";
export { readVectorIndex } from "./read-vector-index.js";
