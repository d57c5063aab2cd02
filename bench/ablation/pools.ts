// What the ranker is given, kept in files: the second run of the ablation takes a minute instead of ten.
// In: a task, a folder. Out: its banks as `collect.ts` makes them, read from the folder where they are there.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import v8 from "node:v8";
import type { Task } from "../quality/task.js";
import { type Asked, collect } from "./collect.js";

export interface Pooled {
  readonly name: string;
  readonly documents: ReadonlyMap<string, readonly string[]>;
  readonly asked: readonly Asked[];
}

/** Functions are left out of a file, and nothing behind the pool calls one. A file is of the engine that wrote it: delete it when an arm changes. */
export async function poolsOf(task: Task, folder: string | null): Promise<readonly Pooled[]> {
  const fileOf = (bank: string): string => path.join(folder ?? "", `${task.name}-${bank}.v8`);
  if (folder !== null && task.banks.every(({ name }) => existsSync(fileOf(name)))) {
    return task.banks.map(({ name }) => v8.deserialize(readFileSync(fileOf(name))) as Pooled);
  }
  const pools: Pooled[] = [];
  if (folder !== null) mkdirSync(folder, { recursive: true });
  await collect(task, async ({ bank, asked, documents }) => {
    const pooled: Pooled = { name: bank.name, documents, asked: asked.map(withoutFunctions) };
    pools.push(pooled);
    if (folder !== null) writeFileSync(fileOf(bank.name), v8.serialize(pooled));
  });
  return pools;
}

function withoutFunctions({ ask, question, found, pool }: Asked): Asked {
  const { keyword, arms, reached } = found;
  const { hits, scores, singled, memories } = keyword;
  const kept = {
    keyword: { hits, scores, singled, memories },
    arms,
    reached,
    comparison: null,
    filter: null,
    degraded: [],
    embeddingMilliseconds: 0,
  };
  return { ask, question, pool, found: kept as unknown as Asked["found"] };
}
