// The write path with a model: what the server itself costs when the model answers at once, and what a text costs in calls and tokens.
// In: this checkout's server on a folder and a database of its own. Out: tables on stdout; JSON under bench/results/ only with --save.
//
//   npm run bench:extraction                                     10,000 facts, embedded database and PostgreSQL of the tests
//   npm run bench:extraction -- --facts 100000 --databases postgres --database-url postgres://…
//   npm run bench:extraction -- --llm-ms 500                     an asynchronous retain of 200 items with a slow model too
//   npm run bench:extraction -- --profile folder                 CPU profiles of the server, one for each thread
//   npm run bench:extraction -- --save extraction                bench/results/extraction.json

import { parseArgs } from "node:util";
import { locomo } from "../lib/locomo.js";
import { type ModelServer, startModelServer } from "../lib/model-server.js";
import { cpuClock } from "../lib/processes.js";
import { machine, round, save, table } from "../lib/results.js";
import { memoryMb } from "../lib/server.js";
import { type DatabaseKind, isDatabaseKind, type ServerOptions, withServer } from "../lib/with-server.js";
import { stretchesTo, TARGETS } from "./bands.js";
import { type CallCost, CHARACTERS_A_CALL, measureCalls } from "./calls.js";
import { dialogueItems, type ExtractionItem, loadItems, noteItems, proseItems } from "./items.js";
import { type Loaded, load, openBank } from "./load.js";
import { type SlowRetain, slowRetain, thinned } from "./slow.js";

const { values: options } = parseArgs({
  options: {
    facts: { type: "string", default: "10000" },
    clients: { type: "string", default: "1,4" },
    databases: { type: "string", default: "embedded,postgres" },
    "database-url": { type: "string" },
    "llm-ms": { type: "string", default: "0" },
    "slow-items": { type: "string", default: "200" },
    profile: { type: "string" },
    save: { type: "string" },
  },
});

interface Measured {
  readonly fsync: string;
  readonly memoryMb: { readonly empty: number | null; readonly loaded: number | null };
  readonly loads: readonly Loaded[];
  readonly calls: Readonly<Record<string, CallCost>>;
  readonly slow: SlowRetain | null;
}

const SEED = 7;
const PROSE_LENGTH = 30_000;
const PROSE_DOCUMENTS = 10;
const conversations = locomo();
const clients = options.clients.split(",").map(Number);
const facts = Number(options.facts);
const llmMs = Number(options["llm-ms"]);
if (![facts, ...clients].every((count) => Number.isInteger(count) && count > 0))
  throw new Error("--facts and --clients take whole numbers above 0.");

const serverOptions = (model: ModelServer): ServerOptions => ({
  env: model.env,
  databaseUrl: options["database-url"],
  profile: options.profile,
});

const texts: Readonly<Record<string, readonly ExtractionItem[]>> = {
  "LoCoMo dev, a session an item": dialogueItems(conversations, Number.POSITIVE_INFINITY),
  [`prose, documents of ${PROSE_LENGTH.toLocaleString("en")}`]: proseItems(PROSE_DOCUMENTS, PROSE_LENGTH, SEED + 1),
  "LoCoMo dev, eight turns an item": dialogueItems(conversations).slice(0, 200),
};

async function measure(kind: DatabaseKind): Promise<Measured> {
  const model = await startModelServer();
  try {
    const quick = await withServer(kind, serverOptions(model), async (api, server) => {
      const clock = await cpuClock(server.pid, server.databaseUrl);
      const empty = memoryMb(server.pid);
      await openBank(api, "load");
      const items = loadItems(conversations, SEED);
      const loads: Loaded[] = [];
      for (const stretch of stretchesTo(facts, clients)) {
        const loaded = await load(api, "load", items, stretch, clock);
        loads.push(loaded);
        console.error(`${kind}, ${loaded.from}–${loaded.to} facts, ${loaded.clients} client(s): ${loaded.factsPerS} facts/s`);
      }
      await clock.close();
      const memory = { empty, loaded: memoryMb(server.pid) };
      const calls: Record<string, CallCost> = {};
      for (const [index, [name, own]] of Object.entries(texts).entries())
        calls[name] = await measureCalls(api, model, `calls-${index}`, own);
      return { fsync: server.fsync, memoryMb: memory, loads, calls };
    });
    return { ...quick, slow: llmMs > 0 ? await measureSlow(kind) : null };
  } finally {
    await model.stop();
  }
}

