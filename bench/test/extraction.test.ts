import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { openServer } from "../../test/support/server.js";
import { stretchesTo } from "../extraction/bands.js";
import { costOf, measureCalls, sumBuckets } from "../extraction/calls.js";
import { dialogueItems, loadItems, noteItems, proseItems } from "../extraction/items.js";
import { countFacts, factsOf, load, nextBlock, openBank } from "../extraction/load.js";
import { inFlight, slowRetain, thinned } from "../extraction/slow.js";
import { connect } from "../lib/api.js";
import type { Conversation } from "../lib/locomo.js";
import { startModelServer } from "../lib/model-server.js";
import { cpuClock, parseStat } from "../lib/processes.js";

const at = new Date("2023-05-08T13:56:00Z");
const turn = (session: number, number: number) => ({
  id: `D${session}:${number}`,
  session,
  speaker: "Ann",
  text: `Ann: The kettle no. ${number} is red. [shares a photo: a kettle]`,
  at,
});
const conversation: Conversation = {
  name: "c1",
  turns: [...Array.from({ length: 9 }, (_, index) => turn(1, index + 1)), turn(2, 1)],
  sessionAt: new Map([
    [1, at],
    [2, at],
    [3, at],
  ]),
  questions: [],
};

describe("the stretches of a load", () => {
  it("share each band among the clients, and fill what lies between", () => {
    expect(stretchesTo(10_000, [1, 4]).map(({ from, to, clients, band }) => [from, to, clients, band])).toEqual([
      [0, 500, 1, "0–1k"],
      [500, 1_000, 4, "0–1k"],
      [1_000, 5_000, 4, null],
      [5_000, 7_500, 1, "5–10k"],
      [7_500, 10_000, 4, "5–10k"],
    ]);
  });

  it("go without a gap to the number that was asked for", () => {
    for (const facts of [1, 700, 5_000, 5_001, 30_000, 100_000, 120_000]) {
      const all = stretchesTo(facts, [1, 4]);
      expect([all[0]?.from, all.at(-1)?.to]).toEqual([0, facts]);
      expect(all.slice(1).map(({ from }) => from)).toEqual(all.slice(0, -1).map(({ to }) => to));
    }
  });

  it("are cut into blocks that do not run far past their end", () => {
    expect(nextBlock(10_000, 10, 4)).toEqual({ batches: 32, size: 10 });
    expect(nextBlock(250, 10, 4)).toEqual({ batches: 2, size: 10 });
    expect(nextBlock(30, 10, 4)).toEqual({ batches: 1, size: 3 });
    expect(nextBlock(3, 10, 1)).toEqual({ batches: 1, size: 1 });
  });
});

describe("the items", () => {
  it("are eight turns of one session, without captions", () => {
    const items = dialogueItems([conversation]);
    expect(items.map((item) => item.content.split("\n").length)).toEqual([8, 1, 1]);
    expect(items[0]?.content).not.toContain("photo");
    expect(new Set(items.map((item) => item.document_id)).size).toBe(3);
    expect(dialogueItems([conversation], Number.POSITIVE_INFINITY).map((item) => item.content.split("\n").length)).toEqual([9, 1]);
  });

  it("are the same every time, and go on with notes", () => {
    const [one, other] = [loadItems([conversation], 7), loadItems([conversation], 7)];
    const items = Array.from({ length: 6 }, () => one.next().value);
    expect(Array.from({ length: 6 }, () => other.next().value)).toEqual(items);
    expect(items.map((item) => item.context)).toEqual(["conversation", "conversation", "conversation", "notes", "notes", "notes"]);
    expect(items[3]?.content.match(/\./g)).toHaveLength(12);
    expect(items[3]?.content).not.toMatch(/[{}]|undefined/);
    expect(noteItems(8).next().value.content).not.toBe(items[3]?.content);
  });

  it("of prose are as long as was asked for", () => {
    const [document, ...rest] = proseItems(1, 3_000, 1);
    expect(rest).toEqual([]);
    expect(document?.content.length).toBeGreaterThanOrEqual(2_998);
    expect(document?.content.length).toBeLessThan(4_500);
  });
});

