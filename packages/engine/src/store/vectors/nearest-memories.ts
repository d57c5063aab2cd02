import type { BankScope } from "../../domain/scope.js";
import { type Database, type Db, type Statement, sql } from "../db.js";
import { indexedType, type VectorForm } from "./vector-index.js";
import { vectorLiteral } from "./vector-literal.js";

/**
 * How many nodes the walk of a graph keeps at once, and how many of the finds are compared whole: both grow with the bank, since a graph of more finds less. Of the
 * ten nearest, on noisy copies of real turns: at 100,000 with 400 nodes .995, in 8 ms of processor time; at 1,000,000 with 400 nodes .84, with 1,000, which
 * is pgvector's most, .95 in 15 ms, and with the walk gone on to 3,000 finds .99 in 63 ms.
 */
const LEAST_NODES = 400;
const MOST_NODES = 1_000;
const MEMORIES_PER_NODE = 500;
const MOST_FINDS = 3_000;
const MEMORIES_PER_FIND = 333;
/** Of a filtered walk so much fewer, since it meets as many more as the filter hides, each with a lookup. */
const FILTERED_SHARE = 3;
/** Rows that a filtered walk looks at: more than a filter hides that keeps one in fifty, since a rarer one gives its memories as a list. */
const MOST_SCANNED = "40000";
/** Memory for the nodes that an iterative walk has met, in shares of `work_mem`, whose 4 MB would end it at about 20,000 of them. */
const SCAN_MEMORY = "4";

export interface NearMemory {
  readonly memoryNo: number;
  readonly cosine: number;
}

export interface VectorSearch {
  /** Key of the embedding model whose vectors are compared. */
  readonly modelId: number;
  /** Unit length. */
  readonly vector: Float32Array;
  readonly limit: number;
  /** A condition on memory `m`; null compares without touching the wide rows. */
  readonly filter: Statement | null;
  /** All that the filter allows, where they are few: each is compared, by its key, and the filter is not asked again. */
  readonly among?: readonly number[] | null;
  /** How many memories the bank may hold: how far a graph is walked. */
  readonly memories: number;
  /** Walk the bank's HNSW graph instead of comparing every vector: the form that `readVectorIndex` says there is. */
  readonly index: VectorForm | null;
}

/**
 * The memories nearest to a vector, nearest first, ties by number.
 *
 * Exact comparison of every vector of the bank: 12 ms at 10,000 × 384 on PGlite, 65 ms at 100,000 on PostgreSQL with two parallel workers. Inner
 * product and cosine cost the same; vectors are of unit length. A condition `cosine > floor` in the statement made it slower (16 against 12 ms), so
 * the caller cuts. Above about 15,000 a bank's own HNSW graph is walked (`createVectorIndex`), iteratively, since filters thin its rows; what it finds is
 * compared whole again, so that the order is exact whatever the graph holds.
 */
export async function nearestMemories(db: Database, bank: BankScope, search: VectorSearch): Promise<readonly NearMemory[]> {
  if (search.among) return inOrder(await nearestAmong(db, bank, search, search.among));
  const type = search.index === null ? null : indexedType(search.vector.length, search.index);
  if (type === null) return inOrder(await nearestOfAll(db, bank, search));
  return db.transaction(async (tx) => {
    await tx.query(walkSettings(search, db.capabilities.iterativeScan));
    return inOrder(await nearestByGraph(tx, bank, search, type)).slice(0, search.limit);
  });
}

const inOrder = (rows: readonly NearMemory[]): readonly NearMemory[] =>
  [...rows].sort((a, b) => b.cosine - a.cosine || a.memoryNo - b.memoryNo);

/**
 * The rows that the graph brings are in its order already: without a sort, every plan but the walk is forbidden, whatever the planner believes of a bank that its
 * statistics do not know yet, or of one among thousands.
 */
