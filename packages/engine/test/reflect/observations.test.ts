import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LanguageModels, LlmRequest, TextAnswer } from "../../src/providers/llm/index.js";
import { NO_MODELS } from "../../src/providers/llm/index.js";
import { reflect } from "../../src/reflect/index.js";
import { sql } from "../../src/store/db.js";
import { type AskedBank, bankOf } from "../recall/bank-of.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { makeObservation } from "../support/observation.js";

const FACTS = ["Ann bought running shoes on Monday.", "Ann ran ten kilometres on Tuesday.", "Ann joined a running club."];
const BELIEF = "Running has become a habit in her life.";
const USAGE = { input: 1, output: 1, total: 2, cached: 0, thoughts: 0 };

/** A model that plays a script: what it is asked, and what it calls. */
function playing(
  script: (request: LlmRequest) => { readonly name: string; readonly input: Readonly<Record<string, unknown>> },
): LanguageModels {
  let calls = 0;
  const complete = async (request: LlmRequest): Promise<TextAnswer> => {
    calls += 1;
    const toolCalls = [{ id: `call_${calls}`, ...script(request) }];
    return { text: "", toolCalls, finishReason: "tool_calls", provider: "scripted", model: "scripted-1", usage: USAGE };
  };
  return { ...NO_MODELS, has: () => true, complete };
}

const outputs = ({ messages }: LlmRequest) => messages.flatMap((message) => (message.role === "tool" ? [JSON.parse(message.content)] : []));
const named = ({ toolChoice }: LlmRequest) => (typeof toolChoice === "object" ? toolChoice.name : null);

describe.each(DATABASES)("reflecting over observations on $name", (database) => {
  let engine: TestEngine;
  let bank: AskedBank;
  let belief: string;
  beforeAll(async () => {
    engine = await openEngine(database);
    bank = await bankOf(engine, [...FACTS, BELIEF]);
    const rows = await engine.memories(bank.scope);
    const ids = FACTS.map((text) => rows.find((row) => row.text === text)?.id ?? "");
    belief = rows.find((row) => row.text === BELIEF)?.id ?? "";
    await makeObservation(engine.db, bank.scope, belief, ids.slice(0, 2));
    await engine.db.query(sql`UPDATE bank SET config = '{"reflect_source_facts_max_tokens": 0}' WHERE bank_id = ${bank.scope.key}`);
  });
  afterAll(() => engine.close());

  test("beliefs come with the facts behind them where the bank says so, and what is cited of each kind is what the answer stands on", async () => {
    let observed: Record<string, unknown> = {};
    const models = playing((request) => {
      const tool = named(request);
      if (tool !== null) return { name: tool, input: { query: "How did running become a habit for Ann?", reason: "" } };
      observed = outputs(request)[0];
      return { name: "done", input: { answer: "Yes.", memory_ids: [], observation_ids: [belief] } };
    });
    const result = await reflect({ ...engine.ctx, models }, bank.scope, { query: "Does Ann run?" });
    expect(observed).toMatchObject({ count: 1, observations: [{ id: belief, text: BELIEF, type: "observation", entities: ["Ann"] }] });
    expect(Object.keys(observed.source_facts as object)).toHaveLength(2);
    expect(observed).toMatchObject({ is_stale: true, freshness: "slightly_stale" }); // three facts wait
    await engine.db.query(sql`UPDATE memory SET consolidated_at = now() WHERE bank_id = ${bank.scope.key} AND kind = 'world'`);
    await reflect({ ...engine.ctx, models }, bank.scope, { query: "Does Ann run?" });
    expect(observed).toMatchObject({ is_stale: false, freshness: "up_to_date" });
    const kinds = result.basedOn.memories.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "observation")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "world")).toHaveLength(3); // none was cited: all that were found
    expect(result.usage.total).toBe(6);
  });

  test("only the wanted kinds are offered to be searched, and searched", async () => {
    const offered = async (factTypes: readonly ("world" | "observation")[]) => {
      const seen = new Set<string>();
      const models = playing((request) => {
        for (const { name } of request.tools ?? []) seen.add(name);
        const tool = named(request);
        return tool === null
          ? { name: "done", input: { answer: "Yes.", memory_ids: [] } }
          : { name: tool, input: { query: "running habit Ann", reason: "" } };
      });
      const { basedOn } = await reflect({ ...engine.ctx, models }, bank.scope, { query: "Does Ann run?", factTypes });
      return { tools: [...seen], kinds: new Set(basedOn.memories.map(({ kind }) => kind)) };
    };
    expect((await offered(["world"])).tools).toEqual(["recall", "expand", "done"]);
    expect((await offered(["world"])).kinds).toEqual(new Set(["world"]));
    expect((await offered(["observation"])).tools).toEqual(["search_observations", "expand", "done"]);
  });

  test("a context that is smaller than the settings say is found out: the evidence is read in smaller parts", async () => {
    const lengths: number[] = [];
    const scripted = playing((request) => ({ name: named(request) ?? "none", input: { query: "Ann running", reason: "" } }));
    const models: LanguageModels = {
      ...scripted,
      async complete(request) {
        if (request.tools !== undefined) return scripted.complete(request);
        const { HindsightError } = await import("../../src/errors.js");
        lengths.push(lengths.length);
        if (lengths.length === 1) throw new HindsightError("llm_context_too_long", "too long");
        return { text: "She runs.", toolCalls: [], finishReason: "stop", provider: "s", model: "s", usage: USAGE };
      },
    };
    const { text } = await reflect({ ...engine.ctx, models }, bank.scope, { query: "Does Ann run?", budget: "low" });
    expect([text, lengths.length]).toEqual(["She runs.", 2]);
  });
});
