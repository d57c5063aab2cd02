// The standing answers of a coding agent learn by themselves: after each consolidation, of their own project alone, and not a byte when it is not for them.
// The model that writes them is one that writes down all it is shown, so that whatever is out of scope would stand there.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type LlmCall, type LlmReply, type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { creating, givenTo, isConsolidation, isPair } from "../support/consolidation.js";
import { results, use, wanted } from "../support/reflection.js";
import { CONVENTIONS, DECISIONS, PREFERENCES, type Seed, seed, suffixed } from "../support/seeds.js";
import { openServer, type TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";

interface Shown {
  readonly text?: string;
  readonly content?: string;
}

/** Everything that a call was shown by its tools: memories, beliefs, other standing answers. */
function shown(call: LlmCall): readonly string[] {
  const found = results(call).flatMap(({ memories = [], observations = [], mental_models = [] }) => [
    ...memories,
    ...observations,
    ...mental_models,
  ]);
  return [...new Set(found.flatMap(({ text, content }: Shown) => (text ?? content ?? "").trim().split("\n\n")))].filter(
    (text) => text !== "" && !text.startsWith("#"),
  );
}

/** What the operations of a delta are decided on: the new facts, and the document's last section. */
function delta({ user }: LlmCall): { readonly section: string; readonly facts: readonly string[] } | null {
  const document = /The document:\n(\[.*\])/u.exec(user)?.[1];
  if (document === undefined) return null;
  const sections = JSON.parse(document) as readonly { readonly id: string }[];
  const lines = (user.split("New facts:\n")[1] ?? "").split("\n\n")[0]?.split("\n") ?? [];
  const facts = lines.map((line) => line.replace(/^- \[[^\]]+\] /u, "").replace(/ \(mentioned [^)]*\)$/u, ""));
  return { section: sections.at(-1)?.id ?? "", facts };
}

/** What the model looks for to answer a question, and what speaks to it. */
const SPEAKS: readonly (readonly [question: string, topic: string, speaks: RegExp])[] = [
  [PREFERENCES.source_query, "prefers", /prefers/u],
  [CONVENTIONS.source_query, "convention", /convention/u],
  [DECISIONS.source_query, "decided", /decided/u],
];

