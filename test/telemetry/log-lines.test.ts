// A request can be followed through the log by its id: from its own line through the engine's to those of the worker that carries out what it queued.

import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { openServer, type TestServer } from "../support/server.js";

describe("lines of the log", () => {
  let llm: ScriptedLlm;
  let server: TestServer;
  let lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    llm = await startScriptedLlm(() => ({ status: 500 }));
    const sink = new Writable({
      write(line: Buffer, _encoding, done) {
        lines.push(JSON.parse(line.toString("utf8")) as Record<string, unknown>);
        done();
      },
    });
    const more = { HINDSIGHT_API_SKIP_LLM_VERIFICATION: "true", HINDSIGHT_API_LLM_MAX_RETRIES: "1", HINDSIGHT_API_WORKER_MAX_RETRIES: "0" };
    server = await openServer({ ...llm.env, ...more, HINDSIGHT_API_ACCESS_LOG: "true" }, "pglite", pino({ level: "debug" }, sink));
  }, 180_000);
  afterAll(async () => {
    await server?.close();
    await llm?.close();
  });
  beforeEach(() => {
    lines = [];
  });

  const retain = (requestId: string, isAsync: boolean) =>
    server.call(
      "POST",
      "/v1/default/banks/logged/memories",
      { items: [{ content: "Ann rows." }], async: isAsync },
      { headers: { "x-request-id": requestId } },
    );
  const said = (text: string) => lines.filter(({ msg }) => String(msg).includes(text));

  it("bear the request that they belong to, in the server and in the engine", async () => {
    const replies = await Promise.all([retain("first", false), retain("second", false)]);
    expect(replies.map(({ status, headers }) => [status, headers["x-request-id"]])).toEqual([
      [503, "first"],
      [503, "second"],
    ]);
    expect(
      said("request failed")
        .map(({ requestId }) => requestId)
        .sort(),
    ).toEqual(["first", "second"]);
    const [engine, ...others] = said("price of this model"); // said once, deep in the engine, by whichever call came first
    expect(others).toEqual([]);
    expect(["first", "second"]).toContain(engine?.requestId);
  });

  it("of a worker bear the request that queued the operation, and the operation", async () => {
    const reply = await retain("queued", true);
    await server.idle();
    const [failed] = said("operation failed");
    expect(failed).toMatchObject({ requestId: "queued", operation: reply.body.operation_id });
    expect(said("request").map(({ requestId }) => requestId)).toContain("queued"); // control
  });

  it("of what nobody asked for bear no request", async () => {
    await retain("other", true);
    await server.idle();
    expect(lines.filter(({ requestId }) => requestId !== undefined && requestId !== "other")).toEqual([]);
  });
});
