// Faults of the embedded database, all real: processes that are killed, second openers, statements that never end, a backend that dies.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { HindsightError } from "../../src/errors.js";
import { type Database, sql, sqlStateOf } from "../../src/store/db.js";
import { openDatabase } from "../../src/store/open-database.js";
import { notStarted } from "../../src/store/pglite/worker-life.js";
import { freshDataDir } from "../support/database.js";

const folders: string[] = [];
async function dataFolder(): Promise<string> {
  const dataDir = await freshDataDir();
  folders.push(dataDir);
  return dataDir;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function failureOf(work: Promise<unknown>): Promise<HindsightError> {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(HindsightError);
  return error as HindsightError;
}

/** Starts the writer, lets it acknowledge at least `enough` rows, kills it; returns the numbers it acknowledged. */
async function writeAndKill(dataDir: string, first: number, enough: number): Promise<number[]> {
  const script = fileURLToPath(new URL("../support/acknowledging-writer.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", script, dataDir, String(first)], { stdio: ["ignore", "pipe", "inherit"] });
  const acknowledged: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line));
    if (acknowledged.length === enough) child.kill("SIGKILL"); // lines that were printed before it died are still read
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
  return acknowledged;
}

describe("kill -9", () => {
  test("in the middle of acknowledged writes: nothing is lost, nothing is half there, and the lock is recovered", {
    timeout: 120_000,
  }, async () => {
    const dataDir = await dataFolder();
    const acknowledged: number[] = [];
    for (const enough of [7, 41, 103]) {
      const first = (acknowledged.at(-1) ?? -2) + 2; // the number after the last may be there unacknowledged
      acknowledged.push(...(await writeAndKill(dataDir, first, enough)));
    }
    const db = await openDatabase({ dataDir });
    const { rows } = await db.query<{ id: string }>(sql`SELECT external_id AS id FROM bank`);
    await db.close();
    const found = new Set(rows.map(({ id }) => id));
    const lost = acknowledged.filter((n) => !found.has(`a${n}`) || !found.has(`b${n}`));
    expect(lost).toEqual([]);
    const numbers = (letter: string) => [...found].filter((id) => id.startsWith(letter)).map((id) => id.slice(1));
    expect(numbers("a").sort()).toEqual(numbers("b").sort()); // both rows of a transaction, or neither
    expect(acknowledged.length).toBeGreaterThanOrEqual(151);
  });
});

describe("two openers of one folder", () => {
  test("the second is refused, is told who has it, and may come when the first has closed", async () => {
    const dataDir = await dataFolder();
    const first = await openDatabase({ dataDir });
    const refused = await failureOf(openDatabase({ dataDir }));
    expect(refused.code).toBe("data_folder_locked");
    expect(refused.message).toContain(`process ${process.pid}`);
    expect(refused.message).toContain("HINDSIGHT_DATA_DIR");
    expect((await first.query(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }]); // undisturbed
    await first.close();
    const second = await openDatabase({ dataDir });
    await second.close();
  });

  test.runIf(process.platform === "linux")("a lock whose process id now belongs to another process is stale", async () => {
    const dataDir = await dataFolder();
    const db = await openDatabase({ dataDir });
    const lock = JSON.parse(readFileSync(join(dataDir, "db.lock"), "utf8"));
    await db.close();
    // This very process is alive, but it was not started then.
    writeFileSync(join(dataDir, "db.lock"), JSON.stringify({ ...lock, processStart: "1", token: "old" }));
    const again = await openDatabase({ dataDir });
    expect(JSON.parse(readFileSync(join(dataDir, "db.lock"), "utf8")).token).not.toBe("old");
    await again.close();
  });

  test("a lock that was cut off while it was written, long ago, is stale", async () => {
    const dataDir = await dataFolder();
    writeFileSync(join(dataDir, "db.lock"), '{"pid": 1');
    utimesSync(join(dataDir, "db.lock"), new Date(0), new Date(0));
    await (await openDatabase({ dataDir })).close();
  });

  test("a lock from another machine is respected while its pulse beats", { timeout: 60_000 }, async () => {
    const dataDir = await dataFolder();
    const file = join(dataDir, "db.lock");
    writeFileSync(file, JSON.stringify({ machine: "elsewhere", host: "elsewhere", pid: 7, processStart: "1", token: "theirs" }));
    const pulse = setInterval(() => utimesSync(file, new Date(), new Date()), 300);
    try {
      const refused = await failureOf(openDatabase({ dataDir }));
      expect(refused.code).toBe("data_folder_locked");
      expect(refused.message).toContain("process 7 on elsewhere");
    } finally {
      clearInterval(pulse);
    }
    // The same lock without a pulse has no owner any more.
    await (await openDatabase({ dataDir })).close();
    expect(hostname()).not.toBe("elsewhere");
  });
});

