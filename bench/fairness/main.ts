// Fairness: what a large asynchronous retain costs the others. A second bank's single retain beside it, against the same on an idle server.
// In: this checkout's server on a folder of its own, or --url of any server of the API. Out: a table with the ratios. Nothing is written to bench/results/.
//
//   npm run bench:fairness                                     this server, 10,000 items, embedded database
//   npm run bench:fairness -- --items 2000 --samples 20
//   npm run bench:fairness -- --database-url postgres://…      this server on PostgreSQL
//   npm run bench:fairness -- --url http://127.0.0.1:8888      another server: no memory figure

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { type Api, bankPath, connect, drained } from "../lib/api.js";
import { locomo } from "../lib/locomo.js";
import { machine, round, spread, table } from "../lib/results.js";
import { memoryMb, startServer } from "../lib/server.js";
import { type Item, makeItems } from "../speed/items.js";

const { values: options } = parseArgs({
  options: {
    url: { type: "string" },
    key: { type: "string" },
    "database-url": { type: "string" },
    items: { type: "string", default: "10000" },
    samples: { type: "string", default: "40" },
  },
});

interface OperationReply {
  readonly status: string;
  readonly error_message: string | null;
  readonly progress: { readonly processed?: number | null; readonly total?: number | null } | null;
}

const ENDED = new Set(["completed", "failed", "cancelled"]);
/** How often an operation is looked at: the resolution of the asynchronous figure. */
const LOOK_MS = 5;

const count = Number(options.items);
const samples = Number(options.samples);
const all = makeItems(locomo(), count + 4 * samples + 10);
const large = all.slice(0, count);
const singles = all.slice(count);
const [busy, quiet] = [`busy-${Date.now()}`, `quiet-${Date.now()}`];

const dataDir = mkdtempSync(path.join(tmpdir(), "hindsight-fairness-"));
const env: Record<string, string> = options["database-url"] ? { HINDSIGHT_API_DATABASE_URL: options["database-url"] } : {};
const server = options.url === undefined ? await startServer({ dataDir, env }) : null;
const api = connect(server?.url ?? options.url ?? "", options.key);
const memory = (): number => (server === null ? 0 : (memoryMb(server.pid) ?? 0));

/** A retain that waits for its vector. */
async function synchronous(target: Api, item: Item): Promise<number> {
  return (await target.call("POST", bankPath(quiet, "/memories"), { items: [item], async: false })).ms;
}

/** From the request until its operation has ended. */
async function asynchronous(target: Api, item: Item): Promise<number> {
  const started = performance.now();
  const { body } = await target.call<{ operation_id: string }>("POST", bankPath(quiet, "/memories"), { items: [item], async: true });
  for (;;) {
    const { body: operation } = await target.call<OperationReply>("GET", bankPath(quiet, `/operations/${body.operation_id}`));
    if (operation.status === "failed") throw new Error(operation.error_message ?? "the retain failed");
    if (ENDED.has(operation.status)) return performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

let next = 0;
const single = (): Item => singles[next++ % singles.length] as Item;

/** Alternates the two kinds, so that what else the machine does falls on both alike; ends early when `goOn` says so. */
async function measure(goOn: () => boolean): Promise<{ readonly sync: number[]; readonly async: number[] }> {
  const times = { sync: [] as number[], async: [] as number[] };
  for (let i = 0; i < samples && goOn(); i += 1) {
    times.sync.push(await synchronous(api, single()));
    times.async.push(await asynchronous(api, single()));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return times;
}

for (let i = 0; i < 5; i += 1) await synchronous(api, single()); // the encoder and the code are warm
const idle = await measure(() => true);
const before = memory();

const accepted = await api.call<{ operation_id: string }>("POST", bankPath(busy, "/memories"), { items: large, async: true });
const after = memory();
let most = after;
let isDraining = true;
const seen = new Set<number>();
const started = performance.now();
const watching = (async () => {
  for (;;) {
    const { body } = await api.call<OperationReply>("GET", bankPath(busy, `/operations/${accepted.body.operation_id}`));
    if (typeof body.progress?.processed === "number") seen.add(body.progress.processed);
    most = Math.max(most, memory());
    if (ENDED.has(body.status)) {
      isDraining = false;
      return { status: body.status, ms: performance.now() - started };
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
})();
await new Promise((resolve) => setTimeout(resolve, 500)); // it has begun
const beside = await measure(() => isDraining);
const end = await watching;
await drained(api, busy);

const rows = (["sync", "async"] as const).map((kind) => {
  const [alone, loaded] = [spread(idle[kind]), spread(beside[kind])];
  const what = kind === "sync" ? "one item, answered with its vector" : "one item, queued, until its operation has ended";
  return [
    what,
    `${alone.p50} / ${alone.p95} ms`,
    `${loaded.p50} / ${loaded.p95} ms`,
    loaded.n,
    `${round(loaded.p50 / alone.p50, 2)} ×`,
  ] as const;
});
console.log(table(["retain of a second bank", "idle, p50 / p95", "beside, p50 / p95", "samples beside", "ratio of p50"], rows));
console.log(
  `\n${count.toLocaleString("en")} items accepted in ${round(accepted.ms)} ms, ${end.status} after ${round(end.ms / 1000)} s; ` +
    `progress took ${seen.size} values${server === null ? "" : `; memory ${before} MB before, ${after} MB when accepted, ${most} MB at most`}.`,
);
console.log(JSON.stringify(machine()));
if (beside.sync.length < samples) console.log("The large retain ended before all samples were taken: raise --items.");

for (const bank of [busy, quiet]) await api.call("DELETE", bankPath(bank));
api.close();
await server?.stop();
rmSync(dataDir, { recursive: true, force: true });
