import { expect } from "vitest";
import { type StoryBank, story } from "../support/story.js";

interface File {
  readonly path: string;
  readonly content: string;
}

interface Node {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
  readonly mental_model_id: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly trigger: unknown;
  readonly children: readonly Node[];
}

const base = (bank: StoryBank) => ({
  folder: async (name: string, parent: string | null = null): Promise<string> =>
    (await bank.call("POST", "/knowledge-base/folders", { name, parent_id: parent })).body.id,
  page: async (name: string, fields: Readonly<Record<string, unknown>> = {}) =>
    (await bank.call("POST", "/knowledge-base/pages", { name, source_query: `What about ${name}?`, ...fields })).body,
  export: async (layout = "flat"): Promise<readonly File[]> => (await bank.get(`/knowledge-base/export?layout=${layout}`)).body.files,
  import: (files: readonly File[], query = "") => bank.call("POST", `/knowledge-base/import${query}`, { files }),
  nodes: async (): Promise<readonly Node[]> => flat((await bank.get("/knowledge-base/tree")).body.roots),
  /** All that an import is to bring back, by id. */
  async all(): Promise<readonly unknown[]> {
    const nodes = await this.nodes();
    const models = await Promise.all(
      nodes.map(async ({ mental_model_id: id }) => (id === null ? null : (await bank.get(`/mental-models/${id}`)).body)),
    );
    return nodes
      .map(({ id, name, parent_id, description, tags, trigger }, at) => ({
        id,
        name,
        parent_id,
        description,
        tags: [...tags].sort(),
        trigger,
        content: models[at]?.content,
        maxTokens: models[at]?.max_tokens,
        modelName: models[at]?.name,
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  },
});
const flat = (nodes: readonly Node[]): readonly Node[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
const page = (path: string, matter: string, body = ""): File => ({ path, content: `---\n${matter}\n---\n\n${body}` });

/** A bank with what is hard to bring back. */
async function fill(bank: StoryBank): Promise<void> {
  const kb = base(bank);
  await bank.retain("Ann drinks green tea.", { tags: ["red", "type:note"] });
  const team = await kb.folder("Team: \"A/B\" # 'x'");
  const inner = await kb.folder("..", team);
  await kb.folder("Empty", inner);
  await kb.folder("Empty", inner); // folders may have one name
  await kb.page("Ann", {
    parent_id: inner,
    source_query: 'What does "Ann" drink: tea?\nAnd when?',
    tags: ["red", "type:note"],
    max_tokens: 512,
  });
  await kb.page("Ann", { parent_id: team, tags: ["type:"], trigger: { mode: "full", refresh_cron: "0 6 * * *", keep_trace: true } });
  await kb.page("--- # yes", { tags: ["type:knowledge-page", "no", "1.0"], trigger: { tag_groups: [{ or: [{ tags: ["a"] }] }] } });
  await kb.page("2024");
}

story(
  "what an export writes comes back whole in an empty bank, from either layout, and again without a change",
  async ({ server, bank, newBank }) => {
    await fill(bank);
    await server.idle();
    const before = await base(bank).all();
    expect(JSON.stringify(before)).toContain("green tea"); // control: there is a text to bring back
    for (const layout of ["flat", "tree"]) {
      const copy = newBank();
      const kb = base(copy);
      const files = await base(bank).export(layout);
      const dry = await kb.import(files, "?dry_run=true");
      expect(dry.body).toMatchObject({ dry_run: true, created: before.length, updated: 0, unchanged: 0, refused: 0 });
      expect((await copy.get("/knowledge-base/tree")).status).toBe(404); // not even the bank was made
      const made = await kb.import(files);
      expect(made.status).toBe(200);
      expect(made.body).toMatchObject({ dry_run: false, created: before.length, refused: 0 });
      await server.idle();
      expect(await kb.all()).toEqual(before);
      const again = await kb.import(files);
      expect(again.body).toMatchObject({ created: 0, updated: 0, unchanged: before.length, refused: 0 });
      expect((await copy.get("/knowledge-base/search?q=green%20tea")).body.results[0]?.snippet).toContain("green tea");
    }
  },
);

story(
  "imports at the same time make one tree, and the bank that was exported is not touched by its ids elsewhere",
  async ({ server, bank, newBank }) => {
    await fill(bank);
    await server.idle();
    const before = await base(bank).all();
    const files = await base(bank).export();
    const copy = newBank();
    const replies = await Promise.all([1, 2, 3].map(() => base(copy).import(files)));
    expect(replies.map(({ status, body }) => [status, body.created]).sort()).toEqual([
      [200, 0],
      [200, 0],
      [200, before.length],
    ]);
    await server.idle();
    expect(await base(copy).all()).toEqual(before);
    expect((await copy.get("/mental-models?limit=100")).body.total).toBe(4);
    expect(await base(bank).all()).toEqual(before);
  },
);

story("what a file says anew is changed, what it does not say stays, and what no file names is not touched", async ({ server, bank }) => {
  const kb = base(bank);
  await bank.retain("Ann drinks green tea.", { tags: ["red"] });
  await bank.retain("Bob rows in Leiden.");
  const folder = await kb.folder("Team");
  const ann = await kb.page("Ann", { parent_id: folder, source_query: "What does Ann drink?", tags: ["red"] });
  const bob = await kb.page("Bob", { parent_id: folder });
  const other = await kb.page("Other");
  await server.idle();
  const reply = await kb.import([
    page("Team/Bob.md", `id: ${ann.page_id}\ntitle: Bob`), // changes names with the next
    page("Team/Ann.md", `id: ${bob.page_id}\ntitle: Ann`, "Bob rows.\n"),
    page("Team/Trips/Delft.md", "description: Who goes to Delft?\ntags: [2024, yes]", "Ann goes.\n"),
    page("Team/New.md", "description: What is new?"),
  ]);
  expect(reply.body).toMatchObject({ created: 3, updated: 2, unchanged: 1, refused: 0 });
  expect(reply.body.entries.find(({ id }: Node) => id === ann.page_id)).toMatchObject({ status: "updated", changes: ["name"] });
  expect(reply.body.entries.find(({ id }: Node) => id === bob.page_id)).toMatchObject({ changes: ["name", "content"] });
  expect(reply.body.operation_ids).toHaveLength(1); // of the page without a text
  const page1 = async (id: string) => (await bank.get(`/knowledge-base/pages/${id}`)).body;
  expect(await page1(ann.page_id)).toMatchObject({
    name: "Bob",
    description: "What does Ann drink?",
    tags: ["red"],
    body: expect.stringContaining("green tea"),
  });
  expect(await page1(bob.page_id)).toMatchObject({ name: "Ann", description: "What about Bob?", body: "Bob rows.\n" });
  expect(
    (await bank.get(`/mental-models/${bob.mental_model_id}/history`)).body.some(
      ({ previous_content }: { previous_content: string | null }) => previous_content?.includes("rows in Leiden"),
    ),
  ).toBe(true);
  const nodes = await kb.nodes();
  expect(nodes.find(({ name }) => name === "Delft")).toMatchObject({ tags: ["2024", "yes"] });
  expect(nodes.find(({ name }) => name === "Trips")?.parent_id).toBe(folder);
  expect(nodes.map(({ id }) => id)).toContain(other.page_id);
  // a question without a text is answered anew
  const asked = await kb.import([page("Other.md", "description: Where is Delft?")]);
  expect(asked.body).toMatchObject({ updated: 1, operation_ids: [expect.any(String)] });
  await server.idle();
  expect(await page1(other.page_id)).toMatchObject({ description: "Where is Delft?" });
});

story("an imported text stays and grows: a refresh adds what the bank has learnt, and takes nothing away", async ({ server, bank }) => {
  const kb = base(bank);
  await bank.retain("Ann reviews each change on Mondays.");
  await kb.import([page("Rules.md", "description: When does Ann review changes?", "# Rules\n\nReview before you merge.\n")]);
  const rules = (await kb.nodes())[0];
  await kb.import([page("Other.md", "description: When does Ann review?", "Nobody reviews.\n")]);
  const other = (await kb.nodes()).find(({ name }) => name === "Other");
  const body = async () => (await bank.get(`/knowledge-base/pages/${rules?.id}`)).body.body as string;
  expect(await body()).toBe("# Rules\n\nReview before you merge.\n");
  expect((await bank.call("POST", `/mental-models/${rules?.mental_model_id}/refresh`)).status).toBe(200);
  await server.idle();
  expect(await body()).toMatch(/^# Rules\n\nReview before you merge\.\n[\s\S]*Ann reviews each change on Mondays/);
  // to another question it is no answer
  await bank.call("PATCH", `/knowledge-base/nodes/${other?.id}`, { source_query: "Which change does Ann review on Mondays?" });
  await server.idle();
  const answered = (await bank.get(`/knowledge-base/pages/${other?.id}`)).body.body;
  expect(answered).toContain("Ann reviews each change on Mondays");
  expect(answered).not.toContain("Nobody reviews");
});

story("an import is all or nothing; what is wrong is said with its file and line", async ({ server, bank }) => {
  const kb = base(bank);
  const folder = await kb.folder("A");
  const inner = await kb.folder("B", folder);
  const there = await kb.page("There", { parent_id: folder });
  await server.idle();
  let deepest: string | null = null;
  for (let depth = 0; depth < 33; depth += 1) deepest = await kb.folder("Deep", deepest);
  const before = await kb.all();
  const good = page("Good.md", "description: What is good?", "All.\n");
  const refusals: readonly (readonly [File | readonly File[], RegExp])[] = [
    [page("Bad.md", 'title: Bad\ndescription: "not closed'), /Bad\.md, line \d: The front matter is no YAML/],
    [page("Bad.md", "title: Bad\ndescription: x\ntgas: [a]"), /Bad\.md, line 4: 'tgas' is no key/],
    [page("Bad.md", "title: Bad\ndescription: x\ntitle: Again"), /Bad\.md, line 4: .*unique/],
    [page("Bad.md", "title: Bad\ndescription: x\ntags: &a [*a]"), /Bad\.md, line \d/],
    [page("Bad.md", "title: Bad"), /Bad\.md, line 2: A new page needs `description:`/],
    [page("Bad.md", "title: Bad\ndescription: x\n\nmax_tokens: 9"), /Bad\.md, line 5: max_tokens/],
    [page("Bad.md", "description: x\ntrigger: {refresh_cron: never}"), /Bad\.md, line 3: refresh_cron/],
    [page("Bad.md", "description: x\ntrigger: {mod: full}"), /Bad\.md, line 3: a trigger has no field 'mod'/],
    [page("Bad.md", "description: x\nparent_id: kf-0000"), /Bad\.md, line 3: There is no folder 'kf-0000'/],
    [page("Bad.md", `id: ${folder}\ndescription: x`), /Bad\.md, line 2: '.*' is a folder/],
    [page("Bad.md", `description: x\nparent_id: ${deepest}`), /Bad\.md, line 3: It would lie in itself, or deeper/],
    [page("../Bad.md", "description: x"), /\.\.\/Bad\.md: The path must be relative/],
    [page("/Bad.md", "description: x"), /The path must be relative/],
    [{ path: "Bad.md", content: "---\ndescription: x\n" }, /Bad\.md, line 1: The front matter has no end/],
    [page("Bad.txt", "description: x"), /Only Markdown/],
    [[page("A/There.md", "id: kp-00\ndescription: x"), page("A/x.md", `id: ${there.page_id}\ntitle: There`)], /two pages 'There'/],
    [[page("1.md", "id: kp-00\ndescription: x"), page("2.md", "id: kp-00\ndescription: x")], /2\.md, line 2: Another file has the id/],
    [page(`${"d/".repeat(33)}Bad.md`, "description: x"), /33 folders deep/],
    [{ path: "index.md", content: `---\nfolders:\n  - {id: ${folder}, name: A, parent_id: ${inner}}\n---\n` }, /in itself/],
    [
      {
        path: "index.md",
        content: "---\nfolders:\n  - {id: kf-1, name: X, parent_id: kf-2}\n  - {id: kf-2, name: Y, parent_id: kf-1}\n---\n",
      },
      /index\.md, line 3: .*lies in itself/,
    ],
    [{ path: "index.md", content: "---\nfolders:\n  - {id: nonsense}\n---\n" }, /index\.md, line 3: `folders` must be a list/],
  ];
  for (const [files, said] of refusals) {
    const bundle = [good, files].flat();
    const reply = await kb.import(bundle);
    expect([reply.status, reply.body.detail]).toEqual([400, expect.stringMatching(said)]);
    const dry = await kb.import(bundle, "?dry_run=true");
    expect(dry.status).toBe(200);
    expect(dry.body.refused).toBeGreaterThan(0);
  }
  expect(await kb.all()).toEqual(before);
  expect((await kb.import([good, good])).status).toBe(400);
  expect((await kb.import(Array.from({ length: 1001 }, (_, nth) => page(`${nth}.md`, "description: x")))).status).toBe(400);
  expect((await bank.call("POST", "/knowledge-base/import", { files: "x" })).status).toBe(422);
  expect((await kb.import([good])).body).toMatchObject({ created: 1 }); // control
});

story("what changes while an import is made ready refuses it like anything else, and nothing of it is written", async ({ bank }) => {
  const kb = base(bank);
  const one = await kb.page("One");
  const others = Array.from({ length: 12 }, (_, nth) => page(`${nth}.md`, "description: x", `Text ${nth}. `.repeat(200)));
  const importing = kb.import([page("One.md", `id: ${one.page_id}\ntitle: Two`), ...others]);
  await new Promise((resolve) => setTimeout(resolve, 150)); // it asks the encoder now
  const made = await bank.call("POST", "/knowledge-base/pages", { name: "Two", source_query: "x" });
  const reply = await importing;
  expect([
    [201, 400],
    [409, 200],
  ]).toContainEqual([made.status, reply.status]);
  if (reply.status === 400) expect(reply.body.detail).toContain("two pages 'Two'");
  expect((await kb.nodes()).map(({ name }) => name).sort()).toEqual(
    reply.status === 400 ? ["One", "Two"] : expect.arrayContaining(["Two", "0"]),
  );
});

story("folders that change places come out in the new order, and pages change names all at once", async ({ bank }) => {
  const kb = base(bank);
  const outer = await kb.folder("Outer");
  const inner = await kb.folder("Inner", outer);
  const turned = await kb.import([
    {
      path: "index.md",
      content: `---\nfolders:\n  - {id: ${outer}, name: Outer, parent_id: ${inner}}\n  - {id: ${inner}, name: Inner, parent_id: null}\n---\n`,
    },
  ]);
  expect(turned.body).toMatchObject({ updated: 2, refused: 0 });
  expect((await kb.nodes()).map(({ name, parent_id }) => [name, parent_id])).toEqual([
    ["Inner", null],
    ["Outer", inner],
  ]);
});
