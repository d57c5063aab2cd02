// A call of a model that is under way while memories are deleted: what is recorded of it says nothing of them.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { creating, givenTo, NOTHING } from "../support/consolidation.js";
import { memoriesOf, openReflection, type Reflection, reflectedBy, type Script, searching, use } from "../support/reflection.js";
import { type StoryBank, storyBank } from "../support/story.js";

describe.each(["pglite", "postgres"] as const)("%s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let run: Reflection;
  let bank: StoryBank;
  let llm: ScriptedLlm;
  let consolidate: Script = () => NOTHING;
  beforeAll(async () => {
    if (!isThere) return;
    const consolidatedBy = Object.entries(reflectedBy("")).map(([name, value]) => [
      name.replace("API_REFLECT_", "API_CONSOLIDATION_"),
      value,
    ]);
    llm = await startScriptedLlm((call) => consolidate(call));
    run = await openReflection(engine, { ...Object.fromEntries(consolidatedBy), HINDSIGHT_API_CONSOLIDATION_LLM_BASE_URL: llm.url });
  });
  afterAll(async () => {
    await run?.close();
    await llm?.close();
  });
  const tell = (sentence: string, story: () => Promise<void>): void => {
    it.skipIf(!isThere)(sentence, { timeout: 120_000 }, async () => {
      bank = storyBank(run.server);
      await bank.retain("Alice Moreau works at Initech.", { document_id: "staff" });
      await bank.retain("Bob Tanaka works at Globex.", { document_id: "bob" });
      await run.server.idle();
      await story();
    });
  };
  async function traceOf(
    operation: string,
  ): Promise<{ readonly text: string; readonly items: readonly Readonly<Record<string, unknown>>[] }> {
    await run.server.idle();
    const { text, body } = await bank.get(`/llm-requests?operation=${operation}&limit=100`);
    return { text, items: body.items };
  }
  const answer: Script = (call) =>
    use("done", {
      answer: memoriesOf(call)
        .map(({ text }) => text)
        .join(" "),
      memory_ids: [],
    });

  tell("of a reflection, whose later calls begin after the deletion", async () => {
    let isDeleted = false;
    const deleting: Script = async (call) => {
      if (!isDeleted && memoriesOf(call).some(({ text }) => text.includes("Initech"))) {
        isDeleted = true;
        expect((await bank.deleteDocument("staff")).status).toBe(200);
        return use("recall", { reason: "more", query: "Alice Moreau" });
      }
      return answer(call);
    };
    await run.ask(searching("Where does Alice Moreau work?", deleting), {}, bank);
    expect(isDeleted).toBe(true);
    const { text, items } = await traceOf("reflect");
    expect(items.length).toBeGreaterThan(1);
    expect(text).not.toContain("Initech");
    for (const item of items) expect(item).toMatchObject({ input: null, output: null, llm_info: { forgotten: true } });
    // Control: the next one, with nothing deleted meanwhile, is recorded with its words.
    await run.ask(searching("Where does Bob Tanaka work?", answer), { query: "Where does Bob Tanaka work?" }, bank);
    expect((await traceOf("reflect")).text).toContain("Globex");
  });

  tell("of a consolidation, which goes on with what is left", async () => {
    const shown: string[][] = [];
    consolidate = async (call) => {
      const { facts } = givenTo(call);
      if (facts.length === 0) return NOTHING;
      shown.push(facts.map(({ text }) => text).sort());
      if (shown.length === 1) await bank.deleteDocument("staff");
      return creating(facts.map(({ text }) => text).join(" "), facts);
    };
    await bank.call("POST", "/consolidate");
    const { text } = await traceOf("consolidation");
    expect(shown).toEqual([["Alice Moreau works at Initech.", "Bob Tanaka works at Globex."], ["Bob Tanaka works at Globex."]]);
    expect(text).not.toContain("Initech");
    expect(text).toContain("Globex"); // control: the call without it is recorded
  });

  tell("of a refresh of a mental model", async () => {
    let isDeleted = false;
    run.play(
      searching("Where do Alice Moreau and Bob Tanaka work?", async (call) => {
        const found = memoriesOf(call);
        if (!isDeleted && found.some(({ text }) => text.includes("Initech"))) {
          isDeleted = true;
          await bank.deleteDocument("staff");
        }
        return use("done", { document: { sections: [{ heading: "All", blocks: found.map(({ text }) => text) }] }, memory_ids: [] });
      }),
    );
    await bank.call("POST", "/mental-models", { name: "Work", source_query: "Who works where?" });
    const { text } = await traceOf("refresh_mental_model");
    expect(isDeleted).toBe(true);
    expect(text).not.toContain("Initech");
    expect(text).toContain("Globex"); // control: it was made anew, and that is recorded
  });
});