describe.each(["pglite", "postgres"] as const)("models that a coding agent seeds, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let llm: ScriptedLlm;
  let server: TestServer;
  let bank: StoryBank;
  let refreshes: LlmCall[] = [];
  let edits: LlmCall[] = [];
  let consolidations = 0;

  function reply(call: LlmCall): LlmReply {
    if (isPair(call)) return { json: { action: "keep", text: "", reason: "two" } };
    if (isConsolidation(call)) {
      consolidations += 1;
      const { facts } = givenTo(call);
      return creating(facts.map(({ text }) => text).join(" "), facts);
    }
    const asked = SPEAKS.find(([question]) => JSON.stringify(call.body.messages).includes(question));
    if (asked === undefined) return { text: "ready" };
    const [, topic, speaks] = asked;
    refreshes.push(call);
    const news = delta(call);
    if (news !== null) {
      edits.push(call);
      const said = new Set(news.facts.filter((fact) => speaks.test(fact)));
      const operations = [...said].map((text) => ({ op: "append_block", section_id: news.section, text }));
      return { json: { operations } };
    }
    const name = wanted(call);
    if (name !== undefined) return use(name, { reason: "to know", query: topic });
    const blocks = shown(call).filter((text) => speaks.test(text));
    return use("done", { document: { sections: blocks.length === 0 ? [] : [{ heading: "Known", blocks }] }, memory_ids: [] });
  }

  beforeAll(async () => {
    if (!isThere) return;
    llm = await startScriptedLlm(reply);
    const learning = { HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true", HINDSIGHT_API_RETAIN_EXTRACTION_MODE: "chunks" };
    server = await openServer({ ...llm.env, ...learning, HINDSIGHT_API_SKIP_LLM_VERIFICATION: "true" }, engine);
  });
  afterAll(async () => {
    await server?.close();
    await llm?.close();
  });
  beforeEach(async () => {
    if (!isThere) return;
    bank = storyBank(server);
    await bank.call("PUT", "", {});
    forgetCalls();
  });
  function forgetCalls(): void {
    refreshes = [];
    edits = [];
    consolidations = 0;
  }
  const tell = (sentence: string, story: () => Promise<void>): void => {
    it.skipIf(!isThere)(sentence, { timeout: 120_000 }, story);
  };
  /** Retains, and waits until it is consolidated and the models that follow are refreshed. */
  async function learn(content: string, tags: readonly string[] = []): Promise<void> {
    await bank.retain(content, { tags });
    await server.idle();
  }
  async function sown(...seeds: readonly Seed[]): Promise<void> {
    await seed(bank, seeds);
    await server.idle();
  }
  const content = async (id: string): Promise<string> => (await bank.get(`/mental-models/${id}`)).body.content;
  /** What is seen of a model by those who read it; all of it must stand still. */
  const whole = async (id: string) => {
    const { content: text, last_refreshed_at: at, updated_at: updated } = (await bank.get(`/mental-models/${id}`)).body;
    return { text, at, updated, history: (await bank.get(`/mental-models/${id}/history`)).body };
  };
  const refreshOperations = async (): Promise<number> => (await bank.get("/operations?type=refresh_mental_model")).body.total;

  tell("in a bank for all projects the preferences grow by what is preferred, and stay byte for byte otherwise", async () => {
    await sown(PREFERENCES);
    await learn("The user prefers short answers.");
    expect(await content("user-preferences")).toBe("## Known\n\nThe user prefers short answers.\n");
    await learn("The user prefers tabs to spaces.");
    const grown = await content("user-preferences");
    expect(grown).toBe("## Known\n\nThe user prefers short answers.\n\nThe user prefers tabs to spaces.\n");
    expect(consolidations).toBeGreaterThan(0); // control: beliefs were made of them

    const before = await whole("user-preferences");
    forgetCalls();
    await learn("The harbour of Rotterdam is the largest of Europe.");
    expect(consolidations).toBe(1); // control: it was learnt
    const after = await whole("user-preferences");
    expect([after.text, after.updated, after.history]).toEqual([before.text, before.updated, before.history]);
    expect(edits).toEqual([]); // no call that writes
    expect((await bank.get("/mental-models/user-preferences")).body.is_stale).toBe(false);

    forgetCalls();
    await bank.call("POST", "/consolidate", {});
    await server.idle();
    expect(refreshes).toEqual([]); // nothing was learnt, nothing is asked
    expect(await whole("user-preferences")).toEqual(after);
  });

  tell("in a bank of one project each of the three says what speaks to its question", async () => {
    await sown(PREFERENCES, CONVENTIONS, DECISIONS);
    await learn("By convention every commit message begins with a verb.");
    await learn("It was decided to keep prices in cents, because floats lose money.");
    await learn("The user prefers to review before a release.");
    const said = {
      "user-preferences": "The user prefers to review before a release.",
      "project-conventions": "By convention every commit message begins with a verb.",
      "project-decisions": "It was decided to keep prices in cents, because floats lose money.",
    };
    for (const [id, text] of Object.entries(said)) expect([id, await content(id)]).toEqual([id, `## Known\n\n${text}\n`]);
    await learn("By convention tests lie beside the code.");
    expect(await content("project-conventions")).toBe(
      "## Known\n\nBy convention every commit message begins with a verb.\n\nBy convention tests lie beside the code.\n",
    );
    expect(await content("project-decisions")).toBe(`## Known\n\n${said["project-decisions"]}\n`);
  });

  tell("in a shared bank nothing of another project gets into a model, nor into a prompt for one", async () => {
    const [shop, site] = ["web_shop.v2", "the site"];
    const ofShop = [CONVENTIONS, DECISIONS].map((one) => suffixed(one, shop));
    const ofSite = [CONVENTIONS, DECISIONS].map((one) => suffixed(one, site));
    await sown(PREFERENCES, ...ofShop, ...ofSite);
    await learn("The user prefers short answers, and by convention prefers tulip-words decided on early.");
    await learn("By convention the shop writes prices in cents.", [`project:${shop}`]);
    await learn("It was decided that the shop runs on PostgreSQL.", [`project:${shop}`]);
    const conventions = "project-conventions-web_shop.v2";
    expect(await content(conventions)).toBe("## Known\n\nBy convention the shop writes prices in cents.\n");
    expect(await content("project-decisions-web_shop.v2")).toBe("## Known\n\nIt was decided that the shop runs on PostgreSQL.\n");
    expect(await content("user-preferences")).toContain("tulip-words");
    for (const id of ["project-conventions-the-site", "project-decisions-the-site"]) {
      expect((await content(id)).trim()).toBe("Nothing is known about this yet.");
    }
    const before = { conventions: await whole(conventions), decisions: await whole("project-decisions-web_shop.v2") };
    const queued = await refreshOperations();
    forgetCalls();
    await learn("By convention the site is written in zebra-style; that was decided in May.", [`project:${site}`]);
    expect(await content("project-conventions-the-site")).toContain("zebra-style");
    expect(await content("project-decisions-the-site")).toContain("zebra-style");
    expect({ conventions: await whole(conventions), decisions: await whole("project-decisions-web_shop.v2") }).toEqual(before);
    expect((await refreshOperations()) - queued).toBe(3); // those of the site, and the preferences, which read all projects

    // asked for by hand, the other project's models still look at nothing of it
    forgetCalls();
    for (const { id } of ofShop) await bank.call("POST", `/mental-models/${id}/refresh`, { mode: "full" });
    await server.idle();
    expect(refreshes.length).toBeGreaterThan(0); // control: they were asked
    for (const { body } of refreshes) expect(JSON.stringify(body)).not.toMatch(/zebra-style|tulip-words/u);
    for (const { id } of ofShop) expect(await content(id)).not.toMatch(/zebra-style|tulip-words/u);
    expect(await content(conventions)).toContain("in cents"); // control: what is its own is there
  });

  tell("a consolidation that touches no model's scope asks for nothing, and what does not speak to a question is not written", async () => {
    const [of] = [suffixed(CONVENTIONS, "shop")];
    await sown(of);
    await learn("By convention the shop writes prices in cents.", ["project:shop"]);
    const before = await whole(of.id);
    forgetCalls();
    await learn("By convention the site uses tabs.", ["project:site"]);
    await learn("By convention everybody speaks first at noon.");
    expect(consolidations).toBe(2); // control
    expect(refreshes).toEqual([]);
    expect(await whole(of.id)).toEqual(before);
    await learn("A ferry crosses the river every hour.", ["project:shop"]); // in scope, and no convention
    expect(consolidations).toBe(3);
    const after = await whole(of.id);
    expect([after.text, after.updated, after.history]).toEqual([before.text, before.updated, before.history]);
    expect(refreshes.length).toBeGreaterThan(0); // control: it was looked at
    expect(edits).toEqual([]); // and nothing had to be written
  });
});
