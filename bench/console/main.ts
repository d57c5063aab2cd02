// The web console: how much is loaded first, how soon a page answers, and how long scrolling and the graph keep the main thread.
// In: this checkout's built console, a server of its own with a made-up bank, headless Chromium. Out: a table, and bench/results/console.md.
//
//   npm run bench:console                          10,000 memories, three times
//   npm run bench:console -- --memories 2000 --times 1
//   npm run bench:console -- --url http://127.0.0.1:8888 --bank assistant      a server that is there already

import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { sampleServer } from "../../packages/console/scripts/sample-server.js";
import { closeBrowser } from "../../packages/console/test/support/browser.js";
import { machine, round, spread, table } from "../lib/results.js";
import { repository } from "../lib/server.js";
import { firstLoad, graphTasks, interactiveMs, tableScroll } from "./measures.js";

const { values: options } = parseArgs({
  options: {
    memories: { type: "string", default: "10000" },
    times: { type: "string", default: "3" },
    url: { type: "string" },
    bank: { type: "string", default: "assistant" },
  },
});

const count = Number(options.memories);
const times = Number(options.times);
const own = options.url === undefined ? await sampleServer(count) : null;
const target = { url: own?.url ?? (options.url as string), bank: own?.bank ?? options.bank };
const loads = [loadavg()[0] ?? 0];

/** One measurement after another: two at once would measure each other. */
async function repeated<Result>(measure: () => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let time = 0; time < times; time += 1) results.push(await measure());
  loads.push(loadavg()[0] ?? 0);
  return results;
}
const each = (values: readonly number[], unit: string, digits = 0): string =>
  `${values.map((value) => round(value, digits)).join(" / ")} ${unit}`;

const rows: (readonly [string, string, string])[] = [];
const note = (what: string, limit: string, value: string): void => {
  rows.push([what, limit, value]);
  console.error(`${what}: ${value}`);
};
try {
  const size = await firstLoad(target);
  note("first load of home without charts and graph, gzip", "300 KB", `${round(size.first / 1000)} KB in ${size.files} files`);
  note("what home loads after it (charts), gzip", "", `${round(size.later / 1000)} KB`);
  for (const section of ["home", "memories"]) {
    note(`${section} is there, nothing left to load`, "1,500 ms", each(await repeated(() => interactiveMs(target, section)), "ms"));
  }
  const scrolls = (await repeated(() => tableScroll(target))).filter((scroll) => scroll !== null);
  if (scrolls.length === 0) note("scroll of the memories table", "", "there is no table that scrolls");
  else {
    note(
      "table scroll, frame p50",
      "",
      each(
        scrolls.map(({ frames }) => spread(frames).p50),
        "ms",
        1,
      ),
    );
    note(
      "table scroll, frame p95",
      "",
      each(
        scrolls.map(({ frames }) => spread(frames).p95),
        "ms",
        1,
      ),
    );
    note(
      "table scroll, main-thread tasks p95",
      "",
      each(
        scrolls.map(({ tasks }) => spread(tasks).p95),
        "ms",
        1,
      ),
    );
    note(
      "table scroll, tasks above 50 ms",
      "",
      each(
        scrolls.map(({ tasks }) => tasks.filter((ms) => ms > 50).length),
        "",
      ),
    );
  }
  const graphs = await repeated(() => graphTasks(target));
  note("graph: nodes, links", "", graphs[0]?.drawn ?? "");
  note(
    "graph is laid out after",
    "",
    each(
      graphs.map(({ restMs }) => restMs),
      "ms",
    ),
  );
  note(
    "graph pan and zoom, main-thread tasks p50",
    "",
    each(
      graphs.map(({ tasks }) => spread(tasks).p50),
      "ms",
      1,
    ),
  );
  note(
    "graph pan and zoom, main-thread tasks p95",
    "50 ms",
    each(
      graphs.map(({ tasks }) => spread(tasks).p95),
      "ms",
      1,
    ),
  );
  note(
    "graph pan and zoom, longest task",
    "",
    each(
      graphs.map(({ tasks }) => spread(tasks).max),
      "ms",
      1,
    ),
  );
} finally {
  await closeBrowser();
  await own?.close();
}

const { date, cpu, cores, node } = machine();
const text = `# The web console

\`npm run bench:console\`, ${date}: ${own === null ? "a server that was there" : `${count.toLocaleString("en")} memories on the embedded database`}, headless Chromium without a graphics card, ${cores} cores (${cpu}), Node ${node}.
Load of the machine while it ran (1 minute, before and after each part): ${loads.map((load) => round(load)).join(", ")}. Several values are the repetitions, in order.
Tasks are those of the page's main thread that took 1 ms or more, from a trace of the browser; shorter ones are left out, since they would only flatter the percentiles.

${table(["measurement", "limit", "value"], rows)}
`;
const file = path.join(repository, "bench/results/console.md");
writeFileSync(file, text);
console.log(`\n${text}\n${file}`);
