// A consolidation that is held up: by its time, or by what comes after it. What it did is kept, the rest follows, and the figures say how much is left.

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "../../packages/engine/src/store/db.js";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { withoutScope } from "../../packages/engine/test/support/metrics-text.js";
import type { LlmCall, LlmReply } from "../../packages/engine/test/support/scripted-llm.js";
import { type Consolidation, creating, givenTo, isConsolidation, isPair } from "../support/consolidation.js";
import { openScriptedServer, type ScriptedServer } from "../support/scripted-server.js";
import type { TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";
import type { Tables } from "../support/tables.js";

/** Long enough for one slow call on a busy machine, too short for five. */
const WALL_SECONDS = 3;
const CALL_MS = 1_000;
/** The gauges are counted anew after so long. */
const GAUGES_AGE_MS = 31_000;

describe.each(["pglite", "postgres"] as const)("a consolidation goes on, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let opened: ScriptedServer;
  let server: TestServer;
  let tables: Tables;
  let bank: StoryBank;
  let believe: (given: Consolidation) => LlmReply | Promise<LlmReply>;
  /** How far the process's clock is ahead, in milliseconds. */
  let ahead = 0;

  beforeAll(async () => {
    if (!isThere) return;
    const reply = (call: LlmCall): LlmReply | Promise<LlmReply> => {
      if (isPair(call)) return { json: { action: "keep", text: "", reason: "two" } };
      return isConsolidation(call) ? believe(givenTo(call)) : { text: "ready" };
    };
    const env = { HINDSIGHT_API_CONSOLIDATION_WALL_TIMEOUT: String(WALL_SECONDS), HINDSIGHT_API_METRICS_BACKLOG_ENABLED: "true" };
    opened = await openScriptedServer(reply, engine, { env, asked: "consolidation" });
    ({ server, tables } = opened);
    const real = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => real() + ahead);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await opened?.close();
  });
  beforeEach(async () => {
    if (!isThere) return;
    bank = storyBank(server);
    await bank.call("PUT", "", {});
    believe = ({ facts }) => creating(`Belief: ${facts.map(({ text }) => text).join(" ")}`, facts);
  });
  const tell = (sentence: string, story: () => Promise<void>): void => {
    it.skipIf(!isThere)(sentence, { timeout: 120_000 }, story);
  };
  const consolidate = async (): Promise<string> => (await bank.call("POST", "/consolidate", {})).body.operation_id;
  const operation = async (id: string) => (await bank.get(`/operations/${id}`)).body;
  const stats = async () => (await bank.get("/stats")).body;
  const beliefs = async (): Promise<readonly string[]> => {
    const { items } = (await bank.get("/memories/list?type=observation&limit=100")).body;
    return items.map(({ text }: { readonly text: string }) => text).sort();
  };
  /** A number of `/metrics`, counted anew. */
  async function figure(name: string): Promise<number | null> {
    ahead += GAUGES_AGE_MS;
    const { text } = await server.call("GET", "/metrics");
    const line = withoutScope(text)
      .split("\n")
      .find((each) => each.startsWith(`${name} `));
    return line === undefined ? null : Number(line.slice(name.length + 1));
  }

  tell("the figures count what waits, then nothing, what failed, and the runs", async () => {
    expect(await figure("hindsight_consolidation_backlog")).toBe(0);
    for (const text of ["Ann likes tea.", "Ben likes coffee.", "Cas is poison."]) await bank.retain(text, { tags: [text.slice(0, 3)] });
    await server.idle();
    expect(await figure("hindsight_consolidation_backlog")).toBe(3);
    expect(await figure("hindsight_consolidation_failed")).toBe(0);
    believe = ({ facts }) => (facts[0]?.text.includes("poison") ? { text: "no JSON" } : creating(`Belief: ${facts[0]?.text}`, facts));
    const id = await consolidate();
    await server.idle();
    expect(await operation(id)).toMatchObject({ status: "completed", result_metadata: { memories_processed: 3, memories_failed: 1 } });
    expect(await figure("hindsight_consolidation_backlog")).toBe(0);
    expect(await figure("hindsight_consolidation_failed")).toBe(1);
    const { text } = await server.call("GET", "/metrics");
    expect(text).toMatch(/^hindsight_operation_operations_total\{[^}]*operation="consolidation"[^}]*\} [1-9]/mu);
    expect(text).not.toMatch(/^hindsight_async_operations\{[^}]*operation_type="consolidation"[^}]*\} [1-9]/mu); // none waits, runs or has failed
    await bank.call("DELETE", "");
    expect(await figure("hindsight_consolidation_failed")).toBe(0); // what is gone is not counted
  });

  tell("a run that is out of time stops, keeps what it did, and goes on: no fact is lost, none is believed twice", async () => {
    await bank.call("PATCH", "/config", { updates: { consolidation_llm_parallelism: 1 } });
    const people = ["Ann", "Ben", "Cas", "Dee", "Eve"];
    for (const name of people) await bank.retain(`${name} likes tea.`, { tags: [name] });
    await server.idle();
    const asked: string[] = [];
    believe = async ({ facts }) => {
      asked.push(facts[0]?.text ?? "");
      await new Promise((resolve) => setTimeout(resolve, CALL_MS));
      return creating(`Belief: ${facts[0]?.text}`, facts);
    };
    const id = await consolidate();
    await expect
      .poll(async () => (await operation(id)).error_message, { timeout: 120_000 })
      .toContain("HINDSIGHT_API_CONSOLIDATION_WALL_TIMEOUT");
    const held = await operation(id);
    expect(held).toMatchObject({ status: "pending", next_retry_at: expect.any(String), retry_count: 0 });
    const done = await beliefs();
    expect(done.length).toBeGreaterThan(0); // what it had done is kept
    expect(done.length).toBeLessThan(people.length); // control: it was out of time
    expect((await stats()).pending_consolidation).toBe(people.length - done.length);

    for (let round = 0; (await stats()).pending_consolidation > 0; round += 1) {
      expect(round).toBeLessThan(30);
      await consolidate(); // brings forward what is put off
      await new Promise((resolve) => setTimeout(resolve, CALL_MS));
    }
    await server.idle();
    expect(await beliefs()).toEqual(people.map((name) => `Belief: ${name} likes tea.`));
    expect(await stats()).toMatchObject({ pending_consolidation: 0, failed_consolidation: 0 });
    expect(await operation(id)).toMatchObject({
      status: "completed",
      result_metadata: { memories_processed: people.length, observations_created: people.length, memories_failed: 0 },
    });
    expect(new Set(asked).size).toBe(people.length);
  });

  tell("when the refreshes that follow cannot be queued, what was learnt is kept, and they are queued once they can", async () => {
    await bank.retain("Ann likes tea.", { tags: ["ann"] });
    await bank.call("POST", "/mental-models", {
      id: "ann",
      name: "Ann",
      source_query: "What does Ann like?",
      tags: ["ann"],
      trigger: { refresh_after_consolidation: true },
    });
    await server.idle();
    await bank.retain("Ann likes coffee.", { tags: ["ann"] });
    await server.idle();
    await tables.db.query(sql`CREATE FUNCTION refuse_refreshes() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN IF NEW.type = ''refresh_mental_model'' THEN RAISE EXCEPTION ''no refresh today''; END IF; RETURN NEW; END'`);
    await tables.db.query(sql`CREATE TRIGGER refuse_refreshes BEFORE INSERT ON operation FOR EACH ROW EXECUTE FUNCTION refuse_refreshes()`);
    const id = await consolidate();
    try {
      await expect.poll(async () => (await operation(id)).error_message, { timeout: 120_000 }).toContain("no refresh today");
      expect(await operation(id)).toMatchObject({
        status: "pending",
        result_metadata: { memories_processed: 2, pending_refresh_tags: [["ann"]] },
      });
      expect(await beliefs()).toEqual(["Belief: Ann likes tea. Ann likes coffee."]);
      expect(await stats()).toMatchObject({ pending_consolidation: 0, failed_consolidation: 0 });
      expect((await bank.get("/mental-models/ann")).body).toMatchObject({ is_stale: true });
    } finally {
      await tables.db.query(sql`DROP TRIGGER refuse_refreshes ON operation`);
      await tables.db.query(sql`DROP FUNCTION refuse_refreshes()`);
    }
    expect(await consolidate()).toBe(id); // the same goes on
    await expect.poll(async () => (await operation(id)).status, { timeout: 120_000 }).toBe("completed");
    await server.idle();
    expect(await operation(id)).toMatchObject({
      result_metadata: { mental_models_refreshed: 1, memories_processed: 2, observations_created: 1 },
    });
    expect((await bank.get("/mental-models/ann")).body).toMatchObject({ is_stale: false, content: expect.stringContaining("coffee") });
    expect(await beliefs()).toHaveLength(1); // nothing was learnt twice
  });
});
