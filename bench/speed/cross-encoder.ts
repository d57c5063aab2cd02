// Speed with a cross-encoder: what reranking adds to a recall over HTTP, within its time.
// In: the ONNX file of a cross-encoder with its tokenizer.json beside it. Out: a table, and JSON under bench/results/.
//
//   npm run bench:rerank -- --model minilm/model.onnx          10,000 memories, embedded database; make-cross-encoder.py writes such a file
//   npm run bench:rerank -- --model … --size 1000 --budgets 0,100,200
//
// Each question is asked with every budget, by turns, so that a busy machine slows all of them alike: the differences and ratios say more than the times.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Api, bankPath, connect } from "../lib/api.js";
import { locomo } from "../lib/locomo.js";
import { machine, round, save, spread, table } from "../lib/results.js";
import { startServer } from "../lib/server.js";
import { makeItems, makeQueries } from "./items.js";
import { retainAsync } from "./phases.js";

const { values: options } = parseArgs({
  options: {
    model: { type: "string" },
    size: { type: "string", default: "10000" },
    queries: { type: "string", default: "100" },
    budgets: { type: "string", default: "0,50,100,200" },
    name: { type: "string", default: "speed-cross-encoder" },
  },
});
if (options.model === undefined) throw new Error("Name the file of a cross-encoder: --model /path/model.onnx");

interface Reranked {
  readonly scored: number;
  readonly candidates: number;
  readonly duration_seconds: number;
}

interface Turn {
  readonly ms: number;
  /** Null where the budget was 0. */
  readonly reranked: Reranked | null;
}

async function ask(api: Api, bank: string, query: string, budgetMs: number): Promise<Turn> {
  const { ms, body } = await api.call<{ trace: { reranker: Reranked | null } }>("POST", bankPath(bank, "/memories/recall"), {
    query,
    rerank_budget_ms: budgetMs,
    trace: true,
  });
  return { ms, reranked: body.trace.reranker };
}

const SEED = 7;
const conversations = locomo();
const size = Number(options.size);
const budgets = options.budgets.split(",").map(Number);
const queries = makeQueries(conversations, Number(options.queries), SEED);
const bank = "bench-rerank";
const dataDir = mkdtempSync(path.join(tmpdir(), "hindsight-rerank-bench-"));
const server = await startServer({
  dataDir,
  env: { HINDSIGHT_API_RERANKER_PROVIDER: "onnx", HINDSIGHT_API_RERANKER_ONNX_MODEL_PATH: path.resolve(options.model) },
});
const api = connect(server.url);
try {
  await retainAsync(api, bank, makeItems(conversations, size));
  for (const query of queries.slice(0, 5)) for (const budget of budgets) await ask(api, bank, `${query} please`, budget); // warms caches of code
  const turns = new Map(budgets.map((budget) => [budget, [] as Turn[]]));
  for (const query of queries) for (const budget of budgets) turns.get(budget)!.push(await ask(api, bank, query, budget));
  const without = spread(turns.get(budgets[0]!)!.map(({ ms }) => ms)).p50;
  const results = budgets.map((budgetMs) => {
    const all = turns.get(budgetMs)!;
    const reranked = all.flatMap((turn) => (turn.reranked === null ? [] : [turn.reranked]));
    const scored = reranked.length === 0 ? null : spread(reranked.map((one) => one.scored));
    const stage = reranked.length === 0 ? null : spread(reranked.map((one) => one.duration_seconds * 1000));
    const ms = spread(all.map((turn) => turn.ms));
    return { budgetMs, ms, stage, scored, unscored: reranked.filter((one) => one.scored === 0).length, ratio: round(ms.p50 / without, 2) };
  });
  const rows = results.map(({ budgetMs, ms, stage, scored, unscored, ratio }) => [
    budgetMs,
    `${ms.p50} / ${ms.p95} / ${ms.max}`,
    stage === null ? "–" : `${stage.p50} / ${stage.p95} / ${stage.max}`,
    scored === null ? "–" : `${scored.p50} (${unscored} of ${queries.length} recalls: none)`,
    ratio,
  ]);
  console.log(table(["budget, ms", "recall p50 / p95 / max, ms", "reranking, ms", "scored, p50", `p50 : budget ${budgets[0]}`], rows));
  console.log(`\n${size.toLocaleString("en")} memories. ${JSON.stringify(machine())}`);
  console.log(save(options.name, { size, results }));
} finally {
  api.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