function walkSettings({ limit, memories }: VectorSearch, iterates: boolean): Statement {
  const nodes = String(Math.min(MOST_NODES, Math.max(LEAST_NODES, limit, Math.round(memories / MEMORIES_PER_NODE))));
  return sql`
    SELECT set_config('hnsw.ef_search', ${nodes}, true), set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true),
           CASE WHEN ${iterates}::boolean THEN set_config('hnsw.iterative_scan', 'relaxed_order', true) END,
           CASE WHEN ${iterates}::boolean THEN set_config('hnsw.max_scan_tuples', ${MOST_SCANNED}, true) END,
           CASE WHEN ${iterates}::boolean THEN set_config('hnsw.scan_mem_multiplier', ${SCAN_MEMORY}, true) END`;
}

async function nearestByGraph(db: Db, bank: BankScope, search: VectorSearch, type: Statement): Promise<readonly NearMemory[]> {
  const asked = vectorLiteral(search.vector);
  const allowed = search.filter === null ? sql`` : sql`AND ${allowedOne(bank, search.filter)}`;
  const more = Math.min(MOST_FINDS, Math.round(search.memories / MEMORIES_PER_FIND));
  const finds = Math.max(search.limit, search.filter === null ? more : Math.round(more / FILTERED_SHARE));
  const { rows } = await db.query<NearMemory>(sql`
    SELECT v.memory_no AS "memoryNo", -(v.embedding <#> ${asked}::vector) AS cosine
    FROM memory_vector AS v
    WHERE v.bank_id = ${bank.key} AND v.model_id = ${search.modelId} ${allowed}
    ORDER BY (v.embedding::${type}) <#> ${asked}::${type}
    LIMIT ${finds}`);
  return rows;
}

async function nearestOfAll(db: Db, bank: BankScope, search: VectorSearch): Promise<readonly NearMemory[]> {
  const asked = vectorLiteral(search.vector);
  const allowed = search.filter === null ? sql`` : sql`AND ${allowedSet(bank, search.filter)}`;
  const { rows } = await db.query<NearMemory>(sql`
    SELECT v.memory_no AS "memoryNo", -(v.embedding <#> ${asked}::vector) AS cosine
    FROM memory_vector AS v
    WHERE v.bank_id = ${bank.key} AND v.model_id = ${search.modelId} ${allowed}
    ORDER BY v.embedding <#> ${asked}::vector
    LIMIT ${search.limit}`);
  return rows;
}

/** By a lookup each, as a subquery and not a join, so that the plan is that whatever the planner expects. */
async function nearestAmong(db: Db, bank: BankScope, search: VectorSearch, among: readonly number[]): Promise<readonly NearMemory[]> {
  const asked = vectorLiteral(search.vector);
  const { rows } = await db.query<NearMemory>(sql`
    SELECT * FROM (
      SELECT allowed.memory_no AS "memoryNo", (
        SELECT -(v.embedding <#> ${asked}::vector) FROM memory_vector AS v
        WHERE v.bank_id = ${bank.key} AND v.memory_no = allowed.memory_no AND v.model_id = ${search.modelId}) AS cosine
      FROM unnest(${among}::integer[]) AS allowed(memory_no) OFFSET 0) AS compared
    WHERE cosine IS NOT NULL ORDER BY cosine DESC LIMIT ${search.limit}`);
  return rows;
}

/** A lookup per row: for the walk of a graph, which meets few. */
function allowedOne(bank: BankScope, filter: Statement): Statement {
  return sql`(SELECT ${filter} FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.memory_no = v.memory_no)`;
}

/**
 * The allowed memories as one hashed set: for the scan, which meets all (10,000 memories on PGlite: 25 ms, a lookup per row 72). `IS TRUE` keeps it from
 * becoming a join, which a planner that does not know the bank yet would do row by row.
 */
export function allowedSet(bank: BankScope, filter: Statement): Statement {
  return sql`(v.memory_no IN (SELECT m.memory_no FROM memory AS m WHERE m.bank_id = ${bank.key} AND (${filter}))) IS TRUE`;
}
