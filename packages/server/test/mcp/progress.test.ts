// Progress and cancellation, between the official client and an engine that waits to be let go.

import { type Hindsight, loadSettings, NO_SPAN } from "@hindsight-memory/engine";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Progress as Notified, ServerNotification } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, expect, test, vi } from "vitest";
import { fullCaller } from "../../src/access/index.js";
import type { HttpParts } from "../../src/http/types.js";
import { offerOf } from "../../src/mcp/offer.js";
import { progressOf } from "../../src/mcp/progress.js";
import { connection } from "../../src/mcp/server.js";
import { admissionGates } from "../../src/middleware/admission.js";

afterEach(() => void vi.useRealTimers());

type Verbs = Partial<Pick<Hindsight, "retain" | "reflect">>;

/** A client of the bank `b`, whose engine does what is given. */
async function clientOf(verbs: Verbs): Promise<Client> {
  const inSpan: Hindsight["inSpan"] = (_, work) => work(NO_SPAN);
  const banks = { get: async () => ({}), config: async () => ({ config: { mcp_enabled_tools: null } }) };
  const audit = { run: (_: unknown, work: () => Promise<unknown>) => work() };
  const engine = { inSpan, banks, audit, ...verbs } as unknown as Hindsight;
  const settings = loadSettings({});
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const options = { settings, log, hosts: null, shutdown: new AbortController().signal };
  const parts: HttpParts = { options, gates: admissionGates(settings), audit: engine.audit, noteRecallPhase: () => undefined };
  const request = { caller: fullCaller("public"), headerBank: null, requestId: "r" };
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  await connection(offerOf(engine, parts, "b"), request).server.connect(far as Parameters<Client["connect"]>[0]);
  await client.connect(near as Parameters<Client["connect"]>[0]);
  return client;
}

test("a reflection tells its steps to a client that asks, without what it searched for, and none to one that does not", async () => {
  const client = await clientOf({
    async reflect(_bank, _request, { onProgress } = {}) {
      onProgress?.({ type: "tool_call", tool: "recall", input: { query: "the secret" }, iteration: 0 });
      onProgress?.({ type: "evidence", tool: "recall", iteration: 0, found: 3, memories: 2 });
      throw new Error("enough");
    },
  });
  const told: Notified[] = [];
  const call = { name: "reflect", arguments: { query: "Who?" } };
  await client.callTool(call, undefined, { onprogress: (each) => told.push(each) });
  expect(told).toEqual([
    { progress: 1, message: "Asks recall." },
    { progress: 2, message: "recall found 3; 2 memories in hand." },
  ]);
  await client.callTool(call);
  expect(told).toHaveLength(2);
  await client.close();
});

test("a call that its client cancels ends at the engine's signal, with the code of a caller who left", async () => {
  let reason: Promise<unknown> | undefined;
  const begun = new Promise<void>((resolve) => {
    const retain: Hindsight["retain"] = async (_bank, _request, { signal, onStage } = {}) => {
      onStage?.("plan");
      reason = new Promise((fired) => signal?.addEventListener("abort", () => fired(signal.reason)));
      resolve();
      throw await reason;
    };
    void clientOf({ retain }).then(async (client) => {
      const leaving = new AbortController();
      void begun.then(() => leaving.abort("enough"));
      const call = { name: "sync_retain", arguments: { content: "x" } };
      await expect(client.callTool(call, undefined, { signal: leaving.signal })).rejects.toThrow("enough");
    });
  });
  await begun;
  expect(await reason).toMatchObject({ code: "request_cancelled" });
});

test("silence is broken every so often until the call ends, with a number that only rises", () => {
  vi.useFakeTimers();
  const sent: unknown[] = [];
  const sendNotification = async ({ params }: ServerNotification): Promise<void> => void sent.push(params);
  const progress = progressOf({ _meta: { progressToken: 0 }, sendNotification }, 1_000);
  progress.tell("Stored.");
  vi.advanceTimersByTime(2_500);
  progress.end();
  vi.advanceTimersByTime(5_000);
  progress.tell("Too late.");
  expect(sent).toMatchObject([
    { progressToken: 0, progress: 1, message: "Stored." },
    { progress: 2, message: "At work for 1 s." },
    { progress: 3, message: "At work for 2 s." },
  ]);
});

test("a client that is gone is told no more", async () => {
  vi.useFakeTimers();
  let tries = 0;
  const sendNotification = async (): Promise<void> => {
    tries += 1;
    throw new Error("Not connected");
  };
  const progress = progressOf({ _meta: { progressToken: "t" }, sendNotification }, 1_000);
  progress.tell("Stored.");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(tries).toBe(1);
});
