// kill -9 in the middle of retains, again and again: nothing acknowledged is lost, nothing is there twice.
// As a script, twenty rounds on the embedded database: npx tsx --conditions=source packages/engine/test/retain/kill-nine.ts [rounds]
// As a function, what kill-nine.test.ts asserts on. Each round ends at a random moment of a life that has acknowledged something.

import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { sql } from "../../src/store/db.js";
import { openDatabase } from "../../src/store/open-database.js";
import { freshDataDir, freshPostgres } from "../support/database.js";
import { engineOn } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

export interface Verdict {
  readonly acknowledged: number;
  readonly stored: number;
  /** Acknowledged statements that are not there. */
  readonly lost: readonly string[];
  /** Statements that are there more than once, as memories or in the text of the shared document. */
  readonly twice: readonly string[];
  /** Memories that still have no vector when nothing waits any more. */
  readonly withoutVector: number;
  readonly unfinished: number;
  /** Milliseconds from the start of a process to its open database, after each kill. */
  readonly reopenMs: readonly number[];
}

/** Runs the rounds and judges what is there afterwards. `random` gives the lengths of the lives, 0…1. */
export async function killNine(engineName: "pglite" | "postgres", rounds: number, random: () => number): Promise<Verdict> {
  const { where, dispose } = await freshTarget(engineName);
  try {
    const acknowledged: string[] = [];
    const reopenMs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const life = await liveAndDie(where, `L${round}`, 150 + random() * 900);
      acknowledged.push(...life.acknowledged);
      reopenMs.push(life.openMs);
    }
    return { ...(await judge(where, acknowledged)), reopenMs };
  } finally {
    await dispose();
  }
}

/** An empty database that outlives the processes that open it. */
export async function freshTarget(
  engineName: "pglite" | "postgres",
): Promise<{ readonly where: string; readonly dispose: () => Promise<void> }> {
  if (engineName === "postgres") {
    const { url, drop } = await freshPostgres();
    return { where: url, dispose: drop };
  }
  const folder = await freshDataDir();
  return { where: `embedded:${folder}`, dispose: async () => rmSync(folder, { recursive: true, force: true }) };
}

/** One life: until `ms` after the first acknowledgement, then SIGKILL. `victim` is the program that lives, by its file here. */
export async function liveAndDie(
  where: string,
  name: string,
  ms: number,
  victim = "./kill-nine-child.ts",
): Promise<{ readonly acknowledged: readonly string[]; readonly openMs: number }> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const entry = fileURLToPath(new URL(victim, import.meta.url));
  const started = performance.now();
  const child = spawn(process.execPath, ["--conditions=source", "--import", tsx, entry, where, name], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  let openMs = 0;
  child.stderr.on("data", (data: Buffer) => {
    errors += data.toString();
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (data: Buffer) => {
      output += data.toString();
      if (openMs === 0 && output.includes("open\n")) openMs = performance.now() - started;
      if (output.includes("ack ")) resolve();
    });
    child.on("exit", () => reject(new Error(`The child ended by itself: ${errors || output}`)));
  });
  await new Promise((resolve) => setTimeout(resolve, ms));
  await kill(child);
  const lines = output.slice(0, output.lastIndexOf("\n")).split("\n");
  return { acknowledged: lines.filter((line) => line.startsWith("ack ")).map((line) => line.slice(4)), openMs };
}

async function kill(child: ChildProcess): Promise<void> {
  child.removeAllListeners("exit");
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.kill("SIGKILL");
  await gone;
}

/** Lets what was queued be done, then counts. */
async function judge(where: string, acknowledged: readonly string[]): Promise<Omit<Verdict, "reopenMs">> {
  const db = await openDatabase(where.startsWith("embedded:") ? { dataDir: where.slice("embedded:".length) } : { url: where });
  const engine = engineOn(db, { encoder: wordEncoder(), operations: { leaseMs: 2_000, pollMs: 50 } });
  try {
    const bank = await engine.bank("victim");
    await engine.idle();
    const memories = await engine.memories(bank);
    const counts = new Map<string, number>();
    for (const { text } of memories) counts.set(text, (counts.get(text) ?? 0) + 1);
    const { rows } = await db.query<{ text: string }>(
      sql`SELECT original_text AS text FROM document WHERE bank_id = ${bank.key} AND document_id = 'shared'`,
    );
    const lines = (rows[0]?.text ?? "").split("\n");
    const { rows: open } = await db.query<{ n: number }>(
      sql`SELECT count(*) AS n FROM operation WHERE bank_id = ${bank.key} AND status <> 'completed'`,
    );
    return {
      acknowledged: acknowledged.length,
      stored: memories.length,
      lost: acknowledged.filter((statement) => !counts.has(statement)),
      twice: [
        ...[...counts].filter(([, count]) => count > 1).map(([statement]) => statement),
        ...lines.filter((line, index) => lines.indexOf(line) !== index),
      ],
      withoutVector: memories.length - (await engine.count(bank, "memory_vector")),
      unfinished: open[0]?.n ?? -1,
    };
  } finally {
    await engine.close();
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const verdict = await killNine("pglite", Number(process.argv[2] ?? 20), Math.random);
  process.stdout.write(`${JSON.stringify({ ...verdict, reopenMs: verdict.reopenMs.map(Math.round) }, null, 2)}\n`);
  process.exit(verdict.lost.length + verdict.twice.length + verdict.unfinished + verdict.withoutVector === 0 ? 0 : 1);
}
