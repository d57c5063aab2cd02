import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { openHindsight } from "../../src/index.js";
import { modelTestServer } from "../providers/model-server.js";
import { freshDataDir } from "../support/database.js";

const MEANINGS = [/puppy|dog/i, /invoice|bill/i];

test("a server opened with another embedding model finds by its meaning what an earlier one stored", { timeout: 120_000 }, async () => {
  const dataDir = await freshDataDir();
  const server = await modelTestServer(({ body }) => ({
    json: {
      data: (body.input as string[]).map((text, index) => ({
        index,
        embedding: [...MEANINGS.map((meaning) => (meaning.test(text) ? 1 : 0)), MEANINGS.some((meaning) => meaning.test(text)) ? 0 : 1],
      })),
    },
  }));
  const env = { HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_API_LOG_LEVEL: "warn" };
  const first = await openHindsight({ env });
  try {
    await first.retain("home", { items: [{ content: "Ann adopted a puppy." }, { content: "The invoice is due on Friday." }] });
    await first.idle();
  } finally {
    await first.close();
  }
  const second = await openHindsight({
    env: {
      ...env,
      HINDSIGHT_API_EMBEDDINGS_PROVIDER: "openai",
      HINDSIGHT_API_EMBEDDINGS_OPENAI_API_KEY: "test",
      HINDSIGHT_API_EMBEDDINGS_OPENAI_BASE_URL: `${server.url}/v1`,
      HINDSIGHT_API_EMBEDDINGS_OPENAI_MODEL: "another-model",
    },
  });
  try {
    await second.idle();
    expect(await second.banks.stats("home")).toMatchObject({ pendingEmbeddings: 0 });
    const embedded = server.asked.flatMap(({ body }) => body.input as string[]);
    expect(embedded.some((text) => text.includes("puppy"))).toBe(true);
    const { results } = await second.recall("home", { query: "Who has a dog?" });
    expect(results[0]?.text).toContain("puppy");
    expect(results[0]?.scores.semantic).toBeGreaterThan(0.5);
  } finally {
    await second.close();
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