describe("the sums", () => {
  it("of calls are per 1,000 characters, and allow one call for every 3,000 of each document", () => {
    const sums = sumBuckets({
      buckets: [
        { total: 2, tokens: { input: 1_000, output: 100 } },
        { total: 1, tokens: { input: 500, output: 80 } },
      ],
    });
    expect(sums).toEqual({ calls: 3, input: 1_500, output: 180 });
    const cost = costOf([{ content: "x".repeat(3_001) }, { content: "x".repeat(2_999) }], sums, 3, 9);
    expect(cost).toMatchObject({
      characters: 6_000,
      callsPer1000: 0.5,
      inputPer1000: 250,
      outputPer1000: 30,
      charactersPerCall: 2_000,
      allowed: 3,
    });
  });

  it("of facts leave out observations", () => {
    expect(countFacts({ nodes_by_fact_type: { world: 3, experience: 2, observation: 7 } })).toBe(5);
  });

  it("of a slow model tell how many calls were under way", () => {
    expect(inFlight(200, 500, 5)).toBe(20);
    expect(thinned([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7]);
    expect(thinned([1, 2], 3)).toEqual([1, 2]);
  });

  it("of processor time read a process's line whatever its name is", () => {
    const line = `7 (a) b (c) S 3 7 7 0 -1 4194560 100 0 0 0 11 22 33 44 20 0 1 0 98765 1000 10`;
    expect(parseStat(line)).toEqual({ parent: 3, ticks: 110, startedAt: "98765" });
  });

  it.skipIf(process.platform !== "linux")("of processor time grow while a process works", async () => {
    const clock = await cpuClock(process.pid, null);
    try {
      const before = (await clock.read()) ?? Number.NaN;
      for (const until = process.cpuUsage().user + 100_000; process.cpuUsage().user < until; ) Math.sqrt(until);
      expect((await clock.read()) ?? Number.NaN).toBeGreaterThanOrEqual(before + 50);
    } finally {
      await clock.close();
    }
  });
});

describe.each(["shared or own", "own"])("a bank that is loaded with the scripted model (%s)", (which) => {
  it("has the facts that the bench counts, at the calls that the model saw", { timeout: 120_000 }, async () => {
    const model = await startModelServer({ isOwn: which === "own" });
    const server = await openServer(model.env);
    const api = connect(server.url);
    try {
      const clock = await cpuClock(process.pid, null);
      await openBank(api, "load");
      const loaded = await load(api, "load", noteItems(1), { from: 0, to: 30, clients: 2, band: null }, clock);
      await clock.close();
      expect(loaded.facts).toBeGreaterThanOrEqual(30);
      expect(await factsOf(api, "load")).toBe(loaded.facts);
      expect((await model.calls())["chat:facts"]?.calls).toBe(loaded.items);

      const cost = await measureCalls(api, model, "calls", proseItems(1, 7_000, 2));
      expect(cost.calls).toBe(cost.modelCalls);
      expect(cost.calls).toBeGreaterThan(0);
      expect(cost.calls).toBeLessThanOrEqual(cost.allowed);
      expect(cost.inputPer1000).toBeGreaterThan(0);

      const slow = await slowRetain(api, model, "slow", [noteItems(3).next().value], 0);
      expect(slow).toMatchObject({ items: 1, calls: 1 });
      expect(slow.facts).toBeGreaterThan(0);
      expect(slow.progress.length).toBeGreaterThan(0);
    } finally {
      api.close();
      await server.close();
      await model.stop();
    }
  });
});

it("a load ends with an error where the model finds nothing", { timeout: 120_000 }, async () => {
  const empty = createServer((request, response) => {
    request.resume();
    const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: '{"facts": []}' } }];
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ id: "c", object: "chat.completion", created: 0, model: "stub", choices, usage }));
  });
  await once(empty.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(empty.address() as AddressInfo).port}/v1`;
  const server = await openServer({
    HINDSIGHT_API_LLM_PROVIDER: "openai",
    HINDSIGHT_API_LLM_BASE_URL: url,
    HINDSIGHT_API_LLM_API_KEY: "none",
  });
  const api = connect(server.url);
  try {
    await openBank(api, "empty");
    const clock = await cpuClock(null, null);
    const stretch = { from: 0, to: 10, clients: 1, band: null };
    await expect(load(api, "empty", noteItems(1), stretch, clock)).rejects.toThrow("made no fact");
  } finally {
    api.close();
    await server.close();
    empty.close();
  }
});
