// Stories of retains that a provider's batches read: one submission whatever happens, nothing lost, nobody kept waiting in a slot.

import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { cancelOperationOf, retryOperationOf } from "../../src/operations/index.js";
import { cancelBatches } from "../../src/retain/index.js";
import { type Database, sql } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";
import { answered, type Batched, log, nameOf, openBatched, paragraph, read } from "./batched.js";

describe.each(DATABASES)("batches of a provider on $name", (database) => {
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

  test("several documents are one batch, and no slot is held while it is under way", async () => {
    const id = await on.retain(["Alpha", "Beta", "Gamma"]);
    const pending = await on.waiting(id);
    expect(pending.errorMessage).toMatch(/^Waiting for openai to read 3 chunks: batch batch_0 is submitted\. It is looked at again at /);
    expect(pending.resultMetadata.batch).toMatchObject({
      status: "submitted",
      id: "batch_0",
      provider: "openai",
      model: "gpt-4o-mini",
      requests: 3,
    });
    expect(JSON.stringify(pending)).not.toMatch(/key-of-a-test|127\.0\.0\.1/); // callers see it
    const { rows } = await db.query(sql`SELECT attempts, leased_until, worker_id FROM operation WHERE bank_id = ${on.bank.key}`);
    expect(rows).toEqual([{ attempts: 0, leased_until: null, worker_id: null }]);
    const [batch] = on.server.batches;
    expect(batch?.ticket).toBe(`hs-${id}-1`);
    expect(batch?.lines[0]?.raw).toMatchObject({
      method: "POST",
      url: "/v1/chat/completions",
      body: { model: "gpt-4o-mini", max_tokens: 16_000 },
    });
    expect(new Set(batch?.lines.map(({ key }) => key)).size).toBe(3);
    on.server.end();
    const done = await on.over(id);
    expect(done).toMatchObject({
      status: "completed",
      errorMessage: null,
      resultMetadata: { extraction_errors_count: 0, unit_ids_count: 3 },
    });
    expect(done.resultMetadata.usage).toMatchObject({ input_tokens: 3_000, output_tokens: 600 });
    expect(await on.texts()).toEqual(read("Alpha", "Beta", "Gamma"));
    expect(on.server.singles).toEqual([]);
    expect(on.server.batches).toHaveLength(1);
    expect(await on.spend()).toEqual({ calls: 3, failed: 0, cost: 3 * Math.ceil((1_000 * 0.15 + 200 * 0.6) / 2) }); // half of the list price
  });

  test("a worker that is started anew looks at the same batch", async () => {
    const id = await on.retain(["Alpha", "Beta"]);
    await on.waiting(id);
    await on.stop();
    on.start("openai");
    const { looks } = on.server.batches[0] as { looks: number };
    await on.until(id, () => (on.server.batches[0]?.looks ?? 0) > looks); // control: the new one does look
    on.server.end();
    expect(await on.over(id)).toMatchObject({ status: "completed" });
    expect(on.server.batches).toHaveLength(1);
    expect(await on.texts()).toEqual(read("Alpha", "Beta"));
  });

  test("a batch is looked at where it was submitted, and nowhere else", async () => {
    const id = await on.retain(["Alpha"]);
    await on.waiting(id);
    await on.stop();
    on.start("openai", { HINDSIGHT_API_LLM_BASE_URL: "http://127.0.0.1:9/v1" });
    const lost = await on.over(id);
    expect(lost.status).toBe("failed");
    expect(lost.errorMessage).toMatch(/^Batch batch_0 is with openai, which, at the address of that time, is no model of retain any more/);
    await on.stop();
    on.start("openai");
    await retryOperationOf(on.engine.ctx, on.bank, id);
    on.engine.operations?.wake();
    on.server.end();
    expect(await on.over(id)).toMatchObject({ status: "completed" });
    expect(on.server.batches).toHaveLength(1);
  });

  test("a chunk that failed in the batch, was cut, or was answered with nonsense is read by itself", async () => {
    on.server.answer = (content, kind) => {
      if (kind === "single") return answered(content);
      if (content.startsWith("Beta")) return { status: 400, message: "this line is bad" };
      if (content.startsWith("Gamma")) return { text: '{"facts": [{"what": "Ga', finish: "length" };
      if (content.startsWith("Delta")) return { text: "I would rather not." };
      return content.startsWith("Epsilon") ? "nothing" : answered(content);
    };
    const id = await on.retain(["Alpha", "Beta", "Gamma", "Delta", "Epsilon"]);
    await on.waiting(id);
    on.server.end();
    const done = await on.over(id);
    expect(done).toMatchObject({ status: "completed", resultMetadata: { extraction_errors_count: 2 } });
    const halves = on.server.singles.filter((content) => paragraph("Gamma").includes(content));
    expect(halves).toHaveLength(2);
    expect(
      on.server.singles
        .filter((content) => !halves.includes(content))
        .map(nameOf)
        .sort(),
    ).toEqual(["Beta", "Delta", "Epsilon"]);
    expect(await on.texts()).toEqual(
      [...read("Alpha", "Beta", "Delta", "Epsilon", "Gamma"), `${nameOf(halves[1] as string)} was read`].sort(),
    );
    expect(on.server.batches).toHaveLength(1);
  });

  test("with FAIL_ON_EXTRACTION_ERRORS a failed chunk fails the operation, and a retry reads that chunk alone", async () => {
    let quoted = "";
    on.server.answer = (content) => {
      if (!content.startsWith("Beta")) return answered(content);
      quoted = content.slice(0, 60);
      return { status: 400, message: `this line is bad: ${quoted}` };
    };
    const id = await on.retain(["Alpha", "Beta"], "openai", { HINDSIGHT_API_FAIL_ON_EXTRACTION_ERRORS: "true" });
    const warned = vi.spyOn(log, "warn");
    await on.waiting(id);
    on.server.end();
    const failed = await on.over(id);
    expect(failed).toMatchObject({ status: "failed", resultMetadata: { extraction_errors_count: 1, error_code: "batch_failed" } });
    expect(failed.errorMessage).toMatch(/^1 of 2 chunks were not read by batch batch_0 of openai/);
    const told = warned.mock.calls.map((line) => inspect(line)).filter((line) => line.includes("is bad"));
    warned.mockRestore();
    expect(told).toEqual([expect.not.stringContaining(quoted.slice(0, 20))]); // the log outlives the text
    expect(on.server.singles).toEqual([]);
    on.server.answer = answered;
    await retryOperationOf(on.engine.ctx, on.bank, id);
    on.engine.operations?.wake();
    await on.until(id, ({ status }) => status === "pending" && on.server.batches.length === 2);
    on.server.end();
    expect(await on.over(id)).toMatchObject({ status: "completed", resultMetadata: { extraction_errors_count: 0 } });
    expect(on.server.batches[0]?.lines).toHaveLength(1);
    expect(await on.texts()).toEqual(read("Alpha", "Beta"));
  });

  test("a batch that expired gives what it has; the rest is read by itself", async () => {
    on.server.answer = (content, kind) => (kind === "line" && content.startsWith("Beta") ? "nothing" : answered(content));
    const id = await on.retain(["Alpha", "Beta"]);
    await on.waiting(id);
    on.server.end("expired");
    expect(await on.over(id)).toMatchObject({ status: "completed", resultMetadata: { extraction_errors_count: 1 } });
    expect(on.server.singles.map(nameOf)).toEqual(["Beta"]);
    expect(await on.texts()).toEqual(read("Alpha", "Beta"));
  });

  test("a batch that the provider refuses fails the operation with its reason, and is submitted again by a retry alone", async () => {
    const id = await on.retain(["Alpha"]);
    await on.waiting(id);
    on.server.end("failed");
    const failed = await on.over(id);
    expect(failed).toMatchObject({ status: "failed", resultMetadata: { error_code: "batch_failed" } });
    expect(failed.errorMessage).toContain("Enqueued token limit reached");
    expect(await on.texts()).toEqual([]);
    await retryOperationOf(on.engine.ctx, on.bank, id);
    await on.until(id, ({ status }) => status === "pending" && on.server.batches.length === 2);
    on.server.end();
    expect(await on.over(id)).toMatchObject({ status: "completed" });
    expect(on.server.batches.map(({ ticket }) => ticket)).toEqual([`hs-${id}-2`, `hs-${id}-1`]);
  });

  test("a batch that takes too long is cancelled, and its operation fails with the reason", async () => {
    const id = await on.retain(["Alpha"], "openai", { HINDSIGHT_API_FIREWORKS_BATCH_MAX_WAIT_SECONDS: "1" });
    const failed = await on.over(id);
    expect(failed).toMatchObject({ status: "failed", resultMetadata: { error_code: "batch_failed" } });
    expect(failed.errorMessage).toMatch(/Batch batch_0 of openai took longer than 1 s/);
    expect(on.server.cancelled).toEqual(["batch_0"]);
  });

  test("a provider that is away for a while costs no try", async () => {
    const id = await on.retain(["Alpha"]);
    await on.waiting(id);
    on.server.down = 503;
    const away = await on.until(id, ({ errorMessage }) => errorMessage?.includes("cannot be looked at") ?? false);
    expect(away.errorMessage).toContain("out of order");
    on.server.down = null;
    on.server.end();
    expect(await on.over(id)).toMatchObject({ status: "completed" });
  });

  test("the end of an operation by cancellation is the end of its batch, and of what was set aside for it", async () => {
    const id = await on.retain(["Alpha"], "openai", { HINDSIGHT_API_SPEND_BANK_TOKENS_PER_DAY: "1000000" });
    await on.waiting(id);
    expect(await on.setAside()).toBe(1);
    await cancelOperationOf(on.engine.ctx, on.bank, id);
    await cancelBatches(on.engine.ctx, on.bank, id);
    expect(on.server.cancelled).toEqual(["batch_0"]);
    await on.flush();
    expect(await on.setAside()).toBe(0);
    await retryOperationOf(on.engine.ctx, on.bank, id); // the batch is over; another is made
    await on.until(id, ({ status }) => status === "pending" && on.server.batches.length === 2);
    on.server.end();
    expect(await on.over(id)).toMatchObject({ status: "completed" });
    expect(await on.texts()).toEqual(read("Alpha"));
  });

  test("the spend guard is asked before a batch is submitted, for all of it", async () => {
    const id = await on.retain(["Alpha", "Beta", "Gamma"], "openai", { HINDSIGHT_API_SPEND_BANK_TOKENS_PER_DAY: "20000" });
    await on.waiting(id);
    const { rows } = await db.query<{ tokens: number }>(sql`SELECT tokens::integer FROM llm_reservation WHERE bank_id = ${on.bank.key}`);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.tokens).toBeGreaterThan(3 * 2_000);
    const second = await on.engine.retain(
      on.bank,
      [
        { content: paragraph("Delta"), documentId: "Delta" },
        ...["E", "F", "G"].map((name) => ({ content: paragraph(name), documentId: name })),
      ],
      { async: true },
    );
    const refused = await on.until(second.operationId as string, ({ errorMessage }) => errorMessage?.includes("spend limit") ?? false);
    expect(refused.status).toBe("pending");
    expect(on.server.batches).toHaveLength(1);
    on.server.end();
    expect(await on.over(id)).toMatchObject({ status: "completed" });
    await on.flush();
    expect(await on.setAside()).toBe(0);
  });

  test("a batch that is more than a limit ever allows is read call by call, as the limit allows", async () => {
    const id = await on.retain(["Alpha", "Beta", "Gamma"], "openai", { HINDSIGHT_API_SPEND_BANK_TOKENS_PER_DAY: "5000" });
    expect(await on.over(id)).toMatchObject({ status: "completed" }); // true costs are lower than the estimate
    expect(on.server.batches).toEqual([]);
    expect(on.server.singles.map(nameOf).sort()).toEqual(["Alpha", "Beta", "Gamma"]);
  });

  test("a retain that is waited for is refused; one that no model reads is not", async () => {
    on.start("openai");
    await on.freshBank();
    await expect(on.engine.retain(on.bank, "Alpha was here.")).rejects.toMatchObject({
      code: "bad_argument",
      message: expect.stringContaining("async: true"),
    });
    await on.stop();
    on.start("openai", { HINDSIGHT_API_RETAIN_EXTRACTION_MODE: "chunks" });
    expect((await on.engine.retain(on.bank, "Alpha was here.")).receipt?.stored).toBe(1);
  });
});