test("a data folder that cannot be used is said to be so", async () => {
  const dataDir = await dataFolder();
  writeFileSync(join(dataDir, "file"), "");
  const refused = await failureOf(openDatabase({ dataDir: join(dataDir, "file", "below") }));
  expect(refused.code).toBe("configuration_invalid");
  expect(refused.message).toContain("HINDSIGHT_DATA_DIR");
});

test("a disk that is full is said in a sentence, and the backend's log is its cause", () => {
  const said = 'Aborted()\nPANIC:  could not write to file "pg_logical/replorigin_checkpoint.tmp": No space left on device';
  const { message, cause } = notStarted("/data", said);
  expect(message).toMatch(/^The embedded database in \/data cannot start: the disk is full\. Make room; .* acknowledged is there\.$/);
  expect(cause).toMatchObject({ message: said });
});

test("a folder with other files in it is not overwritten", async () => {
  const dataDir = await dataFolder();
  mkdirSync(join(dataDir, "mine"));
  writeFileSync(join(dataDir, "mine", "diary.txt"), "dear diary");
  const refused = await failureOf(openDatabase({ dataDir, url: "pg0://mine" }));
  expect(refused.code).toBe("configuration_invalid");
  expect(readFileSync(join(dataDir, "mine", "diary.txt"), "utf8")).toBe("dear diary");
});

/** Counts for ever, as far as a test is concerned. */
const endless = sql`SELECT count(*) FROM generate_series(1, 1000000000000) AS n WHERE n % 7 = 3`;

describe("a statement that does not end", () => {
  let db: Database;
  afterEach(() => db.close());

  test("fails at its deadline, and the database works again", { timeout: 60_000 }, async () => {
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    db = await openDatabase({ dataDir: await dataFolder(), statementTimeoutMs: 3000, log });
    await db.query(sql`INSERT INTO bank (external_id, name) VALUES ('before', 'n')`);
    const failure = await failureOf(db.query(endless));
    // One warning, without a stack: the caller is told, and the database comes back.
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ level: 40, reason: failure.message })]);
    expect(lines[0]).not.toContain("stack");
    expect(failure.code).toBe("database_unavailable");
    expect(failure.message).toContain("within 3 s and was restarted");
    expect(failure.retryable).toBe(true);
    expect((await db.query(sql`SELECT external_id FROM bank`)).rows).toEqual([{ external_id: "before" }]);
    await db.health();
  });

  test("takes its transaction with it: it is rolled back, and its next statement fails too", { timeout: 60_000 }, async () => {
    db = await openDatabase({ dataDir: await dataFolder(), statementTimeoutMs: 3000 });
    let afterwards: HindsightError | undefined;
    const failure = await failureOf(
      db.transaction(async (tx) => {
        await tx.query(sql`INSERT INTO bank (external_id, name) VALUES ('inside', 'n')`);
        const hung = await failureOf(tx.query(endless));
        afterwards = await failureOf(tx.query(sql`SELECT 1`));
        throw hung;
      }),
    );
    expect(failure.code).toBe("database_unavailable");
    expect(afterwards?.code).toBe("database_unavailable");
    expect((await db.query(sql`SELECT external_id FROM bank`)).rows).toEqual([]);
  });

  test("a transaction that goes on as if nothing had happened is not committed", { timeout: 60_000 }, async () => {
    db = await openDatabase({ dataDir: await dataFolder(), statementTimeoutMs: 3000 });
    const failure = await failureOf(
      db.transaction(async (tx) => {
        await tx.query(sql`INSERT INTO bank (external_id, name) VALUES ('inside', 'n')`);
        await failureOf(tx.query(endless));
      }),
    );
    expect(failure.code).toBe("database_unavailable");
    expect((await db.query(sql`SELECT external_id FROM bank`)).rows).toEqual([]);
  });
});

