// Stories of submissions in the form of each provider: what failed is read by itself, and what was submitted is found again.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { retryOperationOf } from "../../src/operations/index.js";
import type { Database } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";
import { answered, type Batched, nameOf, openBatched, read, WIRES } from "./batched.js";

const KEY = "key-of-a-test";
/** What a line holds of each provider's own form: the body of a single call, inside its envelope. */
const LINES: Readonly<Record<string, object>> = {
  openai: {
    custom_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    method: "POST",
    body: { model: "gpt-4o-mini", response_format: { type: "json_object" } },
  },
  anthropic: {
    custom_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    params: { model: "claude-haiku-4-5", max_tokens: 16_000, tool_choice: { type: "tool", name: "facts" }, tools: [{ name: "facts" }] },
  },
  gemini: {
    metadata: { key: expect.stringMatching(/^[0-9a-f]{64}$/) },
    request: { generationConfig: { maxOutputTokens: 16_000, responseMimeType: "application/json" } },
  },
  fireworks: { custom_id: expect.stringMatching(/^[0-9a-f]{64}$/), body: { max_tokens: 16_000 } },
};

describe.each(DATABASES)("submissions of batches on $name", (database) => {
  let db: Database;
  let on: Batched;
  beforeAll(async () => {
    db = await database.open();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    on = await openBatched(db);
  });
  afterEach(() => on.close());

  test("a submission that fails is tried a few times, and then fails the operation", async () => {
    on.server.down = 503;
    const id = await on.retain(["Alpha"]);
    expect(await on.over(id)).toMatchObject({ status: "failed", resultMetadata: { error_code: "llm_unavailable" } });
    expect(on.server.paths.filter((path) => path === "POST /v1/files")).toHaveLength(1); // what comes after it is the look for what it may have left
    on.server.down = null;
    await retryOperationOf(on.engine.ctx, on.bank, id);
    await on.waiting(id);
    on.server.end();
    expect(await on.over(id)).toMatchObject({ status: "completed" });
    expect(on.server.batches).toHaveLength(1);
    expect(await on.texts()).toEqual(read("Alpha"));
  });

  test("where a batch bears no name, one that looks like it and is another's is left alone", async () => {
    const foreign = { key: "another-1", body: { messages: [{ role: "user", content: "Context: none\nContent:\nFremd" }] }, raw: {} };
    on.server.shadow = {
      id: "msgbatch_77",
      ticket: "",
      lines: [foreign, { ...foreign, key: "another-2" }],
      createdAt: new Date(),
      state: "ended",
      looks: 0,
    };
    on.server.breaksNext = true;
    const id = await on.retain(["Alpha", "Beta"], "anthropic");
    await on.until(id, ({ resultMetadata }) => (resultMetadata.batch as { id: unknown })?.id === "msgbatch_0");
    on.server.end();
    expect(await on.over(id)).toMatchObject({
      status: "completed",
      resultMetadata: { batch: { others: ["msgbatch_77"] }, extraction_errors_count: 0 },
    });
    expect(on.server.batches.map((batch) => batch.id)).toEqual(["msgbatch_77", "msgbatch_0"]);
    expect(await on.texts()).toEqual(read("Alpha", "Beta"));
  });

  test("a server without batches fails the operation, which is read by single calls once they are switched off", async () => {
    const id = await on.retain(["Alpha"], "openai", { HINDSIGHT_API_LLM_BASE_URL: `${on.server.url}/elsewhere/v1` });
    const failed = await on.over(id);
    expect(failed).toMatchObject({ status: "failed", resultMetadata: { error_code: "batch_failed", batch: { status: "failed" } } });
    expect(failed.errorMessage).toContain("openai refuses the batch: there is no POST /elsewhere/v1/files");
    await on.stop();
    on.start("openai", { HINDSIGHT_API_RETAIN_BATCH_ENABLED: "false" });
    await retryOperationOf(on.engine.ctx, on.bank, id);
    on.engine.operations?.wake();
    expect(await on.over(id)).toMatchObject({ status: "completed", resultMetadata: { extraction_errors_count: 0 } });
    expect(on.server.singles.map(nameOf)).toEqual(["Alpha"]);
    expect(on.server.batches).toEqual([]);
  });

  describe.each(database.name === "pglite" ? Object.keys(WIRES) : ["openai"])("in the form of %s", (wire) => {
    test("a batch is read, and a line that failed is read by itself", async () => {
      on.server.answer = (content, kind) =>
        kind === "line" && content.startsWith("Beta") ? { status: 400, message: "bad" } : answered(content);
      const id = await on.retain(["Alpha", "Beta"], wire);
      await on.waiting(id);
      on.server.end();
      expect(await on.over(id)).toMatchObject({ status: "completed", resultMetadata: { extraction_errors_count: 1 } });
      expect(on.server.batches).toHaveLength(1);
      expect(on.server.batches[0]?.lines[0]?.raw).toMatchObject(LINES[wire] ?? {});
      expect(on.server.headers).toMatchObject(
        wire === "anthropic" ? { "x-api-key": KEY } : wire === "gemini" ? { "x-goog-api-key": KEY } : { authorization: `Bearer ${KEY}` },
      );
      expect(on.server.singles.map(nameOf)).toEqual(["Beta"]);
      expect(await on.texts()).toEqual(read("Alpha", "Beta"));
    });

    test("a crash between the submission and its note submits nothing twice", async () => {
      on.server.breaksNext = true;
      const id = await on.retain(["Alpha", "Beta"], wire);
      await on.waiting(id);
      on.server.end();
      expect(await on.over(id)).toMatchObject({ status: "completed" });
      expect(on.server.batches).toHaveLength(1);
      expect(on.server.breaksNext).toBe(false); // control: it was broken
      expect(on.server.singles).toEqual([]);
    });
  });
});
