// Mental models over HTTP: made, read, changed field by field, listed in a stable order, cleared and deleted.

import { expect } from "vitest";
import { type StoryBank, story } from "../support/story.js";

interface Model {
  readonly id: string;
  readonly [field: string]: unknown;
}

async function add(bank: StoryBank, id: string, fields: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const reply = await bank.call("POST", "/mental-models", { id, name: `Name ${id}`, source_query: `What of ${id}?`, ...fields });
  expect([reply.status, reply.body]).toEqual([200, { mental_model_id: id, operation_id: expect.any(String) }]);
}

const read = async (bank: StoryBank, id: string, query = ""): Promise<Readonly<Record<string, unknown>>> =>
  (await bank.get(`/mental-models/${encodeURIComponent(id)}${query}`)).body;
const ids = async (bank: StoryBank, query = ""): Promise<readonly string[]> =>
  ((await bank.get(`/mental-models${query}`)).body.items as readonly Model[]).map(({ id }) => id);
const status = async (bank: StoryBank, method: string, rest: string, body?: unknown): Promise<number> =>
  (await bank.call(method, `/mental-models${rest}`, body)).status;

story("a mental model is made with its bank, under an id of any script, and a taken id is refused", async ({ bank, newBank }) => {
  expect((await bank.get("/mental-models")).status).toBe(404);
  const id = "project-decisions-web_shop.v2";
  await add(bank, id, { tags: ["b", "a", "b", " "], trigger: { mode: "delta", refresh_after_consolidation: true } });
  expect(await read(bank, id)).toMatchObject({
    id,
    bank_id: bank.id,
    name: `Name ${id}`,
    source_query: `What of ${id}?`,
    tags: ["b", "a"],
    max_tokens: 2048,
    trigger: { mode: "delta", refresh_after_consolidation: true, refresh_cron: null, keep_trace: false, fact_types: null, budget: null },
    is_knowledge_page: false,
  });
  await add(bank, "約束 1/2");
  expect(await read(bank, "約束 1/2")).toMatchObject({ id: "約束 1/2" });
  const again = await bank.call("POST", "/mental-models", { id, name: "Impostor", source_query: "?" });
  expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining(`'${id}'`)]);
  expect(await read(bank, id)).toMatchObject({ name: `Name ${id}` });
  const made = await bank.call("POST", "/mental-models", { name: "n", source_query: "q" });
  expect(made.body.mental_model_id).toMatch(/^mm-[0-9a-f]{16}$/);

  const other = newBank();
  for (const bad of [
    { name: "n" },
    { name: "n", source_query: "q", max_tokens: 255 },
    { name: "n", source_query: "q", max_tokens: 8193 },
    { name: " ", source_query: "q" },
    { name: "n", source_query: "q", id: "x".repeat(193) },
    { name: "n", source_query: "q", trigger: { refresh_cron: "0 6 * * *", refresh_after_consolidation: true } },
    { name: "n", source_query: "q", trigger: { refresh_cron: "0 0 6 * * *" } },
    { name: "n", source_query: "q", trigger: { full_refresh_cron: "never" } },
    { name: "n", source_query: "q", trigger: { min_refresh_interval_seconds: -1 } },
    { name: "n", source_query: "q", trigger: { fact_types: [] } },
    { name: "n", source_query: "q", trigger: { fact_types: ["rumour"] } },
    { name: "n", source_query: "q", trigger: { response_schema: { type: "array" } } },
    { name: "n", source_query: "q", trigger: { mode: null } },
  ]) {
    expect([bad, await status(other, "POST", "", bad)]).toEqual([bad, 422]);
  }
  expect((await other.get("/mental-models")).status).toBe(404); // a refused model leaves no bank
});

story("a mental model changes in what is sent, of its trigger too; null unsets a field of the trigger", async ({ server, bank }) => {
  await add(bank, "m", {
    tags: ["x"],
    max_tokens: 512,
    trigger: { mode: "delta", refresh_after_consolidation: true, tag_groups: [{ tags: ["y"] }] },
  });
  const [first] = (await bank.get("/operations?type=refresh_mental_model")).body.operations;
  await bank.call("DELETE", `/operations/${first.id}`); // cancelled, or through already
  await server.idle();
  const patch = async (body: unknown) => (await bank.call("PATCH", "/mental-models/m", body)).body;
  expect(await patch({ name: "Other", tags: null })).toMatchObject({ name: "Other", tags: ["x"], max_tokens: 512 });
  expect(await patch({ tags: [] })).toMatchObject({ tags: [], trigger: { mode: "delta", tag_groups: [{ tags: ["y"] }] } });
  expect(await patch({ trigger: { budget: "high", tag_groups: null } })).toMatchObject({
    trigger: { mode: "delta", refresh_after_consolidation: true, budget: "high", tag_groups: null },
  });
  expect(await status(bank, "PATCH", "/m", { trigger: { refresh_cron: "0 6 * * *" } })).toBe(422);
  expect(await patch({ trigger: { refresh_cron: "0 6 * * *", refresh_after_consolidation: false } })).toMatchObject({
    trigger: { refresh_cron: "0 6 * * *", refresh_after_consolidation: false, mode: "delta" },
  });
  expect(await patch({ trigger: { refresh_cron: " " } })).toMatchObject({ trigger: { refresh_cron: null } });
  expect(await status(bank, "PATCH", "/m", { max_tokens: 100 })).toBe(422);
  const refreshes = async () => (await bank.get("/operations?type=refresh_mental_model")).body.total;
  const before = await refreshes();
  await patch({ source_query: "What of m?" });
  expect(await refreshes()).toBe(before); // the same question
  await patch({ source_query: "And now?" });
  expect(await refreshes()).toBe(before + 1);
});

