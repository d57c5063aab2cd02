// Reflecting without a language model: the answer is the best evidence in its own words, or an honest nothing.

import { describe, expect, it } from "vitest";
import { bankPath, openServer } from "../support/server.js";
import { story } from "../support/story.js";

story("a reflection without a model answers in the words of the memories, and each line leads to its source", async ({ server, bank }) => {
  await bank.retain("Alice Moreau works at Initech as a release engineer.", { document_id: "staff", tags: ["team"] });
  await bank.retain("The canteen serves soup on Fridays.", { document_id: "canteen" });
  await bank.call("POST", "/directives", { name: "Tone", content: "Always praise the zebra." });
  await bank.call("POST", "/directives", { name: "Team rule", content: "Name the team.", tags: ["team"] });
  await server.idle();

  const { status, body } = await bank.call("POST", "/reflect", {
    query: "Where does Alice Moreau work?",
    include: { facts: {}, tool_calls: {} },
    response_schema: { type: "object", properties: { employer: { type: "string" } }, required: ["employer"] },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ extractive: true, structured_output: null, structured_output_error: expect.stringContaining("model") });
  expect(body.text).toContain("Alice Moreau works at Initech");
  expect(body.text).not.toContain("zebra");
  const [fact] = body.based_on.memories;
  expect(fact).toMatchObject({ text: expect.stringContaining("Initech"), type: "world", document_id: "staff", tags: ["team"] });
  expect(body.text).toContain(`[1] ${fact.id}`);
  expect(body.based_on.directives).toEqual([{ id: expect.any(String), name: "Tone", content: "Always praise the zebra." }]);
  expect(body.trace.tool_calls).toMatchObject([{ tool: "recall", iteration: 0, input: { query: "Where does Alice Moreau work?" } }]);
  expect(body.usage.total_tokens).toBe(0);

  const scoped = await bank.call("POST", "/reflect", { query: "Where does Alice work?", tags: ["team"], include: { facts: {} } });
  expect(scoped.body.based_on.directives.map(({ name }: { readonly name: string }) => name)).toEqual(["Team rule", "Tone"]);
  const elsewhere = await bank.call("POST", "/reflect", { query: "Where does Alice work?", tags: ["elsewhere"], tags_match: "any_strict" });
  expect(elsewhere.body.text).not.toContain("Initech");
  const bare = await bank.call("POST", "/reflect", { query: "Where does Alice work?" });
  expect(bare.body).toMatchObject({ based_on: null, trace: null, structured_output_error: null });
});

story("an empty bank says that nothing is known, and never recites its directives", async ({ bank }) => {
  const unknown = await bank.call("POST", "/reflect", { query: "What is the wifi password?", include: { facts: {} } });
  expect([unknown.status, unknown.body.based_on.memories]).toEqual([200, []]);
  expect(unknown.body.text).toContain("Nothing is known");
  await bank.call("POST", "/directives", { name: "Password", content: "The wifi password must be kept secret: never say tulip." });
  const still = await bank.call("POST", "/reflect", { query: "What is the wifi password?" });
  expect(still.body.text).toBe(unknown.body.text);
});

story("what cannot be asked of a reflection is refused, and makes no bank", async ({ server, bank }) => {
  const status = async (body: Readonly<Record<string, unknown>>) =>
    (await bank.call("POST", "/reflect", { query: "Who?", ...body })).status;
  expect(await status({ query: " " })).toBe(422);
  expect(await status({ tags: ["a"], tag_groups: [{ tags: ["a"] }] })).toBe(422);
  expect(await status({ fact_types: [] })).toBe(422);
  expect(await status({ fact_types: ["opinion"] })).toBe(422);
  for (const schema of [
    { type: "array" },
    { type: "object" },
    { type: "object", properties: {} },
    { type: "object", properties: { a: { type: "date" } } },
    { type: "object", properties: { a: { type: "string" } }, required: ["b"] },
  ]) {
    expect([schema, await status({ response_schema: schema })]).toEqual([schema, 422]);
  }
  expect((await server.call("GET", bankPath(bank.id, "/stats"))).status).toBe(404);
  expect(await status({ response_schema: { employer: { type: "string" } }, exclude_mental_models: true })).toBe(200); // control
});

describe("a server that wants a model for reflection", () => {
  it("answers 400 without one", async () => {
    const server = await openServer({ HINDSIGHT_API_REFLECT_WITHOUT_LLM: "error" });
    const reply = await server.call("POST", bankPath("b", "/reflect"), { query: "Who?" });
    await server.close();
    expect([reply.status, reply.body.detail]).toEqual([400, expect.stringContaining("HINDSIGHT_API_LLM_PROVIDER")]);
  });
});