describe("a backend that dies", () => {
  test.each(["EIO", "crash"])(
    "of a failed sync (%s): the write is not acknowledged, and the database comes back",
    { timeout: 60_000 },
    async (kind) => {
      const dataDir = await dataFolder();
      const db = await openDatabase({
        dataDir,
        workerEntry: { near: new URL("../support/database.ts", import.meta.url).href, name: "failing-disk-worker" },
      });
      await db.query(sql`INSERT INTO bank (external_id, name) VALUES ('before', 'n')`);
      writeFileSync(join(dataDir, "fail"), kind);
      const failure = await failureOf(db.query(sql`INSERT INTO bank (external_id, name) VALUES ('during', 'n')`));
      expect(failure.code).toBe("database_unavailable");
      expect(failure.message).toContain("was restarted");
      rmSync(join(dataDir, "fail"));
      await db.query(sql`INSERT INTO bank (external_id, name) VALUES ('after', 'n')`);
      const { rows } = await db.query<{ id: string }>(sql`SELECT external_id AS id FROM bank WHERE external_id <> 'during' ORDER BY 1`);
      expect(rows.map(({ id }) => id)).toEqual(["after", "before"]);
      await db.close();
    },
  );

  test.each([
    ["a deeply nested value", `SELECT '${"[".repeat(60_000)}'::jsonb`],
    ["a deeply nested expression", `SELECT 1${"+1".repeat(40_000)}`],
    ["a statement that wants all memory", "SELECT array_agg(repeat('x', 1000)) FROM generate_series(1, 3000000)"],
  ])("not of %s: it is refused like any other", { timeout: 60_000 }, async (_, text) => {
    const db = await openDatabase({ dataDir: await dataFolder() });
    const error = await db.query({ text, values: [] }).catch((caught: unknown) => caught);
    expect(sqlStateOf(error)).toMatch(/^(22P02|54001|53200)$/);
    expect((await db.query(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }]);
    await db.close();
  });
});

test("upkeep: a table that grew gets its statistics, and the log is checkpointed", { timeout: 60_000 }, async () => {
  const db = await openDatabase({ dataDir: await dataFolder() });
  const known = async () =>
    (
      await db.query<{ rows: number; log: number }>(sql`
        SELECT (SELECT reltuples FROM pg_class WHERE relname = 'bank') AS rows,
               (SELECT pg_current_wal_insert_lsn() - redo_lsn FROM pg_control_checkpoint()) AS log`)
    ).rows[0] as { rows: number; log: number };
  await db.query(sql`INSERT INTO bank (external_id, name) SELECT 'b' || i, repeat('x', 200) FROM generate_series(1, 3000) AS i`);
  expect((await known()).rows).toBeLessThanOrEqual(0); // control: nobody knows the table yet
  await expect.poll(async () => (await known()).rows, { timeout: 30_000, interval: 200 }).toBe(3000);
  await expect.poll(async () => (await known()).log, { timeout: 30_000, interval: 200 }).toBeLessThan(256 * 1024);
  await db.close();
});
