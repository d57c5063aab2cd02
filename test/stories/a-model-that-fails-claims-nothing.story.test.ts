import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type LlmReply, type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { openServer, type TestServer } from "../support/server.js";
import { storyBank } from "../support/story.js";

const fact = (what: string): LlmReply => ({ json: { facts: [{ what, fact_type: "world", entities: [] }] } });
const FENCE = "```";

/** What the model says to a text: the first word names the case, the tries of a case are counted. */
const CASES: Readonly<Record<string, (nth: number) => LlmReply>> = {
  Broken: (nth) =>
    nth === 1 ? { status: 429, headers: { "retry-after": "0" } } : nth === 2 ? { status: 500 } : { text: "I see no facts here." },
  Silent: () => ({ text: null }),
  Refused: () => ({ status: 400, message: "blocked by our content policy" }),
  Keyless: () => ({ status: 401, message: "Incorrect API key provided: sk-a***z." }),
  Stumbling: (nth) =>
    nth === 1 ? { status: 429 } : nth === 2 ? { text: null } : nth === 3 ? { text: "[" } : fact("Stumbling Sam moved to Delft."),
  Fenced: () => ({
    text: `<think>A fence.</think>\nHere:\n${FENCE}json\n{'facts': [{'what': 'Fenced Fay writes ${FENCE}sh blocks and <think> tags', 'fact_type': 'world'},]}\n${FENCE}`,
  }),
  Escaped: () => ({ text: String.raw`{"facts":[{"what":"Escaped Eve keeps C:\dir\queue","fact_type":"world"}]}` }),
  Unclosed: () => ({ text: '<think>never closed\n{"facts":[{"what":"Unclosed Uma rows","fact_type":"world"}]}' }),
};

describe.each(["pglite", "postgres"] as const)("a language model that fails, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  const tries = new Map<string, number>();
  let llm: ScriptedLlm;
  let server: TestServer;
  beforeAll(async () => {
    if (!isThere) return;
    llm = await startScriptedLlm((call) => {
      const name =
        /(Broken|Silent|Refused|Keyless|Stumbling|Fenced|Escaped|Unclosed) [A-Z]/.exec(JSON.stringify(call.body.messages))?.[1] ?? "";
      const nth = (tries.get(name) ?? 0) + 1;
      tries.set(name, nth);
      return CASES[name]?.(nth) ?? { text: "ready" };
    });
    server = await openServer({ ...llm.env, HINDSIGHT_API_WORKER_MAX_RETRIES: "0" }, engine);
  });
  afterAll(async () => {
    await server?.close();
    await llm?.close();
  });

  it.skipIf(!isThere)("429, then 500, then no object on every try: the operation failed, says why, and nothing is claimed", async () => {
    const bank = storyBank(server);
    const id = await bank.retainLater([{ content: "Broken Bob moved to Delft.", document_id: "bob" }]);
    await server.idle();
    const operation = (await bank.get(`/operations/${id}`)).body;
    expect(operation).toMatchObject({ status: "failed", error_message: expect.stringContaining("no usable object") });
    expect(tries.get("Broken")).toBe(4); // 429, 500, an answer, and its repair
    expect((await bank.get("/memories/list")).body).toMatchObject({ total: 0 });
    expect((await bank.get("/stats")).body).toMatchObject({ total_nodes: 0, failed_operations: 1 });
  });

  it.skipIf(!isThere)("with no content, or with a refusal, a waiting caller is told so, and nothing is claimed", async () => {
    const bank = storyBank(server);
    const retain = (content: string) => bank.call("POST", "/memories", { items: [{ content }] });
    const silent = await retain("Silent Sue moved to Delft.");
    expect([silent.status, silent.body.detail]).toEqual([503, expect.stringContaining("no content")]);
    expect(tries.get("Silent")).toBe(4);
    const refused = await retain("Refused Ray moved to Delft.");
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining("refused")]);
    expect(tries.get("Refused")).toBe(1);
    expect((await bank.get("/memories/list")).body).toMatchObject({ total: 0 });
  });

  it.skipIf(!isThere)(
    "with a key that is not accepted: nobody is told to come back, and of many documents one call is enough",
    async () => {
      const bank = storyBank(server);
      const told = await bank.call("POST", "/memories", { items: [{ content: "Keyless Kim moved to Delft." }] });
      expect([told.status, told.headers["retry-after"]]).toEqual([502, undefined]);
      expect(told.body.detail).toMatch(/does not accept the key: .*Check HINDSIGHT_API_LLM_API_KEY/);
      expect(told.body.detail).not.toContain("sk-a");
      expect(tries.get("Keyless")).toBe(1);
      const id = await bank.retainLater(
        ["a", "b", "c", "d"].map((name) => ({ content: `Keyless ${name.toUpperCase()}nn rows.`, document_id: name })),
      );
      await server.idle();
      expect((await bank.get(`/operations/${id}`)).body).toMatchObject({
        status: "failed",
        error_message: expect.stringContaining("HINDSIGHT_API_LLM_API_KEY"),
      });
      expect(tries.get("Keyless")).toBeLessThanOrEqual(5); // those that were read side by side, and none of them again
    },
  );

  it.skipIf(!isThere)("and one that only stumbles, or writes untidily, is understood", async () => {
    const bank = storyBank(server);
    for (const [content, text] of [
      ["Stumbling Sam moved to Delft.", "Stumbling Sam moved to Delft."],
      ["Fenced Fay", `Fenced Fay writes ${FENCE}sh blocks and <think> tags`],
      ["Escaped Eve", "Escaped Eve keeps C:\\dir\\queue"],
      ["Unclosed Uma", "Unclosed Uma rows"],
    ] as const) {
      expect((await bank.retain(content)).status).toBe(200);
      const listed = (await bank.get("/memories/list")).body.items as readonly { readonly text: string }[];
      expect(listed.map((each) => each.text)).toContain(text);
    }
  });
});
