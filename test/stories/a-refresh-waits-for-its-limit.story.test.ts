// A bank that has spent what it may has its standing answers wait: no call is made for them, that is said, and they go on where the limit is lifted.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { memoriesOf, openReflection, type Reflection, searching, use } from "../support/reflection.js";
import { type StoryBank, storyBank } from "../support/story.js";

describe.each(["pglite", "postgres"] as const)("a refresh waits for its bank's limit, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let run: Reflection;
  let bank: StoryBank;

  beforeAll(async () => {
    // What is said twice is consolidated without a model: only refreshes spend.
    if (isThere) run = await openReflection(engine, { HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true" });
  });
  afterAll(() => run?.close());
  beforeEach(async () => {
    if (!isThere) return;
    bank = storyBank(run.server);
    run.play((call) => {
      const section = /The document:\n\[\{"id":"([^"]+)"/u.exec(call.user)?.[1];
      if (section !== undefined) {
        const facts = (call.user.split("New facts:\n")[1] ?? "").match(/Ann drinks [a-z]+\./gu) ?? [];
        return { json: { operations: [...new Set(facts)].map((text) => ({ op: "append_block", section_id: section, text })) } };
      }
      return searching("Ann drinks", (then) => {
        const blocks = memoriesOf(then).map(({ text }) => text);
        return use("done", { document: { sections: [{ heading: "Drinks", blocks: [...new Set(blocks)] }] }, memory_ids: [] });
      })(call);
    });
    await bank.retain("Ann drinks tea.");
    await run.server.idle();
  });
  const tell = (sentence: string, story: () => Promise<void>): void => {
    it.skipIf(!isThere)(sentence, { timeout: 120_000 }, story);
  };
  const limit = async (tokensPerHour: number | null): Promise<void> => {
    const updates = { spend_limits: tokensPerHour === null ? null : { tokens_per_hour: tokensPerHour } };
    expect((await bank.call("PATCH", "/config", { updates })).status).toBe(200);
  };
  async function model(trigger: Readonly<Record<string, unknown>>): Promise<void> {
    await bank.call("POST", "/mental-models", { id: "ann", name: "Ann", source_query: "What does Ann drink?", trigger });
    await run.server.idle();
  }
  const read = async () => (await bank.get("/mental-models/ann")).body;
  const operation = async (id: string) => (await bank.get(`/operations/${id}`)).body;
  /** Until an operation of the model says something of the limit. */
  async function heldUp(): Promise<Readonly<Record<string, string>>> {
    for (;;) {
      const { operations } = (await bank.get("/operations?type=refresh_mental_model&limit=20")).body;
      const held = operations.find(
        ({ status, error_message }: Readonly<Record<string, unknown>>) => status === "pending" && error_message !== null,
      );
      if (held !== undefined) return operation(held.id);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  tell("asked for by a caller: no call, the operation says why and when, the answer stays as it was; lifted, it is made", async () => {
    await model({ mode: "delta" });
    const before = await read();
    expect(before.content).toBe("## Drinks\n\nAnn drinks tea.\n");
    await bank.retain("Ann drinks milk.");
    await limit(1);
    const from = run.llm.calls.length;
    const asked = (await bank.call("POST", "/mental-models/ann/refresh")).body.operation_id;
    const held = await heldUp();
    expect(held).toMatchObject({ id: asked, status: "pending", error_message: expect.stringContaining("spend limit"), retry_count: 0 });
    const until = Date.parse(held.next_retry_at ?? "");
    expect(until).toBeGreaterThan(Date.now());
    expect(until).toBeLessThanOrEqual((Math.floor(Date.now() / 3_600_000) + 1) * 3_600_000 + 1_000); // the hour turns
    expect(run.llm.calls.slice(from)).toEqual([]);
    const meanwhile = await read();
    expect(meanwhile).toMatchObject({
      content: before.content,
      last_refreshed_at: before.last_refreshed_at,
      is_stale: true,
      last_refresh_failed_at: null, // a limit is no fault of the model: it is not held back for it later
    });
    expect((await bank.get("/mental-models/ann/history")).body).toEqual([]);
    // asked again it is the one that waits, and still costs nothing
    expect((await bank.call("POST", "/mental-models/ann/refresh")).body.operation_id).toBe(asked);
    await heldUp();
    expect(run.llm.calls.slice(from)).toEqual([]);

    await limit(null);
    await expect.poll(async () => (await operation(asked)).status, { timeout: 120_000 }).toBe("completed");
    expect(await read()).toMatchObject({ content: "## Drinks\n\nAnn drinks tea.\n\nAnn drinks milk.\n", is_stale: false });
    expect(run.llm.calls.length).toBeGreaterThan(from);
  });

  tell("asked for by a consolidation: retains go on, one refresh waits for all of them, and sees them all", async () => {
    await model({ mode: "delta", refresh_after_consolidation: true });
    await limit(1);
    const from = run.llm.calls.length;
    for (const drink of ["milk", "juice", "water", "cocoa"]) {
      await bank.retain(`Ann drinks ${drink}.`);
      await bank.retain(`Ann drinks ${drink}.`, { document_id: drink });
      await bank.call("POST", "/consolidate", {});
    }
    await heldUp();
    const { operations } = (await bank.get("/operations?type=refresh_mental_model&limit=50")).body;
    const live = operations.filter(({ status }: Readonly<Record<string, unknown>>) => status === "pending" || status === "processing");
    expect(live).toHaveLength(1);
    expect(run.llm.calls.slice(from)).toEqual([]);
    await limit(null);
    await run.server.idle();
    const { content, is_stale } = await read();
    for (const drink of ["tea", "milk", "juice", "water", "cocoa"]) expect(content).toContain(`Ann drinks ${drink}.`);
    expect(is_stale).toBe(false);
  });
});
