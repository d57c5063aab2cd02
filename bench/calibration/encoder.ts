// encoder: what the built-in encoder costs: load, memory, throughput by batch size, latency of a query idle and behind a backlog.
// In: LoCoMo dev where it is there, else our own pairs. Out: tables. A busy machine shows in wall times; CPU times are steadier.
// npm run bench:encoder

import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { localEmbeddingProvider } from "../../packages/engine/src/providers/embedding/local.js";
import { modelRunner } from "../../packages/engine/src/providers/onnx/runner.js";
import { E5_SMALL_V2 } from "../../packages/models-en/src/index.js";
import { locomo } from "../lib/locomo.js";
import { TRIPLES } from "./pairs.js";

const TEXTS = 320;
const QUERIES = 200;

/** Proportional set size of this process in MiB, and the part of it that no file backs; Linux only. */
function memory(): { readonly pss: number; readonly anonymous: number } {
  const text = readFileSync("/proc/self/smaps_rollup", "utf8");
  const read = (field: string): number => Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) / 1024);
  return { pss: read("Pss"), anonymous: read("Pss_Anon") };
}

function texts(): readonly string[] {
  try {
    const turns = locomo().flatMap((one) => one.turns.map((turn) => turn.text));
    return turns.filter((_, i) => i % Math.floor(turns.length / TEXTS) === 0).slice(0, TEXTS);
  } catch (cause) {
    console.warn(`${cause instanceof Error ? cause.message : String(cause)}\nOur own pairs are used instead; they are shorter.`);
    return TRIPLES.flatMap((one) => [one.memory, one.paraphrase]);
  }
}

const at = (sorted: readonly number[], share: number): string =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(1);
const summary = (times: readonly number[]) => {
  const sorted = [...times].sort((a, b) => a - b);
  return { "best ms": at(sorted, 0), "p50 ms": at(sorted, 0.5), "p95 ms": at(sorted, 0.95), "max ms": at(sorted, 1) };
};

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly cpuMs: number; readonly value: T }> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const value = await work();
  const ms = performance.now() - started;
  const used = process.cpuUsage(cpu);
  return { ms, cpuMs: (used.user + used.system) / 1000, value };
}

console.log(`${availableParallelism()} cores, load average ${loadavg()[0]?.toFixed(1)}`);
const passages = texts();

const before = memory();
const encoder = localEmbeddingProvider({ cacheBytes: 0 });
const load = await timed(() => encoder.warm());
const loaded = memory();
await encoder.embedPassages(passages);
const worked = memory();
console.table({
  "before the thread": before,
  [`loaded (${Math.round(load.ms)} ms, ${Math.round(load.cpuMs)} ms of CPU)`]: loaded,
  "after its first 320 texts": worked,
});

const idle = await timed(() => new Promise((resolve) => setTimeout(resolve, 3_000)));
console.log(`idle: ${idle.cpuMs.toFixed(1)} ms of CPU in 3 s (this thread's own timer included)`);

const questions = TRIPLES.flatMap((one) => [one.question, one.paraphrase, `${one.question} ${one.paraphrase}`]).slice(0, QUERIES);
const alone: number[] = [];
for (const question of questions) alone.push((await timed(() => encoder.embedQuery(question))).ms);
const backlog = encoder.embedPassages(Array.from({ length: 40 }, () => passages).flat());
let finished = false;
const end = backlog.then(
  () => {
    finished = true;
  },
  () => undefined,
);
const behind: number[] = [];
for (const question of questions) {
  if (finished) break;
  behind.push((await timed(() => encoder.embedQuery(`${question} again`))).ms);
}
console.table({ "query, idle": summary(alone), [`query, behind a backlog (${behind.length})`]: summary(behind) });
await encoder.close();
await end;

const rows = [];
for (const threads of [1, 2]) {
  for (const maxBatchInputs of [1, 4, 8, 16, 32]) {
    const runner = modelRunner("The encoder", {
      modelPath: fileURLToPath(E5_SMALL_V2.model.url),
      tokenizerPath: fileURLToPath(E5_SMALL_V2.tokenizer.url),
      modelSha256: null,
      tokenizerSha256: null,
      maxTokens: E5_SMALL_V2.maxTokens,
      task: { kind: "embed", pooling: "mean" },
      threads,
      maxBatchInputs,
      maxBatchTokens: 256 * maxBatchInputs,
    });
    await runner.load();
    const inputs = passages.map((text) => E5_SMALL_V2.passagePrefix + text);
    await runner.run("many", inputs.slice(0, 32));
    const runs = [];
    for (let i = 0; i < 3; i++) runs.push(await timed(() => runner.run("many", inputs)));
    const best = Math.min(...runs.map((run) => run.ms));
    const cpu = Math.min(...runs.map((run) => run.cpuMs));
    rows.push({
      threads,
      batch: maxBatchInputs,
      "texts/s (best of 3)": Math.round((inputs.length / best) * 1000),
      "CPU ms/text": (cpu / inputs.length).toFixed(2),
      "PSS MiB": memory().pss,
    });
    await runner.close();
  }
}
console.table(rows);
