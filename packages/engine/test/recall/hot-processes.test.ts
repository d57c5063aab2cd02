// Several servers on one PostgreSQL, each with the bank in its memory: whoever writes, all answer as the database does.

import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBank } from "../../src/banks/index.js";
import type { RecallRequest, RecallResult } from "../../src/domain/requests.js";
import type { BankScope } from "../../src/domain/scope.js";
import { recall } from "../../src/recall/index.js";
import { sql } from "../../src/store/db.js";
import { openDatabase } from "../../src/store/open-database.js";
import { engineOn, type TestEngine } from "../retain/open-engine.js";
import { freshPostgres, testPostgresUrl } from "../support/database.js";
import { difference, question, type Random, seeded, talk } from "./hot-answers.js";
import type { Order } from "./hot-bank-child.js";

const PROCESSES = 2;
const ROUNDS = 14;

interface Server {
  obey(order: Order): Promise<unknown>;
  readonly child: ChildProcess;
}

async function start(url: string): Promise<Server> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const child = fork(fileURLToPath(new URL("./hot-bank-child.ts", import.meta.url)), [url], {
    execArgv: ["--conditions=source", "--import", tsx],
    serialization: "advanced",
  });
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`a server ended with status ${code}`)));
  });
  child.on("message", ({ number, answer, error }: { number: number; answer?: unknown; error?: string }) => {
    const caller = waiting.get(number);
    if (error === undefined) caller?.resolve(answer);
    else caller?.reject(new Error(error));
  });
  let last = 0;
  return {
    child,
    obey: (order) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        child.send({ number: last, order });
      }),
  };
}

describe.skipIf(testPostgresUrl() === null)("servers on one database", () => {
  let own: { readonly url: string; readonly drop: () => Promise<void> };
  let engine: TestEngine;
  let bank: BankScope;
  let servers: readonly Server[];
  beforeAll(async () => {
    own = await freshPostgres();
    engine = engineOn(await openDatabase({ url: own.url, poolMax: 2 }), { background: false });
    await engine.bank("shared");
    bank = (await findBank(engine.db, { ...engine.tenant, tenant: "public" }, "shared")) as BankScope;
    servers = await Promise.all(Array.from({ length: PROCESSES }, () => start(own.url)));
  }, 120_000);
  afterAll(async () => {
    for (const { child, obey } of servers) {
      await obey({ do: "close" });
      child.disconnect();
    }
    await engine.close();
    await own.drop();
  }, 60_000);

  const cold = (request: RecallRequest): Promise<RecallResult> =>
    recall({ ...engine.ctx, db: engine.db.inSchema("public") }, bank, request);

  /** Nothing waits for its vector. */
  async function quiet(): Promise<void> {
    for (;;) {
      const { rows } = await engine.db.query(sql`SELECT 1 FROM embedding_queue LIMIT 1`);
      if (rows.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function order(random: Random, round: number): Promise<Order> {
    const documentId = `d${Math.floor(random() * 8)}`;
    const isThere =
      (await engine.db.query(sql`SELECT 1 FROM document WHERE bank_id = ${bank.key} AND document_id = ${documentId}`)).rows.length > 0;
    const what = random();
    if (!isThere || what < 0.4) return { do: "retain", item: talk(random, isThere ? `d${8 + round}` : documentId) };
    if (what < 0.6) return { do: "delete", documentId };
    if (what < 0.8) return { do: "retag", documentId, tags: random() < 0.5 ? ["red", "work"] : ["blue"] };
    const { rows } = await engine.db.query<{ id: string }>(sql`SELECT id FROM memory WHERE bank_id = ${bank.key} ORDER BY memory_no`);
    const memoryId = rows[Math.floor(random() * rows.length)]?.id ?? "";
    return { do: "edit", memoryId, text: `Bob: Emil sells tulips at the harbour, round ${round}.` };
  }

  test("answer alike after each round of random writes, which meet questions on the way", async () => {
    const random = seeded(21);
    for (let round = 0; round < ROUNDS; round++) {
      const orders = await Promise.all(Array.from({ length: 3 }, () => order(random, round)));
      // Two orders may want the same document: the second then finds it gone, which is an answer like another.
      const work = orders.map((one, n) =>
        (servers[n % PROCESSES] as Server).obey(one).catch((error: Error) => expect(error.message).toMatch(/not found/)),
      );
      const asked = servers.map((server) => server.obey({ do: "recall", request: question(random) }));
      await Promise.all([...work, ...asked]);
      await quiet();
      for (let n = 0; n < 3; n++) {
        const request = question(random);
        const wanted = await cold(request);
        for (const server of servers) {
          const answer = (await server.obey({ do: "recall", request })) as RecallResult;
          expect(difference(answer, wanted), `round ${round}: ${JSON.stringify([orders, request])}`).toBeNull();
        }
      }
    }
    for (const server of servers) {
      const metrics = (await server.obey({ do: "counts" })) as string;
      const count = (name: string): number =>
        Number(new RegExp(`^hindsight_hot_bank_${name}(?:\\{[^}]*\\})? (\\d+)`, "m").exec(metrics)?.[1]);
      expect(count("hits_total")).toBeGreaterThan(ROUNDS * 2); // control: memory answered
      expect(count("catch_ups_total")).toBeGreaterThan(0);
      expect(count("bytes")).toBeGreaterThan(0);
    }
  }, 240_000);
});
