// Quality: how well recall finds labelled evidence, with the floor of plain BM25 beside it.
// In: this checkout's server on a folder of its own, or --url of any server of the API. Out: tables, and JSON under bench/results/.
//
//   npm run bench:quality                                      this server, embedded database, all tasks
//   npm run bench:quality -- --tasks locomo-turn,madial-zh
//   npm run bench:quality -- --shuffle-ids                     documents get random ids: the figures must stay
//   npm run bench:quality -- --observations off                nothing is consolidated; by default what is said again is, as in every server
//   npm run bench:quality -- --url http://127.0.0.1:8888       another server of the same API
//   npm run bench:quality -- --database-url postgres://…       this server on PostgreSQL

import { parseArgs } from "node:util";
import { connect } from "../lib/api.js";
import { machine, round, save, table } from "../lib/results.js";
import { startServer } from "../lib/server.js";
import { type Answers, ask, overHttp } from "./ask.js";
import { locomoSessions, locomoTurns } from "./locomo-tasks.js";
import { madial } from "./madial-tasks.js";
import { type Metrics, metricsOf } from "./metrics.js";
import type { Task } from "./task.js";
import { wideQuestions } from "./wide-task.js";

const TASKS: Readonly<Record<string, () => Task>> = {
  "locomo-turn": locomoTurns,
  "locomo-session": locomoSessions,
  "madial-en": () => madial("en"),
  "madial-zh": () => madial("zh"),
  wide: wideQuestions,
};

const { values: options } = parseArgs({
  options: {
    url: { type: "string" },
    key: { type: "string" },
    "database-url": { type: "string" },
    tasks: { type: "string", default: Object.keys(TASKS).join(",") },
    budget: { type: "string", default: "mid" },
    observations: { type: "string", default: "on" },
    "shuffle-ids": { type: "boolean", default: false },
    name: { type: "string" },
  },
});

const tasks = options.tasks.split(",").map((name) => {
  const make = TASKS[name];
  if (make === undefined) throw new Error(`There is no task "${name}"; there are ${Object.keys(TASKS).join(", ")}.`);
  return make();
});
const database: Record<string, string> = options["database-url"] ? { HINDSIGHT_API_DATABASE_URL: options["database-url"] } : {};
const learning: Record<string, string> = options.observations === "off" ? { HINDSIGHT_API_ENABLE_OBSERVATIONS: "false" } : {};
const server = options.url === undefined ? await startServer({ env: { ...database, ...learning } }) : null;
const api = connect(server?.url ?? (options.url as string), options.key);
const results: Record<string, unknown> = {};
try {
  const memory = overHttp(api, options.budget);
  const stamp = Date.now().toString(36);
  for (const task of tasks) {
    const answers: Answers[] = [];
    for (const bank of task.banks) {
      const started = performance.now();
      answers.push(await ask(memory, task, bank, `quality-${stamp}-${task.name}-${bank.name}`, options["shuffle-ids"]));
      console.error(`${task.name} ${bank.name}: ${bank.asks.length} questions, ${round((performance.now() - started) / 1000)} s`);
    }
    results[task.name] = report(task, answers);
  }
} finally {
  api.close();
  await server?.stop();
}
const engine = options.url !== undefined ? "url" : options["database-url"] ? "postgres" : "pglite";
const { cpu, cores, node, hindsight, date } = machine();
console.log(`\n${date}, ${cpu}, ${cores} cores, Node ${node}, version ${hindsight}, ${engine}, budget ${options.budget}`);
console.log(
  save(
    options.name ??
      `quality-${engine}${options["shuffle-ids"] ? "-shuffled" : ""}${options.observations === "off" ? "-no-observations" : ""}`,
    {
      engine,
      budget: options.budget,
      shuffledIds: options["shuffle-ids"],
      observations: options.observations,
      tasks: results,
    },
  ),
);

/** Prints a task's table and returns its figures. */
function report(task: Task, answers: readonly Answers[]): Record<string, unknown> {
  const judged = answers.flatMap((one) => one.judged);
  const overall = metricsOf(judged);
  const floor = metricsOf(answers.flatMap((one) => one.floor));
  const categories = [...new Set(judged.map(({ category }) => category))].sort();
  const byCategory = Object.fromEntries(categories.map((name) => [name, metricsOf(judged.filter(({ category }) => category === name))]));
  const byBank = Object.fromEntries(task.banks.map(({ name }, at) => [name, metricsOf(answers[at]?.judged ?? [])]));
  const names = Object.keys(overall);
  const row = (name: string, metrics: Metrics) => [
    name,
    ...names.map((key) => (key === "questions" ? (metrics[key] ?? 0) : (metrics[key] ?? 0).toFixed(3))),
  ];
  const rows = [row("recall", overall), row("plain BM25", floor)];
  if (categories.length > 1) rows.push(...categories.map((name) => row(`  ${name}`, byCategory[name] as Metrics)));
  const observations = answers.reduce((sum, one) => sum + one.observations, 0);
  console.log(`\n${task.what}; ${observations} observations\n${table(["", ...names], rows)}`);
  return { observations, recall: overall, floor, byCategory, byBank };
}
