// Big banks: recall over 10,000, 100,000 and 1,000,000 memories on PostgreSQL, each arm's time, and how costs grow with the bank.
// In: a PostgreSQL with room (1,000,000 memories: 7 GB), LoCoMo dev. Out: tables, and bench/results/big-postgres.json. Linux, for processor times.
//
//   npm run bench:big -- --database-url postgres://…/big                 a database of its own, empty or filled by an earlier run, which is measured as it is
//   npm run bench:big -- --database-url … --sizes 10000,100000           smaller banks alone
//   npm run bench:big -- --database-url … --load-only                    fills it and waits for the indexes

import { parseArgs } from "node:util";
import pg from "pg";
import { openBank } from "../../packages/engine/src/banks/index.js";
import { tenantScope } from "../../packages/engine/src/domain/scope.js";
import { localEmbeddingProvider } from "../../packages/engine/src/providers/embedding/local.js";
import { readSearchState } from "../../packages/engine/src/store/banks/read-search-state.js";
import { openDatabase } from "../../packages/engine/src/store/open-database.js";
import { bankPath, connect } from "../lib/api.js";
import { locomo } from "../lib/locomo.js";
import { cpuClock } from "../lib/processes.js";
import { machine, round, save, table } from "../lib/results.js";
import { memoryMb, startServer } from "../lib/server.js";
import { bankName, loadBank, loadBase, smallBanks } from "./base.js";
import { exactness } from "./exact.js";
import { askLong, logLogSlope, type Recalled, recalls } from "./measures.js";
import { longQuestion, questions, TAG_ASKS, WINDOW_ASKS } from "./queries.js";

const { values: options } = parseArgs({
  options: {
    "database-url": { type: "string" },
    sizes: { type: "string", default: "10000,100000,1000000" },
    queries: { type: "string", default: "100" },
    budgets: { type: "string", default: "low,mid,high" },
    "load-only": { type: "boolean", default: false },
    name: { type: "string", default: "big-postgres" },
  },
});
const url = options["database-url"];
if (url === undefined) throw new Error("Give --database-url of a database of its own: it is filled, and stays.");

/** The number that one old memory alone has: it was written among the first tenth. */
const RARE = "777";
const conversations = locomo();
const sizes = options.sizes.split(",").map(Number);
const asked = questions(conversations, Number(options.queries));
const few = asked.slice(0, Math.ceil(asked.length / 4));
const rows: (readonly (string | number)[])[] = [];
const results: Record<string, unknown> = {};
const points = new Map<string, (readonly [number, number])[]>();

function record(what: string, at: string, value: string, detail: unknown): void {
  rows.push([what, at, value]);
  results[`${what}, ${at}`] = detail;
  console.error(`${what}, ${at}: ${value}`);
}

function plot(curve: string, n: number, y: number | null | undefined): void {
  if (y !== null && y !== undefined) points.set(curve, [...(points.get(curve) ?? []), [n, y]]);
}

const shown = ({ ms, cpuMs }: Pick<Recalled, "ms" | "cpuMs">): string => `${ms.p50} / ${ms.p95} ms, ${cpuMs} ms CPU`;

// Observations off: what they cost is no part of a recall.
const server = await startServer({ env: { HINDSIGHT_API_DATABASE_URL: url, HINDSIGHT_API_ENABLE_OBSERVATIONS: "false" } });
const api = connect(server.url);
const client = new pg.Client({ connectionString: url });
await client.connect();
try {
  await loadBase(api, client, conversations);
  await smallBanks(client);
  for (const size of sizes) {
    const loaded = await loadBank(api, client, size, (line) => console.error(line));
    if (loaded !== null)
      record("loaded, and its indexes built", size.toLocaleString("en"), `${loaded.loadS} s, ${loaded.indexS} s`, loaded);
  }
  if (!options["load-only"]) for (const size of sizes) await measure(size);
} finally {
  api.close();
  await client.end();
  await server.stop();
}

async function measure(size: number): Promise<void> {
  const bank = bankName(size);
  const at = `${size.toLocaleString("en")} memories`;
  // Other questions first: the pages of the bank come from the disk, and code is compiled, once.
  for (const query of asked) await api.call("POST", bankPath(bank, "/memories/recall"), { query: `${query} please` });
  const clock = await cpuClock(server.pid, url as string);
  for (const budget of options.budgets.split(",")) {
    const found = await recalls(api, bank, asked, { request: { budget } }, clock);
    record(`recall ${budget}, p50 / p95`, at, shown(found), found);
    plot(`recall ${budget}, CPU`, size, found.cpuMs);
    plot(`recall ${budget}, p50`, size, found.ms.p50);
    if (budget === "mid")
      for (const [stage, ms] of Object.entries(found.stages)) if (stage.endsWith("_arm")) plot(`${stage}, p50`, size, ms);
  }
  for (const { name, request } of [...TAG_ASKS, ...WINDOW_ASKS]) {
    const found = await recalls(api, bank, few, { request }, clock);
    record(`recall mid, ${name}`, at, shown(found), found);
    plot(`recall mid, ${name}, CPU`, size, found.cpuMs);
    if (name.startsWith("window")) plot(`temporal_arm, ${name}, p50`, size, found.stages.temporal_arm);
  }
  const long = await askLong(api, bank, longQuestion(conversations, RARE), RARE, clock);
  record(
    "200 words, one rare: keyword arm p50 / p95",
    at,
    `${long.keywordMs.p50} / ${long.keywordMs.p95} ms; its memory is no. ${long.rank}`,
    long,
  );
  plot("keyword_arm, 200 words, p50", size, long.keywordMs.p50);
  await clock.close();
  for (const one of await vectorArm(bank)) {
    record(`vector arm, recall@10, filter ${one.filter}`, at, `${one.recallAt10} by ${one.by}, ${one.ms.p50} / ${one.ms.p95} ms`, one);
    plot(`vector arm, filter ${one.filter}, p50`, size, one.ms.p50);
  }
  record("memory of the server (PSS)", at, `${memoryMb(server.pid)} MB`, memoryMb(server.pid));
}

/** In this process, with the engine's own statements, since the API does not tell what the arm alone found. */
async function vectorArm(bankId: string) {
  const encoder = localEmbeddingProvider({ cacheBytes: 0 });
  const db = await openDatabase({ url: url as string, statementTimeoutMs: 600_000 });
  try {
    const vectors: Float32Array[] = [];
    for (const text of asked) vectors.push(await encoder.embedQuery(text));
    const bank = await openBank(db, tenantScope("default"), bankId);
    const state = await readSearchState(db, bank, encoder.model.name);
    if (state === null || state.modelId === null) throw new Error(`${bankId} has no vectors of ${encoder.model.name}`);
    return await exactness(db, bank, { modelId: state.modelId, nextMemoryNo: state.nextMemoryNo }, vectors);
  } finally {
    await db.close();
    await encoder.close();
  }
}

const slopes = [...points].flatMap(([curve, at]) => {
  const slope = logLogSlope(at);
  return slope === null ? [] : [[curve, ...at.map(([, y]) => round(y)), slope] as const];
});
results.slopes = Object.fromEntries(slopes.map((row) => [row[0], row.at(-1)]));
console.log(`\n${table(["measurement", "at", "value"], rows)}`);
if (slopes.length > 0)
  console.log(
    `\n${table(
      ["cost, ms", ...sizes.map((size) => size.toLocaleString("en")), "log-log slope"],
      slopes.filter((row) => row.length === sizes.length + 2),
    )}`,
  );
console.log(`\n${JSON.stringify(machine())}`);
if (!options["load-only"]) console.log(save(options.name, results));
