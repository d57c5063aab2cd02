// Speed: how long start, retain, recall and reflect take, and how much memory the server holds.
// In: this checkout's server on a folder of its own, or --url of any server of the API. Out: a table, and JSON under bench/results/.
//
//   npm run bench:speed                                        this server, 1,000 and 10,000 memories, embedded database
//   npm run bench:speed -- --sizes 1000
//   npm run bench:speed -- --hot-rounds 3 --stub-encoder       at the last size also with the bank in memory and without, by turns; an encoder that answers at once
//   npm run bench:speed -- --url http://127.0.0.1:8888         another server: no start time, no memory figure
//   npm run bench:speed -- --database-url postgres://…         this server on PostgreSQL; with --multiply 10, recall at ten times the last size too

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Api, bankPath, connect, drained } from "../lib/api.js";
import { locomo } from "../lib/locomo.js";
import { startModelServer } from "../lib/model-server.js";
import { machine, round, save, spread, table } from "../lib/results.js";
import { type BenchServer, memoryMb, startServer } from "../lib/server.js";
import { compareHotBanks } from "./hot-banks.js";
import { makeItems, makeQueries } from "./items.js";
import { multiplyBank, vectorIndexBuilt } from "./multiply.js";
import { modelReading, recallLatency, recallThroughput, reflectLatency, retainAsync, retainSync } from "./phases.js";

const { values: options } = parseArgs({
  options: {
    url: { type: "string" },
    key: { type: "string" },
    "database-url": { type: "string" },
    sizes: { type: "string", default: "1000,10000" },
    multiply: { type: "string", default: "1" },
    queries: { type: "string", default: "200" },
    clients: { type: "string", default: "8" },
    seconds: { type: "string", default: "20" },
    "hot-rounds": { type: "string", default: "0" },
    "stub-encoder": { type: "boolean", default: false },
    name: { type: "string" },
  },
});

const SEED = 7;
const conversations = locomo();
const sizes = options.sizes.split(",").map(Number);
const questions = makeQueries(conversations, Number.POSITIVE_INFINITY, SEED);
const queries = questions.slice(0, Number(options.queries));
/** For several clients: those that nobody has asked yet, as many as there are. */
const others = questions.slice(queries.length);
const items = makeItems(conversations, Math.max(...sizes) + 100);
const bank = `bench-${Date.now()}`;
const rows: (readonly (string | number)[])[] = [];
const results: Record<string, unknown> = {};

function record(what: string, at: string, value: string | number, detail: unknown = value): void {
  rows.push([what, at, value]);
  results[`${what}, ${at}`] = detail;
  console.error(`${what}, ${at}: ${value}`);
}

const dataDir = mkdtempSync(path.join(tmpdir(), "hindsight-speed-"));
const database: Record<string, string> = options["database-url"] ? { HINDSIGHT_API_DATABASE_URL: options["database-url"] } : {};
// Reflections alone ask the model: what is retained is read without one. A server at --url has a model of its own, or none; it is not asked to reflect.
const model = options.url === undefined ? await startModelServer() : null;
const reflecting: Record<string, string> = model
  ? {
      HINDSIGHT_API_REFLECT_LLM_PROVIDER: "openai",
      HINDSIGHT_API_REFLECT_LLM_BASE_URL: `${model.url}/v1`,
      HINDSIGHT_API_REFLECT_LLM_API_KEY: "none",
      HINDSIGHT_API_REFLECT_LLM_MODEL: "stub",
      HINDSIGHT_API_SKIP_LLM_VERIFICATION: "true",
      HINDSIGHT_API_LLM_PRICES: '{"stub": {"input": 0, "output": 0}}',
    }
  : {};
const encoder: Record<string, string> =
  model && options["stub-encoder"]
    ? {
        HINDSIGHT_API_EMBEDDINGS_PROVIDER: "openai",
        HINDSIGHT_API_EMBEDDINGS_OPENAI_BASE_URL: `${model.url}/v1`,
        HINDSIGHT_API_EMBEDDINGS_OPENAI_API_KEY: "none",
        HINDSIGHT_API_EMBEDDINGS_OPENAI_MODEL: "stub",
      }
    : {};
const start = (more: Readonly<Record<string, string>> = {}): Promise<BenchServer> =>
  startServer({ dataDir, env: { ...database, ...reflecting, ...encoder, ...more } });

let server: BenchServer | null = null;
let api: Api;
if (options.url === undefined) {
  server = await start();
  record("start to healthy", "new folder", `${round(server.startMs / 1000, 2)} s`, server.startMs);
  record("memory (PSS)", "empty", `${memoryMb(server.pid)} MB`);
  api = connect(server.url);
} else {
  api = connect(options.url, options.key);
}

