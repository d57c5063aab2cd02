// Whatever becomes of documents that state the same: the bank states what they do, once for each set of tags, and nothing dangles.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bankDirectory } from "../../src/banks/index.js";
import { statementForm } from "../../src/domain/text/statement-form.js";
import { forgetEverything, forgetKind } from "../../src/forget/index.js";
import { documentResource } from "../../src/resources/documents.js";
import { reprocess } from "../../src/retain/index.js";
import { listMemories } from "../../src/store/memories/list-memories.js";
import { DATABASES } from "../support/database.js";
import { everyRow } from "../support/filled-bank.js";
import { NOT_LEARNING } from "../support/forgetting.js";
import { sayingAgain } from "./saying-again.js";

describe.each(DATABASES)("what documents state together on $name", (database) => {
  const { said, freshBank, put, only, sourcesOf, forget, entities, links, requireWhole } = sayingAgain(database);

  test("tags part what several documents state: who may see one does not see the other", async () => {
    await freshBank();
    await put("a", "Ann moved. # work", { tags: ["red"] });
    await put("b", "Ann moved. # work", { tags: ["red"] });
    expect((await only()).tags).toEqual(["red", "topic:work"]);
    const receipt = await put("b", "Ann moved. # work", { tags: ["blue"] });
    expect(receipt?.items[0]?.memoryIds).toEqual([(await said.engine.memories(said.bank))[1]?.id]); // its own, not the one that it shared
    const parted = (await said.engine.memories(said.bank)).map(({ document_id, tags, text }) => [document_id, ...[...tags].sort(), text]);
    expect(parted).toEqual([
      ["a", "red", "topic:work", "Ann moved."],
      ["b", "blue", "topic:work", "Ann moved."],
    ]);
    await requireWhole();
    await said.engine.idle();
    expect(await said.engine.count(said.bank, "memory_vector")).toBe(2);
    await put("c", "Ann moved. # work", { tags: ["blue"] });
    expect(await said.engine.count(said.bank, "memory")).toBe(2); // control: equal tags still collapse
    await requireWhole();
  });

  test("a document that is tagged anew takes its part of what others state too", async () => {
    await freshBank();
    await put("a", "Ann moved. @ Ann\nIt rained. < 0", { tags: ["red"] });
    await put("b", "Ann moves... @ Ann\nAnn moved! @ Ann, Bob", { tags: ["red"] });
    await put("c", "Ann moved; @ Ann", { tags: ["red"] });
    const banks = bankDirectory(said.engine.db, said.engine.tenant);
    const documents = documentResource({
      db: said.engine.db,
      tenant: said.engine.tenant,
      banks,
      defaults: said.engine.ctx.settings.bank,
      origins: said.engine.ctx.settings.bankOrigins,
      engine: said.engine.ctx,
    });
    await documents.update(said.bank.bankId, "a", { tags: ["blue"] });
    const tagged = async () =>
      (await said.engine.memories(said.bank)).map(({ document_id, text, tags }) => `${document_id} ${text} ${tags.join()}`).sort();
    expect(await tagged()).toEqual(["a Ann moved. blue", "a It rained. blue", "b Ann moved! red", "b Ann moves... red"]);
    const shared = (await said.engine.memories(said.bank)).find(({ text }) => text === "Ann moved!");
    expect(await sourcesOf(shared?.id ?? "")).toEqual(["b", "c"]);
    expect(await entities()).toEqual(["Ann 3", "Bob 1"]);
    await requireWhole();
    await documents.update(said.bank.bankId, "c", { observationScopes: "shared" });
    expect(await tagged()).toEqual([
      "a Ann moved. blue",
      "a It rained. blue",
      "b Ann moved! red",
      "b Ann moves... red",
      "c Ann moved; red",
    ]);
    await requireWhole();
  });

  const FACTS = ["Ann moved to Delft. @ Ann, Delft", "Bob is living in Rome. @ Bob", "It rained.", "Carl has two cats. @ Carl, Ann"];
  const AGAIN = ["ann moved to Delft! @ Ann", "Bob lives in Rome @ Bob, Rome", "it RAINED", "Carl has 2 cats @ Carl"];
  const DOCUMENTS = ["a", "b", "c"] as const;
  const version = fc.record({
    facts: fc.array(fc.tuple(fc.nat(3), fc.boolean()), { minLength: 1, maxLength: 5 }),
    tags: fc.constantFrom<readonly string[]>(["red"], ["red"], ["blue"]),
  });
  const change = fc.record({ document: fc.constantFrom(...DOCUMENTS), version: fc.option(version, { freq: 4, nil: null }) });
  type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

  const apply = ({ document, version: wanted }: Change): Promise<unknown> =>
    wanted === null
      ? forget(document)
      : put(document, wanted.facts.map(([at, isAgain]) => (isAgain ? AGAIN : FACTS)[at]).join("\n"), { tags: wanted.tags });
  const normal = (text: string) => statementForm(text.split(" @")[0] ?? "", { language: "en", said: null, occurred: null });
  /** The bank states what its documents do, each statement once for each set of tags. */
  const requireStated = async (states: ReadonlyMap<string, Change["version"]>): Promise<void> => {
    await requireWhole();
    const all = new Set<string>();
    for (const [documentId, wanted] of states) {
      const expected = new Set((wanted?.facts ?? []).map(([at]) => `${normal(FACTS[at] ?? "")} ${wanted?.tags.join()}`));
      const found = await listMemories(said.engine.db, said.bank, { documentId, limit: 100, offset: 0 });
      expect(found.map(({ text, tags }) => `${normal(text)} ${tags.join()}`).sort(), documentId).toEqual([...expected].sort());
      for (const one of expected) all.add(one);
    }
    expect(await said.engine.count(said.bank, "memory")).toBe(all.size);
  };

  test("whatever is sent, sent again, tagged anew and deleted, in whatever order: the bank states what its documents do, once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 8 }), async (changes) => {
        await freshBank();
        const states = new Map<string, Change["version"]>();
        for (const one of changes) {
          await apply(one);
          states.set(one.document, one.version);
          await requireStated(states);
        }
      }),
      { numRuns: 12 },
    );
  }, 120_000);

  test("and by writers who work side by side", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(change, change, change), { minLength: 1, maxLength: 4 }), async (rounds) => {
        await freshBank();
        const states = new Map<string, Change["version"]>();
        for (const round of rounds) {
          const parts = round.map((one, at): Change => ({ ...one, document: DOCUMENTS[at] ?? "a" }));
          await Promise.all(parts.map(apply));
          for (const part of parts) states.set(part.document, part.version);
          await requireStated(states);
        }
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  test("causes are links from the effect, and follow what collapses", async () => {
    await freshBank();
    await put("a", "It rained.");
    await put("b", "It rained.\nThe road was wet. < 0\nThe bus was late. < 1");
    expect(await links()).toEqual(["The bus was late. caused_by The road was wet. 1", "The road was wet. caused_by It rained. 1"]);
    await put("c", "It rained.\nit rained < 0");
    expect(await links()).toHaveLength(2); // nothing causes itself
    await forget("b");
    expect(await links()).toEqual([]);
    await requireWhole();
  });

  test("no path of deletion or change leaves an entity, a mention, a posting or a source behind", async () => {
    await freshBank();
    const all = "Ann moved. @ Ann, Delft # work\nBob stayed. @ Bob < 0";
    await put("a", all);
    await put("b", `${all}\nCarl came. @ Carl`);
    await put("c", "Dora left. @ Dora");
    await requireWhole();
    expect(await entities()).toEqual(["Ann 1", "Bob 1", "Carl 1", "Delft 1", "Dora 1", "topic:work 1"]);
    await put("c", "Eve left. @ Eve"); // replace
    await requireWhole();
    await put("b", "Carl came. @ Carl"); // delta
    await requireWhole();
    await reprocess(said.engine.ctx, said.bank, "a");
    await said.engine.idle();
    await requireWhole();
    expect(await entities()).toEqual(["Ann 1", "Bob 1", "Carl 1", "Delft 1", "Eve 1", "topic:work 1"]);
    await forget("a");
    await requireWhole();
    expect(await entities()).toEqual(["Carl 1", "Eve 1"]);
    await put("d", "Carl came. @ Carl");
    await said.engine.db.transaction((tx) => forgetKind(tx, said.bank, "world", NOT_LEARNING));
    await requireWhole();
    expect(await entities()).toEqual([]);
    await put("d", "Carl came again. @ Carl");
    await said.engine.db.transaction((tx) => forgetEverything(tx, said.bank));
    await requireWhole();
    const rows = await everyRow(said.engine.db, said.bank.key);
    for (const table of ["memory", "memory_source", "memory_entity", "entity", "posting", "link", "chunk", "document"])
      expect(rows[table], table).toEqual([]);
  });

  test("writers of one fact at once make one memory", async () => {
    await freshBank();
    await Promise.all(Array.from({ length: 6 }, (_, at) => put(`d${at}`, "Ann moved. @ Ann")));
    const { id } = await only();
    expect((await sourcesOf(id)).sort()).toEqual(["d0", "d1", "d2", "d3", "d4", "d5"]);
    await Promise.all(Array.from({ length: 5 }, (_, at) => forget(`d${at}`)));
    expect(await only()).toMatchObject({ id, document_id: "d5" });
    await requireWhole();
  });

  test("a text in which the model finds nothing is an empty outcome, not a failure", async () => {
    await freshBank();
    const receipt = await put("a", "@ \n.");
    expect(receipt).toMatchObject({ stored: 0, items: [{ outcome: "empty", memoryIds: [] }] });
    expect(await said.engine.count(said.bank, "document")).toBe(1);
  });
});
