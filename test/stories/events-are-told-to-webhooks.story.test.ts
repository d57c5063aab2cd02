// Webhooks over HTTP: events are told, signed, told again after a failure, and to nobody inside a network.

import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WEBHOOK_DELIVERY } from "../../packages/engine/src/domain/learning.js";
import { registerHandler } from "../../packages/engine/src/operations/index.js";
import { deliveryHandler } from "../../packages/engine/src/webhooks/deliver.js";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { openReceiver, type Receiver } from "../support/receiver.js";
import { openServer, type TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";

interface Delivery {
  readonly [field: string]: unknown;
}

/** The first further attempt comes at once (the queue makes a second of it), the last when it is asked for. */
registerHandler(WEBHOOK_DELIVERY, deliveryHandler([0, 300]));

const events = ({ calls }: Pick<Receiver, "calls">) => calls.map(({ body }) => JSON.parse(body));

describe.each(["pglite", "postgres"] as const)("%s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  const tell = it.skipIf(!isThere);
  let server: TestServer;
  const open: Receiver[] = [];
  beforeAll(async () => {
    if (isThere) server = await openServer({ HINDSIGHT_API_WEBHOOK_ALLOWED_HOSTS: "127.0.0.1" }, engine);
  });
  afterAll(async () => {
    await server?.close();
    for (const one of open) one.close();
  });

  async function listening(failures = 0) {
    const made = await openReceiver((index) => (index < failures ? 500 : 200));
    open.push(made);
    return made;
  }
  async function add(bank: StoryBank, url: string, fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const reply = await bank.call("POST", "/webhooks", { url, event_types: ["retain.completed"], ...fields });
    expect(reply.status).toBe(201);
    return reply.body.id;
  }
  async function ended(bank: StoryBank, hook: string, count: number): Promise<readonly Delivery[]> {
    for (;;) {
      const items: readonly Delivery[] = (await bank.get(`/webhooks/${hook}/deliveries`)).body.items;
      if (items.length >= count && items.every(({ status }) => status !== "pending" && status !== "processing")) return items;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  tell("a retain is told for each document, signed, also when nothing came of it", { timeout: 120_000 }, async () => {
    const bank = storyBank(server);
    const to = await listening();
    const secret = `whsec-${randomUUID()}`;
    const hook = await add(bank, to.url, { secret, http_config: { headers: { authorization: "Bearer hidden-one", "x-team": "red" } } });
    await bank.retain("Ada lives in Delft.", { document_id: "one", tags: ["home"] });
    await bank.retainLater([{ content: "Bo lives in Ghent.", document_id: "two" }]);
    const items = await ended(bank, hook, 2);

    const byDocument = new Map(events(to).map((event) => [event.data.document_id, event]));
    expect(byDocument.get("one")).toMatchObject({
      event: "retain.completed",
      bank_id: bank.id,
      status: "completed",
      data: { document_id: "one", tags: ["home"], memory_unit_count: 1 },
    });
    expect(byDocument.get("one")).not.toHaveProperty("operation_id"); // nobody queued it; nulls are dropped
    expect(byDocument.get("two")).toMatchObject({ operation_id: expect.any(String), data: { tags: [], memory_unit_count: 1 } });
    for (const { headers, body } of to.calls) {
      expect(headers["x-hindsight-signature"]).toBe(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
      expect(headers).toMatchObject({
        "content-type": "application/json",
        "x-hindsight-event": "retain.completed",
        authorization: "Bearer hidden-one",
        "x-team": "red",
      });
    }
    expect(
      items.map(({ status, attempts, last_response_status: code, last_response_body: body }) => [status, attempts, code, body]),
    ).toEqual([
      ["completed", 1, 200, null],
      ["completed", 1, 200, null],
    ]);
    expect(new Set(items.map(({ event_id: id }) => id)).size).toBe(2);
    const shown = [await bank.get("/webhooks"), await bank.get(`/webhooks/${hook}/deliveries`), await bank.get("/operations")];
    for (const { text } of shown) expect(text).not.toMatch(/whsec-|hidden-one|receiver-says-so/);
    expect(shown[0]?.body.items[0]).toMatchObject({ secret: null, http_config: { headers: { authorization: "***", "x-team": "red" } } });
    const first = (await bank.get(`/webhooks/${hook}/deliveries?limit=1`)).body;
    const second = (await bank.get(`/webhooks/${hook}/deliveries?limit=1&cursor=${first.next_cursor}`)).body;
    expect([first.items[0].id, second.items[0].id, second.next_cursor]).toEqual([items[0]?.id, items[1]?.id, null]);
  });

  tell("a receiver that fails once is told again, with the same words", { timeout: 120_000 }, async () => {
    const bank = storyBank(server);
    const to = await listening(1);
    const hook = await add(bank, to.url);
    await bank.retain("Cleo plays the oboe.", { document_id: "one" });
    const [item] = await ended(bank, hook, 1);
    expect(item).toMatchObject({ status: "completed", attempts: 2, last_response_status: 200, last_error: null });
    expect(to.calls.length).toBe(2);
    expect(to.calls[1]?.body).toBe(to.calls[0]?.body);
  });

  tell("after the last attempt the delivery is dead and says why, until it is retried by hand", { timeout: 120_000 }, async () => {
    const bank = storyBank(server);
    const to = await listening(3);
    const hook = await add(bank, to.url);
    await bank.retain("Emil bakes bread.", { document_id: "one" });
    while (to.calls.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    const waiting = await (async () => {
      for (;;) {
        const [item] = (await bank.get(`/webhooks/${hook}/deliveries`)).body.items;
        if (item?.status === "pending") return item;
      }
    })();
    expect(waiting).toMatchObject({ attempts: 2, last_error: "The receiver answered 500" }); // as often as it was called
    const { result_metadata: noted } = (await bank.get(`/operations/${waiting.id}`)).body;
    expect(noted.delivery_attempts).toBe(waiting.attempts);
    expect(new Date(waiting.next_retry_at).getTime() - Date.now()).toBeGreaterThan(290_000);
    expect((await bank.call("POST", `/operations/${waiting.id}/retry`)).status).toBe(200); // brings it forward
    const [dead] = await ended(bank, hook, 1);
    expect(dead).toMatchObject({
      status: "failed",
      attempts: 3,
      next_retry_at: null,
      last_response_status: 500,
      last_error: "The receiver answered 500",
    });
    expect((await bank.get(`/operations/${dead?.id}`)).body).toMatchObject({
      status: "failed",
      error_message: "The receiver answered 500",
    });
    expect(to.calls.length).toBe(3);
    expect((await bank.call("POST", `/operations/${dead?.id}/retry`)).status).toBe(200);
    expect(await ended(bank, hook, 1)).toMatchObject([{ id: dead?.id, status: "completed", attempts: 4, last_error: null }]);
    expect(new Set(to.calls.map(({ headers }) => headers["x-hindsight-event-id"]))).toEqual(new Set([dead?.event_id]));
  });

  tell(
    "a bank that is deleted is told nothing more, and its end in the middle of a delivery hurts nobody",
    { timeout: 120_000 },
    async () => {
      let answer: (status: number) => void = () => undefined;
      const held = new Promise<number>((resolve) => {
        answer = resolve;
      });
      const slow = await openReceiver(() => held);
      open.push(slow);
      const down = await listening(1_000);
      const bank = storyBank(server);
      await add(bank, slow.url);
      await add(bank, down.url);
      await bank.retain("Finn dives.", { document_id: "one" });
      while (slow.calls.length === 0 || down.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      expect((await bank.call("DELETE", "")).status).toBe(200);
      answer(200);
      await new Promise((resolve) => setTimeout(resolve, 1_500)); // the time of a further attempt
      expect([slow.calls.length, down.calls.length]).toEqual([1, 1]);
      const other = storyBank(server);
      const to = await listening();
      const hook = await add(other, to.url);
      await other.retain("Gus sings.");
      await ended(other, hook, 1);
      expect(to.calls.length).toBe(1); // control: others are told as before
    },
  );

  tell("ten retains at once are ten events, each once", { timeout: 120_000 }, async () => {
    const bank = storyBank(server);
    const to = await listening();
    const hook = await add(bank, to.url);
    await Promise.all(Array.from({ length: 10 }, (_, n) => bank.retain(`Guest ${n} sits at table ${n + 1}.`, { document_id: `d${n}` })));
    await ended(bank, hook, 10);
    const told = events(to).map(({ data }) => data.document_id);
    expect(told.sort()).toEqual(Array.from({ length: 10 }, (_, n) => `d${n}`));
  });

  tell("a private address is refused, as are events that nobody fires and changes of nothing", { timeout: 120_000 }, async () => {
    const bank = storyBank(server);
    for (const url of ["http://10.0.0.1/", "http://169.254.169.254/", "http://[::1]/", "ftp://example.com/"]) {
      expect([url, (await bank.call("POST", "/webhooks", { url })).status]).toEqual([url, 400]);
    }
    const noPort = await bank.call("POST", "/webhooks", { url: "http://127.0.0.1:0/" });
    expect([noPort.status, noPort.body.detail]).toEqual([400, expect.stringContaining("port 0")]);
    const unknown = await bank.call("POST", "/webhooks", { url: "http://127.0.0.1/", event_types: ["retain.complete"] });
    expect([unknown.status, unknown.body.detail]).toEqual([400, expect.stringContaining("retain.completed")]);
    const hook = await add(bank, "http://127.0.0.1:9/", { secret: "s" });
    expect((await bank.call("PATCH", `/webhooks/${hook}`, {})).status).toBe(422);
    expect((await bank.call("PATCH", `/webhooks/${hook}`, { url: "http://192.168.0.1/" })).status).toBe(400);
    expect((await bank.call("PATCH", `/webhooks/${hook}`, { enabled: false, secret: null })).body).toMatchObject({ enabled: false });
    await bank.retain("Nobody hears this.");
    expect((await bank.get(`/webhooks/${hook}/deliveries`)).body).toEqual({ items: [], next_cursor: null });
    for (const id of ["no-uuid", randomUUID()]) {
      expect((await bank.call("PATCH", `/webhooks/${id}`, { enabled: true })).status).toBe(404);
      expect((await bank.call("DELETE", `/webhooks/${id}`)).status).toBe(404);
      expect((await bank.get(`/webhooks/${id}/deliveries`)).status).toBe(404);
    }
    expect((await storyBank(server).get("/webhooks")).status).toBe(404);
  });

  tell(
    "headers that are not a caller's to set are refused, when a webhook is made and when it is changed",
    { timeout: 120_000 },
    async () => {
      const bank = storyBank(server);
      const url = "http://127.0.0.1:9/";
      const hook = await add(bank, url, { http_config: { headers: { "x-team": "red" } } });
      for (const headers of [{ "Transfer-Encoding": "chunked" }, { "X-Hindsight-Event": "x" }, { "x-a": "b\r\nx-c: d" }, { "x a": "b" }]) {
        const [name = ""] = Object.keys(headers);
        for (const reply of [
          await bank.call("POST", "/webhooks", { url, http_config: { headers } }),
          await bank.call("PATCH", `/webhooks/${hook}`, { http_config: { headers } }),
        ])
          expect([reply.status, reply.body.detail]).toEqual([400, expect.stringContaining(`"${name}"`)]);
      }
      const { items } = (await bank.get("/webhooks")).body;
      expect(items.map(({ http_config: { headers } }: { http_config: { headers: unknown } }) => headers)).toEqual([{ "x-team": "red" }]);
    },
  );

  tell("a webhook that is deleted is told nothing more", { timeout: 120_000 }, async () => {
    const bank = storyBank(server);
    const down = await add(bank, "http://127.0.0.1:9/"); // nobody listens there
    await bank.retain("Dora paints.");
    const waiting = await (async () => {
      for (;;) {
        const [item] = (await bank.get(`/webhooks/${down}/deliveries`)).body.items;
        if (item?.last_error && item.status === "pending") return item;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    expect(waiting).toMatchObject({ status: "pending", last_error: expect.stringContaining("cannot be reached") });
    expect((await bank.call("DELETE", `/webhooks/${down}`)).body).toMatchObject({ success: true });
    expect((await bank.get(`/webhooks/${down}/deliveries`)).status).toBe(404);
    const { operations } = (await bank.get("/operations?type=webhook_delivery")).body;
    expect(operations.map(({ status }: { readonly status: string }) => status)).toEqual(["cancelled"]);
  });
});
