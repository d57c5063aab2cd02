// What a bank learns is told to webhooks: of the bank and of the server, well ended and failed; and no secret of theirs is written anywhere.

import { createHmac } from "node:crypto";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { openReceiver, type Receiver } from "../support/receiver.js";
import { reflectedBy } from "../support/reflection.js";
import { openServer, type TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";

const SERVER_SECRET = "whsec-of-the-server";
const ALL = ["consolidation.completed", "mental_model.refreshed", "mental_model.refresh_failed"];

describe.each(["pglite", "postgres"] as const)("%s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  const tell = (sentence: string, story: () => Promise<void>): void => {
    it.skipIf(!isThere)(sentence, { timeout: 120_000 }, story);
  };
  let ofServer: Receiver;
  let server: TestServer;
  let log = "";
  let llm: ScriptedLlm;
  let withModel: TestServer;
  const open: Receiver[] = [];

  beforeAll(async () => {
    if (!isThere) return;
    ofServer = await openReceiver();
    open.push(ofServer);
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString("utf8");
        done();
      },
    });
    const env = {
      HINDSIGHT_API_WEBHOOK_ALLOWED_HOSTS: "127.0.0.1",
      HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true",
      HINDSIGHT_API_WORKER_MAX_RETRIES: "0",
    };
    server = await openServer(
      {
        ...env,
        HINDSIGHT_API_WEBHOOK_URL: ofServer.url,
        HINDSIGHT_API_WEBHOOK_SECRET: SERVER_SECRET,
        HINDSIGHT_API_WEBHOOK_EVENT_TYPES: "retain.completed,consolidation.completed",
      },
      engine,
      pino({ level: "trace" }, sink),
    );
    llm = await startScriptedLlm(() => ({ status: 401, message: "wrong key" }));
    const asked = Object.entries(reflectedBy(llm.url)).flatMap(([name, value]) => [
      [name, value],
      [name.replace("API_REFLECT_", "API_CONSOLIDATION_"), value],
    ]);
    withModel = await openServer({ ...env, ...Object.fromEntries(asked) }, engine);
  });
  afterAll(async () => {
    await server?.close();
    await withModel?.close();
    await llm?.close();
    for (const one of open) one.close();
  });

  async function listening(bank: StoryBank, fields: Readonly<Record<string, unknown>> = {}) {
    const to = await openReceiver();
    open.push(to);
    const reply = await bank.call("POST", "/webhooks", { url: to.url, event_types: ALL, ...fields });
    expect(reply.status).toBe(201);
    return { to, hook: reply.body.id as string };
  }
  const eventsTo = ({ calls }: Receiver, bank: StoryBank) =>
    calls.map(({ body }) => JSON.parse(body)).filter((event) => event.bank_id === bank.id);

  tell("a consolidation and a refresh are told when they end, with what they did", async () => {
    const bank = storyBank(server);
    const { to } = await listening(bank);
    await bank.retain("Ann likes to drink green tea.");
    await bank.retain("Ann likes to drink green tea.", { document_id: "again" });
    await server.idle();
    const made = (await bank.call("POST", "/mental-models", { name: "Ann", source_query: "What does Ann drink?" })).body;
    await server.idle();
    const events = eventsTo(to, bank);
    const consolidations = events.filter(({ event }) => event === "consolidation.completed");
    const operations = (await bank.get("/operations?type=consolidation")).body.operations;
    expect(consolidations.map(({ operation_id }) => operation_id).sort()).toEqual(
      operations.map(({ id }: { readonly id: string }) => id).sort(),
    );
    for (const one of consolidations) {
      expect(one).toEqual({
        event: "consolidation.completed",
        bank_id: bank.id,
        operation_id: expect.any(String),
        status: "completed",
        timestamp: expect.any(String),
        data: { observations_created: expect.any(Number), observations_updated: expect.any(Number), observations_deleted: 0 },
      });
    }
    const observations = (await bank.get("/memories/list?type=observation")).body.total;
    expect(consolidations.reduce((sum, { data }) => sum + data.observations_created, 0)).toBe(observations);
    expect(events.filter(({ event }) => event.startsWith("mental_model"))).toMatchObject([
      {
        event: "mental_model.refreshed",
        status: "completed",
        operation_id: made.operation_id,
        data: { mental_model_id: made.mental_model_id, outcome: "content_written" },
      },
    ]);
  });

  tell("a consolidation and a refresh that fail are told once, with why", async () => {
    const bank = storyBank(withModel);
    const { to } = await listening(bank);
    await bank.retain("Ben rows on the canal.");
    await withModel.idle();
    const made = (await bank.call("POST", "/mental-models", { name: "Ben", source_query: "What does Ben do?" })).body;
    await withModel.idle();
    const data = { error_message: expect.stringContaining("key") };
    expect(eventsTo(to, bank)).toMatchObject([
      { event: "consolidation.completed", status: "failed", data },
      { event: "mental_model.refresh_failed", status: "failed", data: { ...data, mental_model_id: made.mental_model_id } },
    ]);
  });

  tell("the webhook of the server is told of every bank, signed, and is in no bank's list", async () => {
    const banks = [storyBank(server), storyBank(server)];
    for (const bank of banks) await bank.retain("Cleo plays the oboe.", { document_id: "one" });
    await server.idle();
    for (const bank of banks) {
      const told = ofServer.calls.filter(({ body }) => JSON.parse(body).bank_id === bank.id);
      expect(told.map(({ headers }) => headers["x-hindsight-event"]).sort()).toEqual(["consolidation.completed", "retain.completed"]);
      for (const { headers, body } of told) {
        expect(headers["x-hindsight-signature"]).toBe(`sha256=${createHmac("sha256", SERVER_SECRET).update(body, "utf8").digest("hex")}`);
        expect(headers["x-hindsight-signature"]).not.toBe(`sha256=${createHmac("sha256", "another").update(body, "utf8").digest("hex")}`);
      }
      expect((await bank.get("/webhooks")).body).toMatchObject({ items: [], total: 0 });
    }
  });

  tell("no secret of a webhook is in a list or in the log, however it is sent, and what is hidden stays when it is sent back", async () => {
    const bank = storyBank(server);
    const http = {
      headers: { authorization: "Bearer hidden-header", "x-team": "red" },
      params: { api_key: "hidden-param", colour: "blue" },
    };
    const { to, hook } = await listening(bank, { event_types: ["retain.completed"], secret: "whsec-of-the-bank", http_config: http });
    const down = await bank.call("POST", "/webhooks", {
      url: "http://127.0.0.1:9/x", // nobody listens there
      event_types: ["retain.completed"],
      secret: "whsec-of-the-bank",
      http_config: http,
    });
    const listed = (await bank.get("/webhooks")).body.items[0];
    expect(listed).toMatchObject({
      secret: null,
      http_config: { headers: { authorization: "***", "x-team": "red" }, params: { api_key: "***", colour: "blue" } },
    });
    expect((await bank.call("PATCH", `/webhooks/${hook}`, { http_config: listed.http_config })).status).toBe(200);
    await bank.retain("Dora paints.");
    while (to.calls.length === 0 || (await bank.get(`/webhooks/${down.body.id}/deliveries`)).body.items[0]?.last_error === null) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(to.calls[0]).toMatchObject({
      path: "/hook?colour=blue&api_key=hidden-param",
      headers: { authorization: "Bearer hidden-header" },
      body: expect.not.stringMatching(/whsec-|hidden-/),
    });
    const lists = ["/webhooks", `/webhooks/${hook}/deliveries`, `/webhooks/${down.body.id}/deliveries`, "/operations"];
    const shown = await Promise.all(lists.map((rest) => bank.get(rest)));
    for (const { operation_id: id } of shown[3]?.body.operations ?? []) shown.push(await bank.get(`/operations/${id}`));
    for (const { text } of shown) expect(text).not.toMatch(/whsec-|hidden-|receiver-says-so/);
    expect(log).toContain("operation put off"); // control: the failed delivery is logged
    expect(log).not.toMatch(/whsec-|hidden-|receiver-says-so/);
  });
});
