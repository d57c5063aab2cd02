// Reflecting with a language model, which a script plays: what it is shown, what it may do, and what of it reaches the caller.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import type { LlmCall } from "../../packages/engine/test/support/scripted-llm.js";
import { memoriesOf, openReflection, type Reflection, results, type Script, searching, tools, use, wanted } from "../support/reflection.js";
import { storyBank } from "../support/story.js";

describe.each(["pglite", "postgres"] as const)("a reflection with a model, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let run: Reflection;
  beforeAll(async () => {
    if (isThere) run = await openReflection(engine, { HINDSIGHT_API_REFLECT_MAX_CONTEXT_TOKENS: "6000" });
  });
  afterAll(() => run?.close());

  it.skipIf(!isThere)("searches in the order of levels, then answers from what it found, with its sources", async () => {
    const { status, body, calls } = await run.ask(
      searching("Alice Moreau employer", (call) =>
        use("done", { answer: "Alice works at **Initech**.", memory_ids: [memoriesOf(call)[0]?.id, randomUUID()], observation_ids: [] }),
      ),
      { include: { facts: {}, tool_calls: {} }, context: "for the org chart" },
    );
    expect([status, body.text, body.extractive]).toEqual([200, "Alice works at **Initech**.", false]);
    expect(calls.map(wanted)).toEqual(["search_observations", "recall", undefined]);
    expect(tools(calls[2] as LlmCall)).toEqual(["search_observations", "recall", "expand", "done"]);
    expect(calls[0]?.user).toBe("Where does Alice Moreau work?");
    expect(calls[0]?.system).toContain("for the org chart");
    expect(calls[0]?.system).not.toMatch(/mental.?model/i); // none is offered, so none is named
    expect(body.based_on.memories.map(({ text }: { readonly text: string }) => text)).toEqual([
      "Alice Moreau works at Initech as a release engineer.",
    ]);
    const trace = body.trace.tool_calls;
    expect(trace.map(({ tool, iteration }: { readonly tool: string; readonly iteration: number }) => [tool, iteration])).toEqual([
      ["search_observations", 0],
      ["recall", 1],
    ]);
    expect(trace[1].output.memories[0]).not.toHaveProperty("scores");
    expect(trace[1].output.memories[0]).not.toHaveProperty("document_id");
    expect(body.trace.llm_calls).toHaveLength(3);
    expect(body.usage).toMatchObject({ input_tokens: 300, output_tokens: 60, total_tokens: 360 });
    expect(JSON.stringify(body)).not.toContain("jsonschema"); // control of the next line: the reply is text that can be searched
    const silent = await run.ask(
      searching("Alice", () => use("done", { answer: "Initech.", memory_ids: [] })),
      { include: { tool_calls: { output: false } } },
    );
    expect(silent.body.trace.tool_calls[1]).toMatchObject({ tool: "recall", output: null });
    expect(silent.body.based_on).toBeNull();
    const requests = await run.bank.get("/llm-requests?operation=reflect&limit=100");
    expect(requests.body.items.every((item: { readonly scope: string }) => item.scope === "reflect_tool_call")).toBe(true);
    expect(requests.body.total).toBe(6);
  });

  it.skipIf(!isThere)("gives no id that was not found, and tells each bad id of an expand at its own place", async () => {
    const invented = randomUUID();
    let expanded: Record<string, unknown> = {};
    const { body } = await run.ask(
      searching("Alice Moreau", (call) => {
        const [found] = memoriesOf(call);
        if (results(call).length === 2)
          return use("functions.expand<|channel|>", { memory_ids: [invented, found?.id, "x"], depth: "document" });
        expanded = results(call).at(-1);
        return use("done", { answer: `She works at Initech [${found?.id}] and sings [${invented}].`, memory_ids: [invented] });
      }),
      { include: { facts: {} } },
    );
    expect(expanded).toMatchObject({
      count: 1,
      results: [
        { memory_id: invented, error: expect.any(String) },
        {
          memory: { text: expect.stringContaining("Initech") },
          chunk: { text: expect.any(String), document_id: "staff" },
          document: { id: "staff" },
        },
        { memory_id: "x", error: expect.any(String) },
      ],
    });
    expect(JSON.stringify(body)).not.toContain(invented);
    expect(body.text).toMatch(/^She works at Initech \[[0-9a-f-]{36}\] and sings\.$/);
    expect(body.based_on.memories.length).toBeGreaterThan(0); // no good id was cited: all that was found
  });

  it.skipIf(!isThere)("obeys directives of its scope by priority, and the writer of a forced answer hears them too", async () => {
    const own = storyBank(run.server);
    await own.retain("Alice Moreau works at Initech.", { document_id: "staff", tags: ["team"] });
    await run.server.idle();
    await own.call("PATCH", "", { reflect_mission: "Answer like a clerk.", disposition_skepticism: 5 });
    await own.call("POST", "/directives", { name: "Later", content: "Mention the source." });
    await own.call("POST", "/directives", { name: "First", content: "Be formal.", priority: 7 });
    await own.call("POST", "/directives", { name: "Team", content: "Name the team.", tags: ["team"] });
    await own.call("POST", "/directives", { name: "Off", content: "Rhyme.", is_active: false });

    const answer: Script = searching("Alice Moreau", (call) =>
      tools(call).length === 0 ? { text: "Initech, formally." } : { text: "I think it is Initech." },
    );
    const { body, calls } = await run.ask(answer, { include: { facts: {} } }, own);
    expect(body.text).toBe("Initech, formally."); // a text without a tool call is not taken: it is written from the evidence
    const [agent, writer] = [calls[0] as LlmCall, calls.at(-1) as LlmCall];
    expect(tools(writer)).toEqual([]);
    for (const { system } of [agent, writer]) {
      expect(system).toMatch(/\*\*First\*\*: Be formal\.\n\*\*Later\*\*: Mention the source\./);
      expect(system).toContain("Answer like a clerk.");
      expect(system).toMatch(/skepticism 5 of 5/);
      expect(system).not.toMatch(/Rhyme|Name the team/);
    }
    expect(writer.user).toContain("Alice Moreau works at Initech.");
    expect(body.based_on.directives.map(({ name }: { readonly name: string }) => name)).toEqual(["First", "Later"]);
    const scoped = await run.ask(answer, { tags: ["team"] }, own);
    expect(scoped.calls[0]?.system).toContain("Name the team.");
    const all = await run.ask(answer, { apply_all_directives: true }, own);
    expect(all.calls[0]?.system).toContain("Name the team.");
  });

  it.skipIf(!isThere)("never takes a directive for knowledge: an empty bank has no answer", async () => {
    const empty = storyBank(run.server);
    await empty.call("PUT", "", {});
    await empty.call("POST", "/directives", { name: "Wifi", content: "The password tulip is secret." });
    const { status, body, calls } = await run.ask(
      searching("wifi", () => use("done", { answer: "The password is tulip.", memory_ids: [] })),
      { query: "What is the wifi password?" },
      empty,
    );
    expect([status, body.text]).toEqual([200, expect.stringContaining("Nothing is known")]);
    expect(calls).toHaveLength(4); // two searches, an answer that is sent back once, and the end
  });

  it.skipIf(!isThere)("stops searching at its last turn and when the evidence outgrows the context, and loses nothing of it", async () => {
    const endless = await run.ask(
      (call) => (tools(call).length === 0 ? { text: "Initech, as found." } : use("recall", { query: "Alice Moreau" })),
      { budget: "low" },
    );
    expect(endless.body.text).toBe("Initech, as found.");
    expect(endless.calls).toHaveLength(5); // 10 turns, halved: four searches and the answer

    const large = storyBank(run.server);
    const line = (n: number) =>
      `Entry ${n}: the harbour of Delft recorded ship number ${n} with ${n * 7} crates of tea and a captain named Keeper${n}.`;
    await large.retain(Array.from({ length: 260 }, (_, n) => line(n)).join("\n\n"), { document_id: "log" });
    await run.server.idle();
    const seen: string[] = [];
    const { body, calls } = await run.ask(
      (call) => {
        if (tools(call).length > 0)
          return use(wanted(call) ?? "recall", { query: "ships crates harbour Delft captain", max_tokens: 20_000 });
        seen.push(call.user);
        return { text: call.user.includes("Part ") ? `claims of ${/Part (\d+) of/.exec(call.user)?.[1]}` : "All ships." };
      },
      { query: "Which ships came to the harbour of Delft?", include: { tool_calls: {} } },
      large,
    );
    expect(body.text).toBe("All ships.");
    const found = (
      body.trace.tool_calls as readonly { readonly output: { readonly memories?: readonly { readonly text: string }[] } }[]
    ).flatMap(({ output }) => output.memories ?? []);
    expect(found.length).toBeGreaterThan(30);
    const parts = seen.slice(0, -1);
    expect(parts.length).toBeGreaterThan(1);
    for (const { text } of found) expect(parts.some((part) => part.includes(JSON.stringify(text).slice(1, -1)))).toBe(true);
    for (let n = 1; n <= parts.length; n += 1) expect(seen.at(-1)).toContain(`claims of ${n}`);
    expect(calls.every((call) => JSON.stringify(call.body).length < 40_000 || tools(call).length > 0)).toBe(true);
  });

  it.skipIf(!isThere)("shortens an answer that is too long, once", async () => {
    const long = "Initech. ".repeat(60);
    const play = (rewrite: string): Script =>
      searching("Alice Moreau", (call) => (tools(call).length === 0 ? { text: rewrite } : use("done", { answer: long, memory_ids: [] })));
    expect((await run.ask(play("Initech, in short."), { max_tokens: 30 })).body.text).toBe("Initech, in short.");
    const kept = await run.ask(play(long.toUpperCase()), { max_tokens: 30 });
    expect(kept.body.text).toBe(long.toUpperCase().trim());
    expect(kept.calls.filter((call) => tools(call).length === 0)).toHaveLength(1);
  });

  it.skipIf(!isThere)("puts the answer into a wanted form, or says why it is not in it", async () => {
    const schema = { type: "object", properties: { employer: { type: "string" }, years: { type: "integer" } }, required: ["employer"] };
    const play = (form: unknown): Script =>
      searching("Alice Moreau", (call) =>
        tools(call).length === 0 ? { json: form } : use("done", { answer: "Initech.", memory_ids: [] }),
      );
    const good = await run.ask(play({ employer: "Initech" }), { response_schema: schema });
    expect(good.body).toMatchObject({ text: "Initech.", structured_output: { employer: "Initech" }, structured_output_error: null });
    expect(good.body.usage.total_tokens).toBe(480);
    const bad = await run.ask(play({ employer: 7 }), { response_schema: schema });
    expect(bad.body).toMatchObject({
      text: "Initech.",
      structured_output: null,
      structured_output_error: expect.stringContaining("employer"),
    });
  });
});