async function measureSlow(kind: DatabaseKind): Promise<SlowRetain> {
  const model = await startModelServer({ llmMs });
  try {
    const notes = noteItems(SEED + 2);
    const items = Array.from({ length: Number(options["slow-items"]) }, () => notes.next().value);
    return await withServer(kind, serverOptions(model), (api) => slowRetain(api, model, "slow", items, llmMs));
  } finally {
    await model.stop();
  }
}

function print(kind: DatabaseKind, { fsync, memoryMb: memory, loads, calls, slow }: Measured): void {
  console.log(`\n## ${kind} (fsync ${fsync}), model without delay; wanted: ${TARGETS[kind]} × the reference's facts a second\n`);
  const rows = loads.map((one) => [
    one.band ?? "(filling)",
    `${one.from}–${one.to}`,
    one.clients,
    one.factsPerS,
    one.answeredFactsPerS,
    `${one.ratio.speed} ×`,
    one.cpuMsPerFact ?? "–",
    one.ratio.cpu === null ? "–" : `${one.ratio.cpu} ×`,
    `${one.batchMs.p50} / ${one.batchMs.p95}`,
  ]);
  const head = ["band", "facts", "clients", "facts/s", "answered/s", "to reference", "CPU ms/fact", "to reference", "batch ms p50 / p95"];
  console.log(table(head, rows));
  const [first, last] = [loads[0], loads.at(-1)];
  if (first !== undefined && last !== undefined && first !== last && first.cpuMsPerFact !== null && last.cpuMsPerFact !== null) {
    console.log(`\nProcessor time a fact, last stretch to first: ${round(last.cpuMsPerFact / first.cpuMsPerFact, 2)} ×.`);
  }
  console.log(`Memory of the server (PSS): ${memory.empty} MB empty, ${memory.loaded} MB loaded.\n`);
  const costs = Object.entries(calls).map(([name, one]) => [
    name,
    one.characters,
    one.calls,
    one.modelCalls,
    one.allowed,
    one.charactersPerCall,
    one.callsPer1000,
    one.inputPer1000,
    one.outputPer1000,
    one.facts,
  ]);
  const wanted = `one per ${CHARACTERS_A_CALL.toLocaleString("en")}, a document at least one`;
  console.log(
    table(
      [
        "text",
        "characters",
        "calls",
        "seen by the model",
        wanted,
        "characters/call",
        "calls/1,000",
        "tokens in/1,000",
        "tokens out/1,000",
        "facts",
      ],
      costs,
    ),
  );
  if (slow === null) return;
  console.log(
    `\n${slow.items} items, asynchronous, a model of ${slow.llmMs} ms: accepted in ${slow.acceptedMs} ms, done with vectors in ${slow.seconds} s, ` +
      `${slow.facts} facts (${slow.factsPerS} /s), ${slow.calls} calls, ${slow.callsInFlight} under way at once on average.`,
  );
  const samples = thinned(slow.progress, 12).map((one) => `${one.seconds} s ${one.stage} ${one.processed}/${one.total}`);
  console.log(`Progress took ${slow.progress.length} values: ${samples.join(", ")}.`);
}

const results: Record<string, Measured> = {};
for (const kind of options.databases.split(",")) {
  if (!isDatabaseKind(kind)) throw new Error(`--databases takes embedded and postgres, not "${kind}".`);
  const measured = await measure(kind);
  results[kind] = measured;
  print(kind, measured);
}
console.log(`\n${JSON.stringify(machine())}`);
if (options.save !== undefined) console.log(save(options.save, results));
