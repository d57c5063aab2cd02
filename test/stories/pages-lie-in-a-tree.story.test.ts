import { expect } from "vitest";
import { type StoryBank, story } from "../support/story.js";

interface Node {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly is_stale: boolean | null;
  readonly children: readonly Node[];
}

const base = (bank: StoryBank) => ({
  tree: async (query = ""): Promise<readonly Node[]> => (await bank.get(`/knowledge-base/tree${query}`)).body.roots,
  folder: async (name: string, parent?: string): Promise<string> =>
    (await bank.call("POST", "/knowledge-base/folders", { name, parent_id: parent ?? null })).body.id,
  page: (name: string, fields: Readonly<Record<string, unknown>> = {}) =>
    bank.call("POST", "/knowledge-base/pages", { name, source_query: `What about ${name}?`, ...fields }),
  change: (id: string, body: unknown) => bank.call("PATCH", `/knowledge-base/nodes/${id}`, body),
});
const names = (nodes: readonly Node[]): unknown =>
  nodes.map(({ name, children }) => (children.length === 0 ? name : [name, names(children)]));

story("pages and folders are made, renamed and moved; no folder lies in itself", async ({ server, bank }) => {
  const kb = base(bank);
  const drinks = await kb.folder("Drinks");
  const hot = await kb.folder("Hot", drinks);
  const tea = await kb.page("Tea", { parent_id: hot, tags: ["type:note", "red"] });
  expect(tea.status).toBe(201);
  expect(names(await kb.tree())).toEqual([["Drinks", [["Hot", ["Tea"]]]]]);
  expect((await kb.page("Tea", { parent_id: hot })).status).toBe(409);
  expect((await kb.page("Tea")).status).toBe(201);
  expect((await kb.page("Lost", { parent_id: "kf-nowhere" })).status).toBe(400);
  expect((await kb.page("Lost", { parent_id: tea.body.page_id })).status).toBe(400);
  expect((await bank.get("/mental-models?limit=100")).body.items.map(({ name }: { readonly name: string }) => name).sort()).toEqual([
    "Tea",
    "Tea",
  ]);
  expect((await kb.change(drinks, { parent_id: hot })).status).toBe(400);
  expect((await kb.change(drinks, {})).status).toBe(400);
  expect((await kb.change(hot, { parent_id: null, name: "Hot drinks" })).body).toMatchObject({ name: "Hot drinks", parent_id: null });
  const [first, second] = await Promise.all([kb.change(drinks, { parent_id: hot }), kb.change(hot, { parent_id: drinks })]);
  expect([first.status, second.status].sort()).toEqual([200, 400]);
  await kb.change(tea.body.page_id, { name: "Green tea" });
  expect((await bank.get(`/mental-models/${tea.body.mental_model_id}`)).body.name).toBe("Green tea");
  await server.idle();
  const page = (await bank.get(`/knowledge-base/pages/${tea.body.page_id}`)).body;
  expect(page).toMatchObject({ name: "Green tea", type: "note", tags: ["red"], description: "What about Tea?" });
  expect(page.markdown).toMatch(/^---\nid: "kp-[0-9a-f]+"\ntype: "note"\ntitle: "Green tea"\n/);
  expect((await bank.get(`/knowledge-base/pages/${hot}`)).status).toBe(404);
});

story("a folder goes with all below it, and with the models of its pages", async ({ bank }) => {
  const kb = base(bank);
  const folder = await kb.folder("All");
  const inner = await kb.folder("Inner", folder);
  const page = await kb.page("Deep", { parent_id: inner });
  const other = await kb.page("Other");
  expect((await bank.call("DELETE", `/knowledge-base/nodes/${folder}`)).body).toEqual({ status: "deleted" });
  expect(names(await kb.tree())).toEqual(["Other"]);
  expect((await bank.get(`/mental-models/${page.body.mental_model_id}`)).status).toBe(404);
  expect((await bank.get(`/mental-models/${other.body.mental_model_id}`)).status).toBe(200);
  expect((await bank.call("DELETE", `/knowledge-base/nodes/${folder}`)).status).toBe(404);
});

story("pages are found by words, by meaning and in Chinese, and shown under their tags", async ({ server, bank }) => {
  const kb = base(bank);
  await bank.retain("Ann drinks green tea every morning.");
  await bank.retain("安每天早上喝绿茶。");
  const folder = await kb.folder("People");
  await kb.folder("Empty");
  const english = await kb.page("Ann", { parent_id: folder, source_query: "What does Ann drink?", tags: [] });
  const chinese = await kb.page("安的早晨", { source_query: "安喝什么？" });
  await server.idle();
  const found = async (q: string) =>
    (await bank.get(`/knowledge-base/search?q=${encodeURIComponent(q)}`)).body.results as readonly {
      readonly id: string;
      readonly snippet: string;
    }[];
  expect((await found("green tea"))[0]).toMatchObject({ id: english.body.page_id, snippet: expect.stringContaining("green tea") });
  expect((await found("which beverage does she have at breakfast"))[0]?.id).toBe(english.body.page_id);
  expect((await found("绿茶"))[0]?.id).toBe(chinese.body.page_id);
  await kb.change(english.body.page_id, { tags: ["people"] });
  expect(names(await kb.tree("?tags=people&tags_match=any_strict"))).toEqual([["People", ["Ann"]]]);
  expect(names(await kb.tree())).toEqual(expect.arrayContaining(["Empty"]));
});

story("the bank's trigger of pages, and a page's own, change the defaults field by field", async ({ bank }) => {
  const kb = base(bank);
  await bank.call("PATCH", "/config", { updates: { knowledge_page_default_trigger: { refresh_cron: "0 6 * * *", keep_trace: true } } });
  await kb.page("Tea", { trigger: { mode: "full" } });
  const [tea] = (await bank.get("/knowledge-base/tree")).body.roots;
  expect(tea.trigger).toMatchObject({
    mode: "full",
    refresh_cron: "0 6 * * *",
    refresh_after_consolidation: false,
    exclude_mental_models: true,
    keep_trace: true,
  });
});

story("an export is Markdown with an index and what pages said before; what is deleted is in none of it", async ({ server, bank }) => {
  const kb = base(bank);
  await bank.retain("Ann drinks green tea.", { document_id: "tea" });
  const page = await kb.page("Ann", { source_query: "What does Ann drink?", trigger: { mode: "full" } });
  await server.idle();
  await bank.retain("Ann drinks black coffee.", { document_id: "coffee" });
  await bank.call("POST", `/mental-models/${page.body.mental_model_id}/refresh`);
  await server.idle();
  const files = async () =>
    (await bank.get("/knowledge-base/export")).body.files as readonly { readonly path: string; readonly content: string }[];
  const id = page.body.page_id;
  const before = await files();
  expect(before.map(({ path }) => path)).toEqual(["index.md", `${id}.md`, `${id}.log.md`]);
  expect(before[0]?.content).toContain(`- [Ann](${id}.md)`);
  expect(before[1]?.content).toContain("black coffee");
  expect(before[2]?.content).toContain("green tea");
  await bank.deleteDocument("tea");
  await server.idle();
  expect(JSON.stringify(await files())).not.toContain("green tea");
  expect(JSON.stringify(await files())).toContain("black coffee");
});