let stored = 0;
for (const size of sizes) {
  const at = `${size.toLocaleString("en")} memories`;
  const load = await retainAsync(api, bank, items.slice(stored, size));
  stored = size;
  record("async retain, acknowledged", at, `${load.ackItemsPerS} items/s`, load);
  record("async retain, drained with vectors", at, `${load.drainItemsPerS} items/s`);
  for (const budget of ["low", "mid", "high"]) {
    const times = await recallLatency(api, bank, queries, budget);
    record(`recall ${budget}, p50 / p95 / max`, at, `${times.p50} / ${times.p95} / ${times.max} ms`, times);
  }
  if (model) {
    const times = await reflectLatency(api, bank, queries.slice(0, 55));
    record("reflect low with a model that answers at once, p50 / p95", at, `${times.p50} / ${times.p95} ms`, times);
  }
  const models = await modelReading(api, bank);
  const waits = models.refreshed ? "" : ", before its first refresh";
  record(`model read${waits}, p50 / p95`, at, `${models.one.p50} / ${models.one.p95} ms`, models.one);
  record(`list of 20 models${waits}, p50 / p95`, at, `${models.list.p50} / ${models.list.p95} ms`, models.list);
  const many = await recallThroughput(api, bank, others, Number(options.clients), Number(options.seconds));
  record(`recalls with ${many.clients} clients`, at, `${many.perS} /s`, many);
  if (server) record("memory (PSS)", at, `${memoryMb(server.pid)} MB`);
}
const single = await retainSync(api, bank, items.slice(stored, stored + 100));
record(
  "sync retain of one item with its vector, p50 / p95",
  `${stored.toLocaleString("en")} memories`,
  `${single.ms.p50} / ${single.ms.p95} ms`,
  single,
);

if (server) {
  await server.stop();
  api.close();
  const starts: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    server = await start();
    starts.push(server.startMs);
    if (i < 2) await server.stop();
  }
  record("start to healthy, median of 3", `folder of ${stored.toLocaleString("en")}`, `${round(spread(starts).p50 / 1000, 2)} s`, starts);
  api = connect(server.url);
  const first = await api.call("POST", bankPath(bank, "/memories/recall"), { query: queries[0], budget: "mid" });
  record("first recall after a start", `folder of ${stored.toLocaleString("en")}`, `${round(first.ms)} ms`, first.ms);
}

if (server && Number(options["hot-rounds"]) > 0) {
  await server.stop();
  api.close();
  const compared = await compareHotBanks({
    bank,
    queries,
    others,
    rounds: Number(options["hot-rounds"]),
    clients: Number(options.clients),
    seconds: Number(options.seconds),
    databaseUrl: options["database-url"] ?? null,
    start,
  });
  for (const one of compared) {
    const at = `${stored.toLocaleString("en")} memories, ${one.megabytes === 0 ? "from the database" : "bank in memory"}`;
    record(
      "recall mid, p50 / p95; CPU a recall; of it the encoder",
      at,
      `${one.ms.p50} / ${one.ms.p95} ms; ${one.cpuMs} ms; ${one.encoderMs} ms`,
      one,
    );
    record(`recalls with ${one.many.clients} clients`, at, `${one.many.perS} /s`, one.many);
  }
  server = await start();
  api = connect(server.url);
}

const times = Number(options.multiply);
if (times > 1 && options["database-url"]) {
  await multiplyBank(options["database-url"], bank, times);
  const at = `${(times * stored).toLocaleString("en")} memories`;
  // A write shows the server how the bank has grown; it then builds the vector index behind it.
  await api.call("POST", bankPath(bank, "/memories"), { items: [{ content: "Zoe: The bank has grown.", document_id: "grown" }] });
  await drained(api, bank);
  await vectorIndexBuilt(options["database-url"]);
  for (const budget of ["low", "mid", "high"]) {
    const latency = await recallLatency(api, bank, queries, budget);
    record(`recall ${budget}, p50 / p95 / max`, at, `${latency.p50} / ${latency.p95} / ${latency.max} ms`, latency);
  }
  const many = await recallThroughput(api, bank, others, Number(options.clients), Number(options.seconds));
  record(`recalls with ${many.clients} clients`, at, `${many.perS} /s`, many);
}
await api.call("DELETE", bankPath(bank));
api.close();
await server?.stop();
await model?.stop();
rmSync(dataDir, { recursive: true, force: true });

console.log(`\n${table(["measurement", "at", "value"], rows)}\n\n${JSON.stringify(machine())}`);
console.log(save(options.name ?? `speed-${options.url ? "url" : options["database-url"] ? "postgres" : "embedded"}`, results));
