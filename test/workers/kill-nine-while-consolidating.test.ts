// A server is killed with -9 three times while a model consolidates forty facts: each comes into one observation, none is lost, none is doubled, and
// nothing is paid twice but what was under way.

import { describe, expect, test } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { freshServerDatabase } from "../../packages/engine/test/support/server-databases.js";
import { givenTo, isConsolidation } from "../support/consolidation.js";
import { bankPath, type TestEngine } from "../support/server.js";
import { type ChildServer, startChildServer } from "./child-server.js";
import { gate } from "./gate.js";

/** Four processes are started one after the other: a minute each on a machine that is busy with other things. */
const SLOW_MS = 600_000;
const FACTS = 40;
const BATCH = 2;
/** Groups of facts that are consolidated side by side. */
const SIDE_BY_SIDE = 4;
const BANK = "killed";
const TAGS = ["red", "blue", "green", "grey"];

const numberOf = (text: string): number => Number(/number (\d+)/.exec(text)?.[1]);
const numbers = Array.from({ length: FACTS }, (_, i) => i);
/** Early, in the middle and late among the calls that are needed. */
const killPoints = (): readonly number[] => [0.1, 0.4, 0.7].map((share) => Math.floor((share + Math.random() * 0.2) * (FACTS / BATCH)));

describe.each(["pglite", "postgres"] satisfies TestEngine[])("kill -9 while facts are consolidated, on %s", (engine) => {
  test.skipIf(engine === "postgres" && testPostgresUrl() === null)("loses and doubles nothing", { timeout: SLOW_MS }, async () => {
    const asked: number[] = [];
    let calls = 0;
    let onCall = (): void => {};
    // The model answers nobody before the test is where it waits for the next kill: a worker may consolidate before the retain is answered, which a kill
    // would cut, and a server may have consolidated everything before it has said that it listens.
    let waiting = gate();
    const llm = await startScriptedLlm(async (call) => {
      if (!isConsolidation(call)) return { text: "ready" };
      await waiting.passed;
      calls += 1;
      onCall();
      await new Promise((resolve) => setTimeout(resolve, 50));
      const { facts } = givenTo(call);
      asked.push(...facts.map(({ text }) => numberOf(text)));
      const creates = facts.map(({ id, text }) => ({
        text: `Belief number ${numberOf(text)} holds.`,
        source_fact_ids: [id],
        reason: "new",
      }));
      return { json: { creates, updates: [], deletes: [] } };
    });
    const database = await freshServerDatabase(engine);
    const start = (): Promise<ChildServer> =>
      startChildServer({
        ...llm.env,
        ...database.env,
        HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true",
        HINDSIGHT_API_RETAIN_EXTRACTION_MODE: "chunks",
        HINDSIGHT_API_CONSOLIDATION_LLM_BATCH_SIZE: String(BATCH),
        HINDSIGHT_API_CONSOLIDATION_LLM_PARALLELISM: String(SIDE_BY_SIDE),
        HINDSIGHT_API_CONSOLIDATION_MAX_MEMORIES_PER_ROUND: "16",
        HINDSIGHT_API_CONSOLIDATION_DEDUP_THRESHOLD: "1",
        // Long enough that a busy machine loses no lease of a living server: its work would be done twice.
        HINDSIGHT_API_WORKER_LEASE_SECONDS: "5",
      });
    let server = await start();
    const points = killPoints();
    try {
      const items = numbers.map((i) => ({ content: `Fact number ${i} was found.`, document_id: `d-${i}`, tags: [TAGS[i % TAGS.length]] }));
      const reply = await server.call("POST", bankPath(BANK, "/memories"), { items });
      expect(reply.status, reply.text).toBe(200);
      for (const point of points) {
        const killed = nextKill(point);
        waiting.open();
        await killed;
        waiting = gate();
        server = await start();
      }
      waiting.open();
      await consolidated();
      const observations = (await server.call("GET", bankPath(BANK, "/memories/list?type=observation&limit=1000"))).body.items as readonly {
        readonly text: string;
        readonly source_memory_ids: readonly string[];
      }[];
      expect(observations.map(({ text }) => numberOf(text)).sort((a, b) => a - b)).toEqual(numbers);
      expect(observations.every(({ source_memory_ids: sources }) => sources.length === 1)).toBe(true);
      expect(new Set(observations.flatMap(({ source_memory_ids: sources }) => sources)).size).toBe(FACTS);
      const facts = (await server.call("GET", bankPath(BANK, "/memories/list?type=world&limit=1000"))).body.total as number;
      const experiences = (await server.call("GET", bankPath(BANK, "/memories/list?type=experience&limit=1000"))).body.total as number;
      expect(facts + experiences).toBe(FACTS);
      expect(new Set(asked).size).toBe(FACTS);
      expect(asked.length - FACTS).toBeLessThanOrEqual(points.length * SIDE_BY_SIDE * BATCH);
    } finally {
      await server.kill("SIGKILL");
      await llm.close();
      await database.drop();
    }

    /** Until no fact and no operation waits. */
    async function consolidated(): Promise<void> {
      for (;;) {
        const { body } = await server.call("GET", bankPath(BANK, "/stats"));
        expect(body.failed_consolidation).toBe(0);
        if (body.pending_consolidation === 0 && body.pending_operations === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }

    /** Resolves when the server is dead, which it is at the call of that number, or at the next one. */
    function nextKill(at: number): Promise<void> {
      return new Promise((resolve) => {
        onCall = () => {
          if (calls < at) return;
          onCall = () => {};
          void server.kill("SIGKILL").then(resolve);
        };
      });
    }
  });
});
