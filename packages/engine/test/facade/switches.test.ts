import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Hindsight, openHindsight } from "../../src/index.js";
import { freshDataDir } from "../support/database.js";
import "../support/one-encoder.js";

let dataDir: string;
let hindsight: Hindsight;
beforeAll(async () => {
  dataDir = await freshDataDir();
  hindsight = await openHindsight({ env: { HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_API_LOG_LEVEL: "warn" } });
  const turns = ["Ann: Carl moved to Delft on 3 May 2024.", "Bob: Carl bought a boat in Delft.", "Ann: The boat is called Zephyr-9."];
  await hindsight.retain("bank", { items: [{ content: turns.join("\n"), documentId: "talk", timestamp: "2024-05-03T10:00:00Z" }] });
  await hindsight.idle();
});
afterAll(async () => {
  await hindsight.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Names of the arms that found anything. */
async function arms(): Promise<readonly string[]> {
  const { trace } = await hindsight.recall("bank", { query: "What did Carl do in Delft in May 2024?", trace: true });
  const found = trace?.retrieval_results as readonly { readonly method_name: string; readonly results: readonly unknown[] }[];
  return found.filter(({ results }) => results.length > 0).map(({ method_name }) => method_name);
}

describe("switches of a bank", () => {
  test("with everything on, every arm finds something", async () => {
    expect(await arms()).toEqual(["bm25", "semantic", "temporal", "graph"]);
  });
  test.each([
    ["enable_text_search", "bm25"],
    ["enable_temporal_retrieval", "temporal"],
    ["enable_graph_retrieval", "graph"],
  ])("%s off takes out the %s arm at once, and on again brings it back", async (setting, arm) => {
    const before = await arms();
    await hindsight.banks.updateConfig("bank", { [setting]: false });
    expect(await arms()).toEqual(before.filter((name) => name !== arm));
    await hindsight.banks.updateConfig("bank", { [setting]: null });
    expect(await arms()).toEqual(before);
  });
});
