// HINDSIGHT_TEST_MANY_ITEMS=10000 for the size of the promise; a tenth of it runs by itself.

import { describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { freshServerDatabase } from "../../packages/engine/test/support/server-databases.js";
import { bankPath, type TestEngine } from "../support/server.js";
import { startChildServer } from "../workers/child-server.js";

const ITEMS = Number(process.env.HINDSIGHT_TEST_MANY_ITEMS ?? 1_000);
/** What the acceptance of a call may add to the process, whatever its size: the queue holds it, not the memory. */
const ACCEPTED_MB = 200;

describe.each(["pglite", "postgres"] satisfies TestEngine[])("%s", (engine) => {
  it.skipIf(engine === "postgres" && testPostgresUrl() === null)(
    "ten thousand items are accepted in one call; how far they are is seen, nobody waits behind them, and all are there",
    { timeout: 600_000 },
    async () => {
      const database = await freshServerDatabase(engine);
      const server = await startChildServer(database.env);
      const retain = (bank: string, items: readonly object[], later: boolean) =>
        server.call("POST", bankPath(bank, "/memories"), { items, async: later });
      const residentMb = async (): Promise<number> => {
        const { text } = await server.call("GET", "/metrics");
        return Number(/^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1]) / 1_048_576;
      };
      try {
        expect((await retain("small", [{ content: "Ann moved to Delft." }], false)).status).toBe(200);
        const before = await residentMb();
        expect(before).toBeGreaterThan(0); // control: it is measured
        const accepted = await retain(
          "large",
          Array.from({ length: ITEMS }, (_, i) => ({
            content: `Note ${i}: the jar number ${i} stands on shelf ${i % 97}.`,
            document_id: `n-${i}`,
          })),
          true,
        );
        expect(accepted.body).toMatchObject({ success: true, items_count: ITEMS, async: true });
        expect((await residentMb()) - before).toBeLessThan(ACCEPTED_MB);

        const at = bankPath("large", `/operations/${accepted.body.operation_id as string}`);
        const seen: number[] = [];
        let others = 0;
        let operation = (await server.call("GET", at)).body;
        while (operation.status === "pending" || operation.status === "processing") {
          const { processed, total } = operation.progress ?? {};
          if (typeof processed === "number") {
            expect(total).toBe(ITEMS);
            seen.push(processed);
          }
          expect((await retain("small", [{ content: `Ben counted to ${others}.` }], false)).status).toBe(200);
          others += 1;
          operation = (await server.call("GET", at)).body;
        }
        expect(operation).toMatchObject({ status: "completed", result_metadata: { items_count: ITEMS } });
        expect(seen).toEqual([...seen].sort((a, b) => a - b));
        expect(seen.filter((processed) => processed > 0 && processed < ITEMS).length).toBeGreaterThan(0);
        expect(others).toBeGreaterThan(1); // control: the second bank was served in the midst
        expect((await server.call("GET", bankPath("large", "/stats"))).body).toMatchObject({
          total_nodes: ITEMS,
          total_documents: ITEMS,
          failed_operations: 0,
        });
      } finally {
        await server.kill("SIGKILL");
        await database.drop();
      }
    },
  );
});
