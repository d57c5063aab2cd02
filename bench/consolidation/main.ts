// Consolidation: what the server itself costs when facts become observations, with a model that answers at once and without any model.
// In: this checkout's server on a folder and a database of its own. Out: tables on stdout; JSON under bench/results/ only with --save.
//
//   npm run bench:consolidation                                  400 facts with the scripted model; 1,000 and 10,000 without a model; both databases
//   npm run bench:consolidation -- --databases postgres --without ""
//   npm run bench:consolidation -- --repeat 3                    the median of three banks
//   npm run bench:consolidation -- --profile folder              CPU profiles of the server, one for each thread
//   npm run bench:consolidation -- --save consolidation          bench/results/consolidation.json

import { parseArgs } from "node:util";
import { loadItems } from "../extraction/items.js";
import { load, openBank } from "../extraction/load.js";
import { locomo } from "../lib/locomo.js";
import { startModelServer } from "../lib/model-server.js";
import { cpuClock } from "../lib/processes.js";
import { machine, round, save, table } from "../lib/results.js";
import { type DatabaseKind, isDatabaseKind, withServer } from "../lib/with-server.js";
import { retainAsync } from "../speed/phases.js";
import { type Consolidated, consolidate } from "./consolidate.js";
import { statementItems } from "./items.js";

const { values: options } = parseArgs({
  options: {
    facts: { type: "string", default: "400" },
    without: { type: "string", default: "1000,10000" },
    repeat: { type: "string", default: "3" },
    databases: { type: "string", default: "embedded,postgres" },
    "database-url": { type: "string" },
    profile: { type: "string" },
    save: { type: "string" },
  },
});

const SEED = 7;
/** Seconds and processor milliseconds that the reference takes for 100 facts (`shared/contract/baseline.md`), and what part of it is wanted (issue 5). */
const REFERENCE = { seconds: 4.1, cpuMs: 4_500 };
const WANTED = 1 / 5;

const conversations = locomo();
const facts = Number(options.facts);
const sizes = options.without.split(",").filter(Boolean).map(Number);
const repeat = Number(options.repeat);
const shared = { databaseUrl: options["database-url"], profile: options.profile };

async function withModel(kind: DatabaseKind): Promise<readonly Consolidated[]> {
  const model = await startModelServer();
  try {
    return await withServer(kind, { ...shared, env: model.env }, async (api, server) => {
      const clock = await cpuClock(server.pid, server.databaseUrl);
      const runs: Consolidated[] = [];
      for (let run = 0; run < repeat; run += 1) {
        const bank = `with-model-${run}`;
        await openBank(api, bank);
        await load(api, bank, loadItems(conversations, SEED + run), { from: 0, to: facts, clients: 1, band: null }, clock);
        runs.push(await consolidate(api, bank, clock));
        console.error(`${kind}, with a model: ${JSON.stringify(runs.at(-1))}`);
      }
      await clock.close();
      return runs;
    });
  } finally {
    await model.stop();
  }
}

/** The local encoder, statements each an item, a fifth of them said before: what a server of one command does. */
function withoutModel(kind: DatabaseKind, size: number): Promise<Consolidated> {
  return withServer(kind, { ...shared, env: {} }, async (api, server) => {
    const clock = await cpuClock(server.pid, server.databaseUrl);
    await openBank(api, "without-model");
    await retainAsync(api, "without-model", statementItems(size, SEED));
    const measured = await consolidate(api, "without-model", clock);
    console.error(`${kind}, without a model: ${JSON.stringify(measured)}`);
    await clock.close();
    return measured;
  });
}

/** The run whose time is the median. */
function median(runs: readonly Consolidated[]): Consolidated {
  return [...runs].sort((a, b) => a.secondsPer100 - b.secondsPer100)[Math.floor(runs.length / 2)] as Consolidated;
}

const rows: (readonly (string | number)[])[] = [];
const results: Record<string, unknown> = {};
for (const kind of options.databases.split(",")) {
  if (!isDatabaseKind(kind)) throw new Error(`--databases takes embedded and postgres, not "${kind}".`);
  if (facts > 0) {
    const runs = await withModel(kind);
    const middle = median(runs);
    results[`${kind}, with a model`] = runs;
    const [speed, cpu] = [REFERENCE.seconds / middle.secondsPer100, REFERENCE.cpuMs / middle.cpuMsPer100];
    rows.push([kind, "at once", ...cells(middle), `${round(speed, 2)} ×`, `${round(cpu, 2)} ×`]);
  }
  for (const size of sizes) {
    const measured = await withoutModel(kind, size);
    results[`${kind}, without a model, ${size}`] = measured;
    rows.push([kind, "none", ...cells(measured), "–", "–"]);
  }
}

function cells({ facts: count, observations, secondsPer100, cpuMsPer100 }: Consolidated): readonly (string | number)[] {
  return [count, observations, secondsPer100, cpuMsPer100];
}

const head = ["database", "model", "facts", "observations", "s/100 facts", "CPU ms/100 facts", "to reference", "CPU to reference"];
console.log(`\n${table(head, rows)}\n\nWanted with a model: ${round(1 / WANTED)} × the reference's speed.\n${JSON.stringify(machine())}`);
if (options.save !== undefined) console.log(save(options.save, results));
