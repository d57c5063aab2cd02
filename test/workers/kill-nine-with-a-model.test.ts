// A server is killed with -9 three times while a model reads an async retain of 200 items: what was acknowledged ends whole or says why not,
// nothing is there twice, and nothing is paid twice but what was under way.

import { describe, expect, test, vi } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { freshServerDatabase } from "../../packages/engine/test/support/server-databases.js";
import { bankPath, type TestEngine } from "../support/server.js";
import { type ChildServer, endedOperations, startChildServer } from "./child-server.js";
import { gate } from "./gate.js";

/** Four processes are started one after the other: a minute each on a machine that is busy with other things. */
const SLOW_MS = 600_000;
const ITEMS = 200;
/** Chunks of one retain that are on their way at once, from the call to the row that keeps its answer: what a kill may make be paid twice. */
const UNDER_WAY = 64;
const CALL_MS = 50;
const BANK = "killed";

/**
 * The kills come when the model has been asked so often: early, in the middle, late, at places that differ from run to run. The last one waits
 * besides until something is stored: where the disk is slow, everything may have been read before a part is written.
 */
const killPoints = (): readonly number[] => [0.05, 0.4, 0.75].map((share) => Math.floor((share + Math.random() * 0.25) * ITEMS));

/** Long enough that 200 are several parts of an operation (10,000 tokens each). */
const statement = (i: number): string =>
  `Statement number ${i} was made by Ann. ${"She said it in the harbour, by the old wall. ".repeat(32)}`;
const idOf = (text: string): string => /number (\d+) /.exec(text)?.[1] ?? "";

async function memories(server: ChildServer): Promise<readonly { readonly text: string }[]> {
  return (await server.call("GET", bankPath(BANK, "/memories/list?limit=1000"))).body.items;
}

describe.each(["pglite", "postgres"] satisfies TestEngine[])("kill -9 while a model reads, on %s", (engine) => {
  test.skipIf(engine === "postgres" && testPostgresUrl() === null)("loses, doubles and orphans nothing", { timeout: SLOW_MS }, async () => {
    const paid = new Map<string, number>();
    let asked = 0;
    const stored = new Set<string>();
    const askedAgain: string[] = [];
    let onCall = (): void => {};
    // The model answers nobody before the test waits for the next kill: a kill would cut a reply that is still under way, and a server may have read
    // everything before it has said that it listens.
    let waiting = gate();
    const llm = await startScriptedLlm(async (call) => {
      if (call.content === "") return { text: "ready" };
      await waiting.passed;
      asked += 1;
      onCall();
      await new Promise((resolve) => setTimeout(resolve, CALL_MS));
      if (call.content.includes("forbidden")) return { status: 400, message: "blocked by our content policy" };
      const id = idOf(call.content);
      paid.set(id, (paid.get(id) ?? 0) + 1);
      if (stored.has(id)) askedAgain.push(id);
      return {
        json: { facts: [{ what: `Ann made statement number ${id} there`, fact_type: "world", entities: ["Ann", `Statement ${id}`] }] },
      };
    });
    const database = await freshServerDatabase(engine);
    const start = (): Promise<ChildServer> =>
      startChildServer({
        ...llm.env,
        ...database.env,
        HINDSIGHT_API_LLM_MAX_CONCURRENT: "8",
        HINDSIGHT_API_WORKER_LEASE_SECONDS: "5",
        HINDSIGHT_API_WORKER_MAX_RETRIES: "20",
      });
    let server = await start();
    try {
      const retain = async (items: readonly object[]): Promise<string> => {
        const reply = await server.call("POST", bankPath(BANK, "/memories"), { items, async: true });
        expect(reply.status, reply.text).toBe(200);
        return reply.body.operation_id as string;
      };
      const points = killPoints();
      const large = await retain(Array.from({ length: ITEMS }, (_, i) => ({ content: statement(i), document_id: `d-${i}` })));
      const refused = await retain([
        { content: "A forbidden thing was said.", document_id: "forbidden" },
        { content: statement(ITEMS), document_id: `d-${ITEMS}` },
      ]);
      for (const [life, point] of points.entries()) {
        const due = callNumber(point);
        waiting.open();
        await due;
        if (life === points.length - 1)
          await vi.waitUntil(async () => (await memories(server)).length > 0, { timeout: SLOW_MS, interval: 50 });
        await server.kill("SIGKILL");
        waiting = gate();
        server = await start();
        for (const { text } of await memories(server)) stored.add(idOf(text));
      }
      waiting.open();

      const [whole, partly] = await endedOperations(server, BANK, [large, refused]);
      expect(whole).toMatchObject({ status: "completed", error_message: null, result_metadata: { items_count: ITEMS } });
      expect(partly).toMatchObject({ status: "failed", error_message: expect.stringContaining('"forbidden"') });

      const listed = (await server.call("GET", bankPath(BANK, "/memories/list?limit=1000"))).body.items as readonly {
        readonly text: string;
      }[];
      expect(listed.map(({ text }) => Number(idOf(text))).sort((a, b) => a - b)).toEqual(Array.from({ length: ITEMS + 1 }, (_, i) => i));
      const stats = (await server.call("GET", bankPath(BANK, "/stats"))).body;
      expect(stats).toMatchObject({ total_nodes: ITEMS + 1, total_documents: ITEMS + 1, pending_operations: 0 });
      expect((await server.call("GET", bankPath(BANK, "/documents/forbidden"))).status).toBe(404);
      expect((await server.call("GET", "/v1/default/chunks/killed_forbidden_0")).status).toBe(404);
      expect((await server.call("GET", "/v1/default/chunks/killed_d-7_0")).status).toBe(200); // control
      for (const id of ["d-0", "d-77", `d-${ITEMS}`])
        expect((await server.call("GET", bankPath(BANK, `/documents/${id}/chunks`))).body.items, id).toHaveLength(1);

      expect(paid.size).toBe(ITEMS + 1);
      expect([...paid.values()].reduce((sum, count) => sum + count - 1, 0)).toBeLessThanOrEqual(points.length * UNDER_WAY);
      expect(askedAgain).toEqual([]);
      expect(stored.size).toBeGreaterThan(0); // control: a life began behind what another one had stored
    } finally {
      await server.kill("SIGKILL");
      await llm.close();
      await database.drop();
    }

    /** Resolves at the call of that number, or at the next one. */
    function callNumber(at: number): Promise<void> {
      return new Promise((resolve) => {
        onCall = () => {
          if (asked >= at) resolve();
        };
      });
    }
  });
});
