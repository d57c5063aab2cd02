import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBank } from "../../src/banks/index.js";
import { tenantScope } from "../../src/domain/scope.js";
import { type Hindsight, openHindsight } from "../../src/index.js";
import { openDatabase } from "../../src/store/open-database.js";
import { freshDataDir } from "../support/database.js";
import { everyRow } from "../support/filled-bank.js";

let dataDir: string;
let hindsight: Hindsight;
const env = () => ({ HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_API_LOG_LEVEL: "warn" });

beforeAll(async () => {
  dataDir = await freshDataDir();
  hindsight = await openHindsight({ env: env() });
});
afterAll(async () => {
  await hindsight.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Every row of a bank in every table; the folder has one process, so the engine is closed while it is read. */
async function storedTexts(bankId: string): Promise<string> {
  await hindsight.close();
  const db = await openDatabase({ dataDir });
  try {
    const bank = await openBank(db, tenantScope("public"), bankId);
    return Object.values(await everyRow(db, bank.key))
      .flat()
      .join("\n");
  } finally {
    await db.close();
    hindsight = await openHindsight({ env: env() });
  }
}

describe("the whole engine on the embedded database", () => {
  test("retain, list, statistics, operations", async () => {
    const result = await hindsight.retain("home", {
      items: [
        { content: "The wifi password is tulip-42.", documentId: "notes", tags: ["secret"] },
        { content: "Ann: I moved to Delft last week.\nBob: Which street?\nAnn: Oude Delft 12.", documentId: "talk" },
        { content: "The retry loop lives in retry-loop.ts and raises ERR-7F13-1133.", documentId: "code" },
      ],
    });
    expect(result.receipt?.stored).toBeGreaterThanOrEqual(3);
    expect(result.bankId).toBe("home");
    await hindsight.idle();
    const stats = await hindsight.banks.stats("home");
    expect(stats).toMatchObject({ documents: 3, pendingEmbeddings: 0 });
    expect(stats.memoriesByKind.world ?? 0).toBeGreaterThanOrEqual(3);
    expect((await hindsight.memories.list("home", { limit: 10, offset: 0, q: "tulip" })).total).toBe(1);
    expect(existsSync(join(dataDir, "db"))).toBe(true);
  });

  test("recall finds what was retained, and no longer what was deleted", async () => {
    const texts = async (query: string) => (await hindsight.recall("home", { query })).results.map((result) => result.text);
    expect((await texts("wifi password"))[0]).toContain("tulip-42");
    expect((await texts("ERR-7F13-1133"))[0]).toContain("retry-loop.ts");
    expect((await texts("Where did Ann move to?")).join("\n")).toContain("Delft");
    expect(await hindsight.documents.delete("home", "notes")).toMatchObject({ memories: 1 });
    expect((await texts("wifi password")).join("\n")).not.toContain("tulip");
    expect((await texts("Where did Ann move to?")).join("\n")).toContain("Delft"); // control
    await expect(hindsight.recall("nobody", { query: "x" })).rejects.toMatchObject({ message: "Bank 'nobody' not found" });
    const gone = AbortSignal.abort();
    await expect(hindsight.recall("home", { query: "x y" }, { signal: gone })).rejects.toMatchObject({ code: "request_cancelled" });
  });

  test("an asynchronous retain is an operation with a result", async () => {
    const { operationId } = await hindsight.retain("home", {
      items: [{ content: "Carl keeps bees in Leiden.", documentId: "bees" }],
      async: true,
    });
    await hindsight.idle();
    const operation = await hindsight.operations.get("home", operationId ?? "");
    expect(operation).toMatchObject({
      status: "completed",
      retryCount: 0,
      nextRetryAt: null,
      errorMessage: null,
      children: [],
      payload: null,
    });
    expect((await hindsight.operations.list("home", { type: "retain", limit: 10, offset: 0 })).items[0]).toMatchObject({
      operationId,
      status: "completed",
    });
    await hindsight.operations.delete("home", operationId ?? "");
    expect(await hindsight.operations.get("home", operationId ?? "")).toBeNull();
    await expect(hindsight.operations.cancel("home", operationId ?? "")).rejects.toMatchObject({
      code: "operation_not_found",
      status: 404,
    });
    await expect(hindsight.operations.retry("home", "x")).rejects.toMatchObject({ code: "bad_argument" });
  });

  test("a retain that cannot be stored makes no bank", async () => {
    await expect(hindsight.retain("unmade", { items: [{ content: " \0 " }] })).rejects.toMatchObject({ status: 422 });
    await expect(hindsight.banks.get("unmade")).rejects.toMatchObject({ code: "bank_not_found" });
    await expect(hindsight.retain("_no", { items: [{ content: "x" }] })).rejects.toMatchObject({ code: "invalid_bank_id" });
  });

  test("metrics and health", async () => {
    expect(await hindsight.metrics()).toContain('hindsight_operation_operations_total{operation="retain",source="api",success="true"');
    expect(await hindsight.metrics()).toMatch(
      /hindsight_recall_phase_duration_seconds_count\{[^}]*phase="rrf_merge"[^}]*diagnostic="false"/,
    );
    expect((await hindsight.health()).poolMax).toBeGreaterThan(0);
  });

  test("a deleted document is gone from every table, whichever way it came", async () => {
    await hindsight.retain("home", {
      items: [{ content: "Zanzibar is where Dora dives.", documentId: "dives", context: "zanzibar trip" }],
      async: true,
    });
    await hindsight.retain("home", {
      items: [{ content: "Dora said: Zanzibar, and I like Bergen.", documentId: "dives", updateMode: "append" }],
    });
    await hindsight.idle();
    expect(await storedTexts("home")).toMatch(/zanzibar/i); // control: the probe finds it while it is there
    await hindsight.documents.delete("home", "dives");
    expect(await storedTexts("home")).not.toMatch(/zanzibar|bergen|dora/i);
    expect(await storedTexts("home")).toMatch(/leiden/i); // control: other documents are whole
  });

  test("everything is there again after closing and opening", async () => {
    await hindsight.close();
    await hindsight.close(); // twice is once
    hindsight = await openHindsight({ env: env() });
    expect((await hindsight.documents.list("home", { limit: 10, offset: 0 })).total).toBe(3);
  });
});
