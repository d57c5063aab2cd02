// The vector arm beside exact comparison: how many of the ten nearest it finds, as the engine asks for them, with and without a filter.
// In: a database, a bank, vectors of questions. Out: recall@10 and the processor-independent count of what was looked at.

import type { BankScope } from "../../packages/engine/src/domain/scope.js";
import { narrow } from "../../packages/engine/src/recall/arms/narrow.js";
import type { Question } from "../../packages/engine/src/recall/question.js";
import { type Database, type Statement, sql } from "../../packages/engine/src/store/db.js";
import { memoryFilter } from "../../packages/engine/src/store/filters/memory-filter.js";
import { nearestMemories } from "../../packages/engine/src/store/vectors/nearest-memories.js";
import { readVectorIndex } from "../../packages/engine/src/store/vectors/vector-index.js";
import { vectorLiteral } from "../../packages/engine/src/store/vectors/vector-literal.js";
import { round, spread } from "../lib/results.js";
import { TAG_SHARES } from "./copy-bank.js";

const NEAREST = 10;
/** Candidates per arm of the middle budget. */
const DEPTH = 300;

export interface Exactness {
  readonly filter: string;
  /** How the engine goes about it: by the graph, by a list of what the filter allows, or by comparing all. */
  readonly by: "graph" | "list" | "scan";
  readonly recallAt10: number;
  readonly ms: ReturnType<typeof spread>;
}

export async function exactness(
  db: Database,
  bank: BankScope,
  { modelId, nextMemoryNo }: { readonly modelId: number; readonly nextMemoryNo: number },
  vectors: readonly Float32Array[],
): Promise<readonly Exactness[]> {
  const filters: readonly (readonly [string, Statement | null])[] = [
    ["none", null],
    ...Object.keys(TAG_SHARES).map((tag) => [tag, memoryFilter({ tags: [tag], tagsMatch: "any_strict" })] as const),
  ];
  const results: Exactness[] = [];
  for (const [name, filter] of filters) {
    const index = await readVectorIndex(db, bank, modelId);
    let [found, wanted, by] = [0, 0, "scan" as Exactness["by"]];
    const times: number[] = [];
    for (const vector of filter === null ? vectors : vectors.slice(0, Math.ceil(vectors.length / 4))) {
      const started = performance.now();
      const among = await narrow(db, bank, { nextMemoryNo, depth: DEPTH } as Question, filter);
      const near = await nearestMemories(db, bank, { modelId, vector, limit: DEPTH, memories: nextMemoryNo, filter, among, index });
      times.push(performance.now() - started);
      by = among !== null ? "list" : index !== null ? "graph" : "scan";
      const first = new Set(near.slice(0, NEAREST).map(({ memoryNo }) => memoryNo));
      const exact = await nearestExactly(db, bank, { modelId, vector, filter });
      found += exact.filter((memoryNo) => first.has(memoryNo)).length;
      wanted += exact.length;
    }
    results.push({ filter: name, by, recallAt10: wanted === 0 ? 1 : round(found / wanted, 3), ms: spread(times) });
  }
  return results;
}

async function nearestExactly(
  db: Database,
  bank: BankScope,
  { modelId, vector, filter }: { readonly modelId: number; readonly vector: Float32Array; readonly filter: Statement | null },
): Promise<readonly number[]> {
  // By a join: half a million numbers of a set fit no hash of 4 MB, and reading them for each vector took the database hours.
  const allowed = filter === null ? sql`` : sql`JOIN memory AS m ON m.bank_id = v.bank_id AND m.memory_no = v.memory_no AND (${filter})`;
  const { rows } = await db.query<{ memoryNo: number }>(sql`
    SELECT v.memory_no AS "memoryNo" FROM memory_vector v ${allowed} WHERE v.bank_id = ${bank.key} AND v.model_id = ${modelId}
    ORDER BY v.embedding <#> ${vectorLiteral(vector)}::vector LIMIT ${NEAREST}`);
  return rows.map(({ memoryNo }) => memoryNo);
}
