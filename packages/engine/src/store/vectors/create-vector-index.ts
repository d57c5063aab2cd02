import type { BankScope } from "../../domain/scope.js";
import { type Database, sqlStateOf } from "../db.js";
import { indexedType, type VectorForm, vectorForm, vectorIndexName } from "./vector-index.js";

export interface VectorIndexPlan {
  readonly modelId: number;
  readonly dimension: number;
  /** How many there are: what the build is given memory for. */
  readonly vectors: number;
}

/** Beside its vector a node of the graph has about 2 × m links of 8 bytes on the lowest level, an element and what allocation adds (pgvector's src/hnsw.h). */
const NODE_BYTES = 700;
const MIB = 2 ** 20;
/** A graph that does not fit is built on disk, ten times slower: so it is given what it needs, up to this. */
const MOST_MEMORY_MIB = 4_096;
const LEAST_MEMORY_MIB = 64;

/**
 * Drops what a failed build left, and builds the graph; where writers must not wait, concurrently with them. Does nothing for a dimension that is not indexed.
 * Parallel workers share the memory of a build, and where the system has too little of that (a container's 64 MB), it is built again without them.
 */
export async function createVectorIndex(db: Database, bank: BankScope, { modelId, dimension, vectors }: VectorIndexPlan): Promise<void> {
  const form = vectorForm(db.capabilities);
  const type = indexedType(dimension, form);
  if (type === null) return;
  const name = vectorIndexName(bank, modelId, form);
  const concurrently = db.capabilities.concurrent ? "CONCURRENTLY" : "";
  const drop = `DROP INDEX ${concurrently} IF EXISTS ${name}`;
  const build = `CREATE INDEX ${concurrently} IF NOT EXISTS ${name} ON memory_vector USING hnsw ((embedding::${type.text}) ${form}_ip_ops)
     WITH (m = 16, ef_construction = 64) WHERE bank_id = ${bank.key} AND model_id = ${modelId}`;
  const settings = db.capabilities.concurrent ? { maintenance_work_mem: `${memoryOf(form, dimension, vectors)}MB` } : {};
  await db.script(drop);
  try {
    await db.script(build, settings);
  } catch (error) {
    if (!isOutOfResources(error)) throw error;
    await db.script(drop);
    await db.script(build, { ...settings, max_parallel_maintenance_workers: "0" });
  }
}

/** SQLSTATE class 53, insufficient resources: what a segment of shared memory that cannot be had is reported as, some of it as a full disk. */
function isOutOfResources(error: unknown): boolean {
  const state = sqlStateOf(error) ?? sqlStateOf(error instanceof Error ? error.cause : null);
  return state?.startsWith("53") ?? false;
}

/** In MiB. */
function memoryOf(form: VectorForm, dimension: number, vectors: number): number {
  const node = dimension * (form === "halfvec" ? 2 : 4) + NODE_BYTES;
  return Math.min(MOST_MEMORY_MIB, Math.max(LEAST_MEMORY_MIB, Math.ceil((vectors * node * 1.1) / MIB)));
}
