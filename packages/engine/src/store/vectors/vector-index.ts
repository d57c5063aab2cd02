// The HNSW graph of one bank's vectors: a partial index, made when the bank is large enough for it.
import type { BankScope } from "../../domain/scope.js";
import { type Database, type Db, type Statement, sql } from "../db.js";

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

export function vectorIndexName(bank: BankScope, modelId: number): string {
  return `memory_vector_hnsw_${bank.key}_${modelId}`;
}

/** True when the bank's graph is there and complete; a concurrent build that failed leaves one that is not. */
export async function hasVectorIndex(db: Db, bank: BankScope, modelId: number): Promise<boolean> {
  const { rows } = await db.query<{ ready: boolean }>(sql`
    SELECT i.indisvalid AS ready FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE c.relname = ${vectorIndexName(bank, modelId)} AND pg_table_is_visible(c.oid)`);
  return rows[0]?.ready ?? false;
}

/** Drops what a failed build left, and builds the graph; where writers must not wait, concurrently with them. */
export async function createVectorIndex(db: Database, bank: BankScope, modelId: number, dimension: number): Promise<void> {
  const type = indexedType(dimension);
  if (type === null) return;
  const name = vectorIndexName(bank, modelId);
  const concurrently = db.capabilities.concurrent ? "CONCURRENTLY" : "";
  await db.script(`DROP INDEX ${concurrently} IF EXISTS ${name}`);
  await db.script(
    `CREATE INDEX ${concurrently} IF NOT EXISTS ${name} ON memory_vector USING hnsw ((embedding::${type.text}) vector_ip_ops)
     WITH (m = 16, ef_construction = 64) WHERE bank_id = ${bank.key} AND model_id = ${modelId}`,
  );
}

/** Vectors of a model in the bank. */
export async function countVectors(db: Db, bank: BankScope, modelId: number): Promise<number> {
  const { rows } = await db.query<{ n: number }>(sql`
    SELECT count(*)::integer AS n FROM memory_vector WHERE bank_id = ${bank.key} AND model_id = ${modelId}`);
  return rows[0]?.n ?? 0;
}
