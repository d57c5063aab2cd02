// Workers as processes of their own on one PostgreSQL database: three share the work, one is killed in its midst, and all of it is done once.

import type { ChildProcess } from "node:child_process";
import { type Hindsight, openHindsight } from "@hindsight-memory/engine";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, sql } from "../../packages/engine/src/store/db.js";
import { openDatabase } from "../../packages/engine/src/store/open-database.js";
import { freshPostgres, testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { hindsight } from "./cli.js";

interface WorkerProcess {
  readonly name: string;
  readonly child: ChildProcess;
  readonly url: string;
}

async function startWorker(name: string, url: string): Promise<WorkerProcess> {
  const { child, ready } = hindsight(["worker", "--worker-id", name, "--http-port", "0", "--slots", "3", "--poll-interval", "50"], {
    HINDSIGHT_API_DATABASE_URL: url,
    HINDSIGHT_API_WORKER_LEASE_SECONDS: "2",
    HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false", // operations are counted
    HINDSIGHT_API_MODEL_THREADS: "1",
  });
  const [, address = ""] = await ready(/metrics on (\S+)/);
  return { name, child, url: address };
}

const OPERATIONS = 300;
const BANKS = 12;

describe.skipIf(testPostgresUrl() === null)("three workers on one database", () => {
  let postgres: Awaited<ReturnType<typeof freshPostgres>>;
  let api: Hindsight;
  let db: Database;
  const workers: WorkerProcess[] = [];
  const counts = async (): Promise<Readonly<Record<string, number>>> => {
    const { rows } = await db.query<{ status: string; n: number }>(sql`SELECT status, count(*) AS n FROM operation GROUP BY status`);
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
  };

  beforeAll(async () => {
    postgres = await freshPostgres();
    api = await openHindsight({
      env: { HINDSIGHT_API_DATABASE_URL: postgres.url, HINDSIGHT_API_WORKER_ENABLED: "false", HINDSIGHT_API_LOG_LEVEL: "fatal" },
    });
    db = await openDatabase({ url: postgres.url });
  });
  afterAll(async () => {
    for (const { child } of workers) child.kill("SIGKILL");
    await api.close();
    await db.close();
    await postgres.drop();
  });

  test("do all of it once, though one of them is killed in its midst", { timeout: 240_000 }, async () => {
    const statement = (i: number): string => `Ann: Statement number ${i} was made.`;
    for (let i = 0; i < OPERATIONS; i++) {
      await api.retain(`bank-${i % BANKS}`, {
        items: [{ content: statement(i) }, { content: `Ben: Heard ${i}.`, documentId: `d-${i}` }],
        async: true,
      });
    }
    expect(await counts()).toEqual({ pending: OPERATIONS }); // control: the API process, told not to, works nothing
    workers.push(...(await Promise.all(["w1", "w2", "w3"].map((name) => startWorker(name, postgres.url)))));

    // The victim has something in hand when it dies.
    const victim = await expect
      .poll(
        async () => {
          const done = (await counts()).completed ?? 0;
          const { rows } = await db.query<{ name: string }>(
            sql`SELECT split_part(worker_id, '/', 1) AS name FROM operation WHERE status = 'processing' LIMIT 1`,
          );
          const found = done > 20 ? workers.find(({ name }) => name === rows[0]?.name) : undefined;
          found?.child.kill("SIGKILL");
          return found?.name ?? null;
        },
        { timeout: 120_000, interval: 5 },
      )
      .not.toBeNull()
      .then(() => workers.find(({ child }) => child.killed));
    expect((await counts()).completed).toBeLessThan(OPERATIONS); // control: there was work left

    await api.idle();
    expect(await counts()).toEqual({ completed: OPERATIONS });
    const { rows } = await db.query<{ text: string; n: number }>(sql`SELECT text, count(*) AS n FROM memory GROUP BY text`);
    expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
    expect(rows).toHaveLength(2 * OPERATIONS);

    const survivors = workers.filter((each) => each !== victim);
    for (const { url, name } of survivors) {
      const live = (await (await fetch(`${url}/health/live`)).json()) as Record<string, unknown>;
      expect(live).toMatchObject({ status: "alive", worker_id: name, is_shutdown: false, slots: 3 });
      expect(live.seconds_since_last_poll).toEqual(expect.any(Number));
      expect(((await (await fetch(`${url}/health`)).json()) as { status: string }).status).toBe("healthy");
      const metrics = await (await fetch(`${url}/metrics`)).text();
      expect(metrics).toMatch(/hindsight_operation_operations_total\{operation="retain",source="worker",success="true"[^}]*\} \d+/);
      expect(metrics).toMatch(/hindsight_worker_slots\{state="all"[^}]*\} 3/);
      expect((await fetch(`${url}/v1/default/banks`)).status).toBe(404);
    }
    const ends = survivors.map(({ child }) => new Promise((resolve) => child.once("exit", resolve)));
    for (const { child } of survivors) child.kill("SIGTERM");
    expect(await Promise.all(ends)).toEqual([0, 0]);
  });
});

test("a worker refuses the embedded database, and says what to do", { timeout: 120_000 }, async () => {
  const { status, errors } = await hindsight(["worker", "--http-port", "0"], { HINDSIGHT_API_DATABASE_URL: "embedded" }).ended;
  expect(status).toBe(1);
  expect(errors).toContain("A worker needs a PostgreSQL server");
  expect(errors).toContain("HINDSIGHT_API_DATABASE_URL");
});
