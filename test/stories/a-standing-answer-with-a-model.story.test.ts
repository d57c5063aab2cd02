// Mental models whose language model a script plays: what it is shown, and what of it is written.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import type { LlmCall, LlmReply } from "../../packages/engine/test/support/scripted-llm.js";
import { memoriesOf, openReflection, type Reflection, results, searching, tools, use } from "../support/reflection.js";
import { type StoryBank, storyBank } from "../support/story.js";

type Document = {
  readonly sections: readonly { readonly id: string; readonly blocks: readonly { readonly id: string; readonly text: string }[] }[];
};

const TABLE = "| day | drink |\n|---|---|\n| Monday | tea |";
const DOCUMENT = {
  sections: [
    { heading: "Drinks", level: 2, blocks: ["Ann likes **green tea**.  \nAlways hot.", TABLE] },
    { heading: "Notes", level: 3, blocks: ["```\n# no heading\n\n- kept\n```"] },
  ],
};
const WRITTEN =
  "## Drinks\n\nAnn likes **green tea**.  \nAlways hot.\n\n| day | drink |\n|---|---|\n| Monday | tea |\n\n### Notes\n\n```\n# no heading\n\n- kept\n```\n";

describe.each(["pglite", "postgres"] as const)("a standing answer with a model, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let run: Reflection;
  let bank: StoryBank;
  /** What the model writes of a document, of changes, and of what is gone. */
  let write: (call: LlmCall) => LlmReply | Promise<LlmReply>;
  let change: (document: Document, call: LlmCall) => LlmReply;
  let unsay: (document: Document, call: LlmCall) => LlmReply;
  let calls: LlmCall[] = [];

  beforeAll(async () => {
    if (isThere) run = await openReflection(engine, { HINDSIGHT_API_WORKER_MAX_RETRIES: "0" });
  });
  afterAll(() => run?.close());
  beforeEach(() => {
    if (!isThere) return;
    bank = storyBank(run.server);
    calls = [];
    write = (call) => use("done", { document: DOCUMENT, memory_ids: memoriesOf(call).map(({ id }) => id) });
    change = () => ({ json: { operations: [] } });
    unsay = () => ({ json: { operations: [] } });
    run.play((call) => {
      calls.push(call);
      const shown = /The document:\n(\[.*\])/u.exec(call.user)?.[1];
      if (shown !== undefined) {
        const document = { sections: JSON.parse(shown) };
        return call.user.includes("What deleted memories said") ? unsay(document, call) : change(document, call);
      }
      return searching("Ann drinks", (then) => write(then))(call);
    });
  });
  const tell = (sentence: string, story: () => Promise<void>): void => {
    it.skipIf(!isThere)(sentence, { timeout: 120_000 }, story);
  };

  async function learn(content: string, documentId?: string): Promise<void> {
    await bank.retain(content, documentId === undefined ? {} : { document_id: documentId });
    await run.server.idle();
  }
  async function model(
    trigger: Readonly<Record<string, unknown>> = { mode: "delta" },
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const body = { name: "Ann", source_query: "What does Ann drink?", trigger, ...more };
    const reply = await bank.call("POST", "/mental-models", body);
    await run.server.idle();
    return reply.body.mental_model_id;
  }
  const read = async (id: string) => (await bank.get(`/mental-models/${id}`)).body;
  const history = async (id: string) => (await bank.get(`/mental-models/${id}/history`)).body;
  async function refresh(id: string, body?: Readonly<Record<string, unknown>>) {
    const { operation_id } = (await bank.call("POST", `/mental-models/${id}/refresh`, body)).body;
    await run.server.idle();
    return (await bank.get(`/operations/${operation_id}`)).body;
  }
  const block = (document: Document, text: string) => {
    const section = document.sections.find(({ blocks }) => blocks.some((each) => each.text.includes(text)));
    return { section_id: section?.id, block_id: section?.blocks.find((each) => each.text.includes(text))?.id };
  };

  tell("the first refresh writes the document of the model, and says what it stands on", async () => {
    await learn("Ann drinks green tea.");
    const id = await model();
    const { content, reflect_response, is_stale } = await read(id);
    expect(content).toBe(WRITTEN);
    expect(is_stale).toBe(false);
    expect(reflect_response.based_on.world.map(({ text }: { readonly text: string }) => text)).toEqual(["Ann drinks green tea."]);
    expect(tools(calls.at(-1) as LlmCall)).toContain("done");
  });

  tell("a delta changes what the operations name, and no other byte", async () => {
    await learn("Ann drinks green tea.");
    const id = await model();
    await learn("Ann drinks coffee on Tuesday.");
    change = (document) => ({
      json: { operations: [{ op: "append_block", section_id: document.sections[0]?.id, text: "| Tuesday | coffee |" }] },
    });
    expect(await refresh(id)).toMatchObject({ status: "completed", details: { outcome: "content_written" } });
    const { content } = await read(id);
    expect(content).toBe(WRITTEN.replace("| Monday | tea |", "| Monday | tea |\n| Tuesday | coffee |"));
    expect((await history(id))[0]).toMatchObject({ previous_content: WRITTEN, kind: "refresh" });
    const asked = calls.find(({ user }) => user.includes("New facts:"));
    expect(asked?.user).toContain("Ann drinks coffee on Tuesday.");
    expect(asked?.user.split("New facts:")[1]).not.toContain("Ann drinks green tea.");
    expect(content).not.toBe(WRITTEN);
  });

  tell("nothing new costs no call and changes nothing; no operation leaves every byte and no history", async () => {
    await learn("Ann drinks green tea.");
    const id = await model();
    calls = [];
    expect(await refresh(id)).toMatchObject({ details: { outcome: "content_preserved_no_new_facts" } });
    expect(calls).toEqual([]);
    await learn("Ann drinks green tea with Bob.");
    expect(await refresh(id)).toMatchObject({ details: { outcome: "content_unchanged" } });
    expect((await read(id)).content).toBe(WRITTEN);
    expect((await read(id)).is_stale).toBe(false);
    expect(await history(id)).toEqual([]);
  });

  tell("operations that cannot be made fail the refresh: the document stays, and the failure is told", async () => {
    await learn("Ann drinks green tea.");
    const id = await model();
    const before = await read(id);
    await learn("Ann drinks coffee.");
    change = () => ({ json: { operations: [{ op: "remove_section", section_id: "nowhere" }] } });
    expect(await refresh(id)).toMatchObject({
      status: "failed",
      details: { outcome: "refresh_failed_delta_not_applied", failure_reason: "delta_ops_all_skipped" },
    });
    const after = await read(id);
    expect([after.content, after.last_memory_seen_at, after.last_refreshed_at]).toEqual([
      before.content,
      before.last_memory_seen_at,
      before.last_refreshed_at,
    ]);
    expect(after.last_refresh_failed_at).not.toBeNull();
    expect(after.is_stale).toBe(true);
    await refresh(id);
    expect((await history(id)).map(({ kind, failure_reason }: Record<string, unknown>) => [kind, failure_reason])).toEqual([
      ["failure", "delta_ops_all_skipped"],
    ]);
  });

  tell("three retains at once while a refresh runs are all seen by the next one", async () => {
    await learn("Ann drinks green tea.");
    const id = await model();
    await learn("Ann drinks coffee.");
    let isFirst = true;
    write = async (call) => {
      if (isFirst) {
        isFirst = false;
        await Promise.all(["milk", "juice", "water"].map((drink) => bank.retain(`Ann drinks ${drink}.`)));
      }
      return use("done", { document: DOCUMENT, memory_ids: memoriesOf(call).map((memory) => memory.id) });
    };
    const shown: string[] = [];
    change = (_document, call) => {
      shown.push(call.user.split("New facts:")[1] ?? "");
      return { json: { operations: [] } };
    };
    await refresh(id);
    expect((await read(id)).is_stale).toBe(true);
    await refresh(id);
    expect(shown).toHaveLength(2);
    expect(shown[0]).not.toContain("milk");
    for (const drink of ["milk", "juice", "water"]) expect(shown[1]).toContain(`Ann drinks ${drink}.`);
    expect((await read(id)).is_stale).toBe(false);
  });

  tell("a memory that is deleted while the model writes is not written", async () => {
    await learn("Ann drinks green tea.", "tea");
    await learn("Ann drinks coffee.", "coffee");
    let isFirst = true;
    write = async (call) => {
      const found = memoriesOf(call);
      if (isFirst) {
        isFirst = false;
        await bank.deleteDocument("coffee");
      }
      return use("done", { document: { sections: [{ heading: "All", blocks: found.map(({ text }) => text) }] }, memory_ids: [] });
    };
    const id = await model({ mode: "full" });
    expect((await read(id)).content).toBe("## All\n\nAnn drinks green tea.\n");
  });

  tell("a scope that is changed while the model writes is the scope of what is written", async () => {
    await bank.retain("Ann drinks green tea.", { tags: ["home"] });
    await bank.retain("Ann drinks coffee.", { tags: ["work"] });
    await run.server.idle();
    const written: string[] = [];
    const change: Record<string, unknown>[] = [
      { tags: ["home"] },
      { trigger: { tags_match: "exact" } },
      { trigger: { refresh_cron: "0 6 * * *" } },
    ];
    write = async (call) => {
      const found = memoriesOf(call).map(({ text }) => text);
      written.push(found.sort().join(" "));
      const next = change.shift();
      if (next !== undefined) await bank.call("PATCH", "/mental-models/scoped", next);
      return use("done", { document: { sections: [{ heading: "All", blocks: found }] }, memory_ids: [] });
    };
    await model({ mode: "full" }, { id: "scoped" });
    // The last change is of the time alone, and costs nothing more.
    expect(written).toEqual(["Ann drinks coffee. Ann drinks green tea.", "Ann drinks green tea.", "Ann drinks green tea."]);
    expect((await read("scoped")).content).toBe("## All\n\nAnn drinks green tea.\n");
  });

  tell("a refresh whose memories change each time it is made fails as others do: it is told, and counts for the back-off", async () => {
    await learn("Ann drinks green tea.", "tea");
    let round = 0;
    write = async (call) => {
      round += 1;
      await bank.retain(`Ann drinks green tea in glass ${round}.`, { document_id: "tea" });
      const found = memoriesOf(call).map(({ text }) => text);
      return use("done", { document: { sections: [{ heading: "All", blocks: found }] }, memory_ids: [] });
    };
    const id = await model({ mode: "full" });
    expect(round).toBe(4);
    expect((await read(id)).last_refresh_failed_at).not.toBeNull();
    expect(await history(id)).toMatchObject([{ kind: "failure", outcome: "refresh_failed_error", failure_reason: "memories_changed" }]);
    expect((await bank.get("/operations?type=refresh_mental_model")).body.operations).toMatchObject([{ status: "failed" }]);
    write = (call) =>
      use("done", { document: { sections: [{ heading: "All", blocks: memoriesOf(call).map(({ text }) => text) }] }, memory_ids: [] });
    await refresh(id);
    expect((await read(id)).content).toBe("## All\n\nAnn drinks green tea in glass 4.\n");
  });

  tell("what another standing answer says is not written on when its memory is deleted meanwhile", async () => {
    await learn("Ann drinks green tea.", "tea");
    const first = await model({ mode: "full" }, { name: "Ann's drinks" });
    let isFirst = true;
    write = async (call) => {
      const said = results(call)
        .flatMap(({ mental_models = [] }) => mental_models)
        .map(({ content }: { readonly content: string }) => content);
      if (isFirst && said.length > 0) {
        isFirst = false;
        expect(said.join()).toContain("green tea"); // control: it was read
        await bank.deleteDocument("tea");
      }
      return use("done", { document: { sections: [{ heading: "All", blocks: said }] }, memory_ids: [] });
    };
    const second = await model({ mode: "full", fact_types: ["experience"] }, { name: "Summary", source_query: "What are Ann's drinks?" });
    expect(isFirst).toBe(false);
    expect(JSON.stringify([await read(first), await read(second)])).not.toContain("green tea");
  });

  tell("what a replaced document said is unsaid, and only that", async () => {
    await learn("Ann drinks green tea.", "tea");
    await learn("Ann drinks coffee.", "coffee");
    write = () =>
      use("done", { document: { sections: [{ heading: "All", blocks: ["Green tea it is.", "And coffee."] }] }, memory_ids: [] });
    const id = await model({ mode: "delta", refresh_after_consolidation: true });
    let shown = "";
    unsay = (document, call) => {
      shown = call.user;
      const bad = { op: "append_block", section_id: document.sections[0]?.id, text: "Made up." };
      return { json: { operations: [bad, { op: "remove_block", ...block(document, "Green tea") }] } };
    };
    await learn("Bob rows on the canal.", "tea");
    await refresh(id);
    expect((await read(id)).content).toBe("## All\n\nAnd coffee.\n");
    expect(shown.split("What memories that are still there say")[0]).toContain("Ann drinks green tea.");
    expect(shown.split("What memories that are still there say")[1]).toContain("Ann drinks coffee.");
    expect((await history(id)).every(({ previous_content }: Record<string, unknown>) => previous_content === null)).toBe(true);
  });

  tell("directives hold in a refresh, and an answer of nothing but them is none", async () => {
    await bank.retain("Bob rows.");
    await bank.call("POST", "/directives", { name: "tone", content: "Never mention money." });
    const id = await model();
    expect((await read(id)).content).toBe("Nothing is known about this yet.\n");
    await learn("Ann drinks green tea.");
    await refresh(id);
    expect(calls.some(({ system }) => system.includes("Never mention money."))).toBe(true);
    expect((await read(id)).content).toBe(WRITTEN);
  });

  tell("the wanted form is taken from the whole content", async () => {
    await learn("Ann drinks green tea.");
    const schema = { type: "object", properties: { drink: { type: "string" } }, required: ["drink"] };
    run.play((call) => {
      if (call.user.includes("The answer:\n")) return { json: { drink: "tea" } };
      return searching("Ann drinks", write)(call);
    });
    const id = await model({ mode: "full", response_schema: schema });
    expect((await read(id)).reflect_response.structured_output).toEqual({ drink: "tea" });
  });
});