story("mental models are listed by detail, tags and page, without gaps", async ({ server, bank }) => {
  for (const [id, tags] of [
    ["a", []],
    ["b", ["x"]],
    ["c", ["x", "y"]],
    ["d", ["z"]],
  ] as const)
    await add(bank, id, { tags });
  await server.idle();
  const whole = await ids(bank);
  expect([...whole].sort()).toEqual(["a", "b", "c", "d"]);
  expect([...(await ids(bank, "?limit=3")), ...(await ids(bank, "?limit=3&offset=3"))]).toEqual(whole);
  expect((await bank.get("/mental-models?limit=1&offset=9")).body).toEqual({ items: [], total: 4, limit: 1, offset: 9 });
  expect((await ids(bank, "?tags=x")).toSorted()).toEqual(["a", "b", "c"]);
  expect((await ids(bank, "?tags=x&tags=y&tags_match=all")).toSorted()).toEqual(["a", "c"]);
  expect(await ids(bank, "?tags=y&tags=x&tags_match=exact")).toEqual(["c"]);
  expect(await ids(bank, "?exclude_knowledge_pages=true")).toEqual(whole);
  const [metadata] = (await bank.get("/mental-models?tags=z&tags_match=exact")).body.items;
  expect(metadata).toMatchObject({
    id: "d",
    content: null,
    source_query: null,
    trigger: null,
    max_tokens: null,
    reflect_response: null,
    is_stale: false,
  });
  const [content] = (await bank.get("/mental-models?tags=z&tags_match=exact&detail=content")).body.items;
  expect(content).toMatchObject({
    content: expect.any(String),
    source_query: "What of d?",
    trigger: { mode: "full" },
    reflect_response: null,
  });
  expect(await read(bank, "d", "?detail=metadata")).toMatchObject({ content: null });
  for (const query of ["?limit=0", "?limit=1001", "?offset=-1", "?detail=all", "?tags_match=any_strict"])
    expect(await status(bank, "GET", query)).toBe(422);
});

story("a cleared model says nothing and remembers what it said; a deleted one is gone", async ({ server, bank, newBank }) => {
  await add(bank, "m");
  await server.idle();
  const said = (await read(bank, "m")).content;
  expect((await bank.call("POST", "/mental-models/m/clear")).body).toMatchObject({ id: "m", content: "" });
  const history = (await bank.get("/mental-models/m/history")).body;
  expect(history[0]).toMatchObject({
    kind: "clear",
    previous_content: said,
    changed_at: expect.any(String),
    outcome: null,
    error_message: null,
  });

  const other = newBank();
  await add(other, "m");
  const missing = [
    ["GET", "/none"],
    ["PATCH", "/none", {}],
    ["DELETE", "/none"],
    ["GET", "/none/history"],
    ["POST", "/none/clear"],
    ["POST", "/none/refresh"],
  ] as const;
  for (const [method, rest, body] of missing) expect([method, rest, await status(bank, method, rest, body)]).toEqual([method, rest, 404]);
  expect((await bank.call("DELETE", "/mental-models/m")).body).toEqual({ status: "deleted" });
  expect(await status(bank, "GET", "/m")).toBe(404);
  expect(await ids(bank)).toEqual([]);
  expect(await ids(other)).toEqual(["m"]);
});

story("a refresh that is asked for while one waits is that one, and its operation names the model", async ({ server, bank }) => {
  await add(bank, "m");
  await server.idle();
  const asked = await Promise.all(Array.from({ length: 10 }, () => bank.call("POST", "/mental-models/m/refresh")));
  expect(asked.map((reply) => [reply.status, reply.body.status])).toEqual(asked.map(() => [200, "queued"]));
  const operations = (await bank.get("/operations?type=refresh_mental_model&limit=100")).body;
  expect(operations.operations[0]).toMatchObject({ mental_model_id: "m", task_type: "refresh_mental_model" });
  expect(await status(bank, "POST", "/m/refresh", { mode: "full" })).toBe(200);
  expect(await status(bank, "POST", "/m/refresh", { mode: "delta" })).toBe(422);
});
