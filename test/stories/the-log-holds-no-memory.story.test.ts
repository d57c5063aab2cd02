// What the server logs is kept where no deletion looks: a model that quotes what it was shown, in a refusal, a failure or an answer that cannot be used,
// brings no word of a memory into it.

import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type LlmCall, type LlmReply, type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { openServer, type TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";

const CONTENT = "The cloves of zanzibar are the best, Ann says, and the nutmeg of zanzibar is dear.";

describe.each(["pglite", "postgres"] as const)("the log holds no memory, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let llm: ScriptedLlm;
  let server: TestServer;
  let bank: StoryBank;
  let isReading = true;
  let failing: (call: LlmCall) => LlmReply = () => ({ status: 400 });
  let lines: string[] = [];

  beforeAll(async () => {
    if (!isThere) return;
    llm = await startScriptedLlm((call) =>
      isReading && call.content !== ""
        ? { json: { facts: [{ what: call.content.trim(), fact_type: "world", entities: [] }] } }
        : failing(call),
    );
    const log = pino(
      { level: "trace", serializers: { err: pino.stdSerializers.errWithCause } },
      new Writable({
        write(line: Buffer, _encoding, done) {
          lines.push(line.toString("utf8"));
          done();
        },
      }),
    );
    const more = {
      HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true",
      HINDSIGHT_API_SKIP_LLM_VERIFICATION: "true",
      HINDSIGHT_API_LLM_MAX_RETRIES: "0",
      HINDSIGHT_API_WORKER_MAX_RETRIES: "0",
      HINDSIGHT_API_CONSOLIDATION_MAX_ATTEMPTS: "1",
    };
    server = await openServer({ ...llm.env, ...more }, engine, log);
  });
  afterAll(async () => {
    await server?.close();
    await llm?.close();
  });
  beforeEach(() => {
    if (!isThere) return;
    bank = storyBank(server);
    isReading = true;
    lines = [];
  });

  const seenOf = ({ body }: LlmCall): string => JSON.stringify(body.messages);
  it.skipIf(!isThere).each<readonly [string, (call: LlmCall) => LlmReply]>([
    ["a refusal that quotes the text", (call) => ({ status: 400, message: `Invalid content: ${call.user}` })],
    ["a refusal that quotes the call", (call) => ({ status: 422, message: `Bad body: ${seenOf(call)}` })],
    ["a failure of the server", (call) => ({ status: 500, message: `Cannot serve ${call.user}` })],
    ["a model that is not there", (call) => ({ status: 404, message: `No such model for ${call.user}` })],
    ["a text in place of an object", (call) => ({ text: `I was asked: ${call.user}` })],
    ["an object of another form", (call) => ({ json: { [call.user.slice(-80)]: call.user } })],
  ])("%s", { timeout: 120_000 }, async (_, reply) => {
    failing = reply;
    await bank.retainLater([{ content: CONTENT, document_id: "kept" }]);
    await server.idle(); // a consolidation that fails
    await bank.call("POST", "/mental-models", { id: "spices", name: "Spices", source_query: "Which spices are dear?" });
    await server.idle(); // a refresh that fails
    isReading = false;
    await bank.retainLater([{ content: `${CONTENT} So does Bo.`, document_id: "lost" }]);
    await server.idle(); // a retain that fails
    const told = lines.join("");
    expect(told).toContain("operation failed"); // control
    expect([...told.matchAll(/.{0,200}zanzibar.{0,60}/giu)].map(([around]) => around)).toEqual([]);
    expect((await bank.get("/memories/list")).text).toContain("zanzibar"); // control: there is something to hide
  });
});
