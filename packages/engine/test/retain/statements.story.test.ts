// Stories of facts that are said more than once: one memory with all its sources, whatever becomes of the documents.

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bankDirectory } from "../../src/banks/index.js";
import type { RetainItem } from "../../src/domain/requests.js";
import type { BankScope } from "../../src/domain/scope.js";
import { statementForm } from "../../src/domain/text/statement-form.js";
import { forgetDocument, forgetEverything, forgetKind } from "../../src/forget/index.js";
import { documentResource } from "../../src/resources/documents.js";
import { changingMemories } from "../../src/resources/writing.js";
import { reprocess } from "../../src/retain/index.js";
import { updateBank } from "../../src/store/banks/update-bank.js";
import { sql } from "../../src/store/db.js";
import { getDocument } from "../../src/store/documents/get-document.js";
import { getMemory } from "../../src/store/memories/get-memory.js";
import { listMemories } from "../../src/store/memories/list-memories.js";
import { DATABASES } from "../support/database.js";
import { everyRow } from "../support/filled-bank.js";
import { NOT_LEARNING } from "../support/forgetting.js";
import { contentOf, scriptedModels } from "../support/scripted-models.js";
import { openEngine, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

/** What a line of a document stands for: `text @ entity, entity # label ~ 2024-05-03 < 0`; cause by place. Every document is one chunk. */
function fact(line: string): Record<string, unknown> {
  const [, what = "", entities = "", label = "", day = "", cause = ""] =
    /^([^@#~<]*)(?:@([^#~<]*))?(?:#([^~<]*))?(?:~([^<]*))?(?:<(.*))?$/u.exec(line) ?? [];
  const causes = cause.trim() === "" ? null : [{ target_index: Number(cause), relation_type: "caused_by" }];
  return {
    what: what.trim(),
    when: "N/A",
    where: "N/A",
    who: "N/A",
    why: "N/A",
    fact_type: "world",
    fact_kind: day === "" ? "conversation" : "event",
    occurred_start: day === "" ? null : `${day.trim()}T00:00:00Z`,
    entities: entities.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()])),
    causal_relations: causes,
    ...(label.trim() === "" ? {} : { labels: { topic: label.trim() } }),
  };
}

const LABELS = [
  {
    key: "topic",
    description: "",
    type: "value",
    tag: true,
    optional: true,
    values: [
      { value: "work", description: "" },
      { value: "home", description: "" },
    ],
  },
];

describe.each(DATABASES)("facts that are said again on $name", (database) => {
  let engine: TestEngine;
  let bank: BankScope;
  let banks = 0;
  const encoder = wordEncoder();
  const models = scriptedModels((request) => ({
    facts: contentOf(request)
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map(fact),
  }));
  beforeAll(async () => {
    engine = await openEngine(database, { encoder, models });
  });
  afterAll(() => engine.close());

  const freshBank = async (set: Readonly<Record<string, unknown>> = {}): Promise<BankScope> => {
    bank = await engine.bank(`statements-${banks++}`);
    await updateBank(engine.db, bank, { name: null, set: { entity_labels: LABELS, ...set }, clear: [] });
    return bank;
  };
  const put = async (documentId: string, content: string, more: Partial<RetainItem> = {}) =>
    (await engine.retain(bank, [{ content, documentId, timestamp: "2024-05-07T10:00:00Z", ...more }])).receipt;
  const texts = async () => (await engine.memories(bank)).map(({ text }) => text);
  const only = async () => {
    const [memory, ...others] = await engine.memories(bank);
    expect(others).toEqual([]);
    if (memory === undefined) throw new Error("the bank is empty");
    return memory;
  };
  const shown = async (id: string) => {
    const memory = await getMemory(engine.db, bank, id);
    if (memory === null) throw new Error("no such memory");
    return memory;
  };
  const sourcesOf = async (id: string) => (await shown(id)).sources.map(({ documentId }) => documentId);
  const forget = (documentId: string) => changingMemories(engine.db, bank, (tx) => forgetDocument(tx, bank, documentId, NOT_LEARNING));
  const entities = async () =>
    (
      await engine.db.query<{ name: string; mentions: number }>(
        sql`SELECT canonical_name AS name, mention_count AS mentions FROM entity WHERE bank_id = ${bank.key} ORDER BY canonical_name COLLATE "C"`,
      )
    ).rows.map(({ name, mentions }) => `${name} ${mentions}`);
  const links = async () =>
    (
      await engine.db.query<{ row: string }>(sql`
        SELECT f.text || ' ' || l.kind || ' ' || t.text || ' ' || l.weight AS row FROM link AS l
        JOIN memory AS f ON f.bank_id = l.bank_id AND f.memory_no = l.from_no JOIN memory AS t ON t.bank_id = l.bank_id AND t.memory_no = l.to_no
        WHERE l.bank_id = ${bank.key} ORDER BY 1`)
    ).rows.map(({ row }) => row);
  /** Everything that may dangle does not, and every sum is what it sums. */
  const requireWhole = async (): Promise<void> => {
    const { rows } = await engine.db.query<{ wrong: string }>(sql`
      SELECT 'entity without mention ' || e.canonical_name AS wrong FROM entity AS e WHERE e.bank_id = ${bank.key}
        AND e.mention_count <> (SELECT count(*) FROM memory_entity AS x JOIN memory AS m ON m.bank_id = x.bank_id AND m.memory_no = x.memory_no
          WHERE x.bank_id = e.bank_id AND x.entity_id = e.id)
      UNION ALL SELECT 'entity of nobody ' || e.canonical_name FROM entity AS e WHERE e.bank_id = ${bank.key} AND e.mention_count = 0
      UNION ALL SELECT 'mention of nothing' FROM memory_entity AS x WHERE x.bank_id = ${bank.key}
        AND (NOT EXISTS (SELECT FROM entity AS e WHERE e.bank_id = x.bank_id AND e.id = x.entity_id)
          OR NOT EXISTS (SELECT FROM memory AS m WHERE m.bank_id = x.bank_id AND m.memory_no = x.memory_no))
      UNION ALL SELECT 'home is no source of ' || m.text FROM memory AS m WHERE m.bank_id = ${bank.key}
        AND EXISTS (SELECT FROM memory_source AS s WHERE s.bank_id = m.bank_id AND s.memory_no = m.memory_no)
        AND NOT EXISTS (SELECT FROM memory_source AS s WHERE s.bank_id = m.bank_id AND s.memory_no = m.memory_no
          AND s.document_id = m.document_id AND s.chunk_index = m.chunk_index)
      UNION ALL SELECT 'one source of ' || s.memory_no FROM memory_source AS s WHERE s.bank_id = ${bank.key} GROUP BY s.memory_no HAVING count(*) = 1
      UNION ALL SELECT 'source in no chunk of ' || s.document_id FROM memory_source AS s WHERE s.bank_id = ${bank.key} AND NOT EXISTS (
        SELECT FROM chunk AS c WHERE c.bank_id = s.bank_id AND c.document_id = s.document_id AND c.chunk_index = s.chunk_index)
      UNION ALL SELECT 'posting of nothing ' || p.term FROM posting AS p WHERE p.bank_id = ${bank.key} AND NOT EXISTS (
        SELECT FROM memory AS m WHERE m.bank_id = p.bank_id AND m.memory_no = p.memory_no AND p.term = ANY(m.terms))
      UNION ALL SELECT 'not posted ' || t.term FROM memory AS m CROSS JOIN LATERAL unnest(m.terms) AS t(term) WHERE m.bank_id = ${bank.key} AND NOT EXISTS (
        SELECT FROM posting AS p WHERE p.bank_id = m.bank_id AND p.memory_no = m.memory_no AND p.term = t.term)`);
    expect(rows).toEqual([]);
  };

  test("a fact of two documents is one memory with both sources, and the receipt and the memory say so", async () => {
    await freshBank();
    const first = await put("a", "Ann moved to Delft. @ Ann, Delft", { timestamp: "2024-05-01T10:00:00Z" });
    const second = await put("b", "ann moved to  Delft @ Ann", { timestamp: "2024-06-01T10:00:00Z" });
    const memory = await only();
    expect(memory).toMatchObject({ document_id: "a", text: "Ann moved to Delft.", run_no: null, position: null });
    expect(first).toMatchObject({ stored: 1, collapsed: 0, items: [{ collapsedInto: [] }] });
    expect(second).toMatchObject({ stored: 0, collapsed: 1 });
    expect(second?.items[0]).toMatchObject({ outcome: "collapsed", documentId: "b", memoryIds: [memory.id], collapsedInto: [memory.id] });
    const { sources, mentionedAt, proofCount } = await shown(memory.id);
    expect(sources).toEqual([
      { documentId: "a", chunkId: `${bank.bankId}_a_0`, mentionedAt: new Date("2024-05-01T10:00:00Z") },
      { documentId: "b", chunkId: `${bank.bankId}_b_0`, mentionedAt: new Date("2024-06-01T10:00:00Z") },
    ]);
    expect([mentionedAt, proofCount]).toEqual([new Date("2024-05-01T10:00:00Z"), 1]);
    expect(memory.last_mentioned_at).toEqual(new Date("2024-06-01T10:00:00Z")); // of two that say otherwise, the newer holds
    expect(await entities()).toEqual(["Ann 1", "Delft 1"]);
    await put("c", "Ann left Delft. @ Ann, Delft");
    expect(await engine.count(bank, "memory")).toBe(2); // control: something else is something else
    expect(await sourcesOf(memory.id)).toEqual(["a", "b"]);
    await requireWhole();
  });

  test.each([
    ["a negation", "Ann has not moved to Delft", "Ann has moved to Delft", {}, {}],
    ["a number", "Room 12 is free", "Room 13 is free", {}, {}],
    ["a name", "Maria called", "Mario called", {}, {}],
    ["the day on which it happened", "Ann moved ~ 2024-05-03", "Ann moved ~ 2024-05-04", {}, {}],
    ["whether the day is known", "Ann moved ~ 2024-05-03", "Ann moved", {}, {}],
    ["a label that is a tag", "Ann moved # work", "Ann moved # home", {}, {}],
    ["the tags", "Ann moved", "Ann moved", { tags: ["x"] }, { tags: ["y"] }],
    ["the observation scopes", "Ann moved", "Ann moved", { observationScopes: "shared" }, {}],
  ] as const)("what differs in %s is another memory", async (_, one, other, as, asOther) => {
    await freshBank();
    await put("a", one, as);
    await put("b", other, asOther);
    expect(await engine.count(bank, "memory")).toBe(2);
    await put("c", other, asOther);
    expect(await engine.count(bank, "memory")).toBe(2); // control: the same again is not
  });

  test("context and metadata may differ, and each source keeps its own", async () => {
    await freshBank();
    await put("a", "Ann moved.", { context: "secret talks", metadata: { source: "mail" } });
    await put("b", "Ann moved.", { context: "team chat", metadata: { source: "chat" } });
    expect(await only()).toMatchObject({ document_id: "a", context: "secret talks", metadata: { source: "mail" } });
    await forget("a");
    expect(await only()).toMatchObject({ document_id: "b", context: "team chat", metadata: { source: "chat" } });
    await requireWhole();
  });

  test("a fact that is said twice in a document, in one chunk or in two, is one memory", async () => {
    await freshBank({ retain_chunk_size: 600 });
    const filler = (name: string) => Array.from({ length: 12 }, (_, at) => `${name} said word number ${at} of the day`).join("\n");
    const receipt = await put("a", `Ann moved.\nAnn moved!\n${filler("Bob")}\n\nAnn moved.\n${filler("Eve")}`);
    const all = await engine.memories(bank);
    const moved = all.filter(({ text }) => text.startsWith("Ann moved"));
    expect(moved).toHaveLength(1);
    expect(all).toHaveLength(25);
    expect(receipt).toMatchObject({ stored: 25, collapsed: 2 });
    expect(new Set((await shown(moved[0]?.id ?? "")).sources.map(({ chunkId }) => chunkId)).size).toBe(2);
    expect((await getDocument(engine.db, bank, "a"))?.memoryCount).toBe(25);
    await requireWhole();
    await put("a", `Ann moved.\n${filler("Bob")}`); // the second place is gone, the first is read anew
    expect((await engine.memories(bank)).filter(({ text }) => text.startsWith("Ann moved"))).toHaveLength(1);
    await requireWhole();
  });

  test("a memory outlives the document that it came from, in the words of the one that is left, and goes with the last", async () => {
    await freshBank();
    await put("a", "Ann is living in Delft. @ Ann, Xenia", { context: "kitchen", timestamp: "2024-05-01T10:00:00Z" });
    await put("b", "Ann lives in Delft. @ Ann, Yoko", { timestamp: "2024-06-01T10:00:00Z" });
    const { id } = await only();
    await engine.idle();
    expect(await entities()).toEqual(["Ann 1", "Xenia 1", "Yoko 1"]);
    const forgotten = await forget("a");
    expect(forgotten).toMatchObject({ memories: 0 });
    expect(await only()).toMatchObject({
      id,
      document_id: "b",
      text: "Ann lives in Delft.",
      context: null,
      mentioned_at: new Date("2024-06-01T10:00:00Z"),
    });
    expect(await entities()).toEqual(["Ann 1", "Yoko 1"]);
    const rows = Object.values(await everyRow(engine.db, bank.key))
      .flat()
      .filter((row) => !row.includes("retain")) // operations and traces are not the document's
      .join("\n");
    expect(rows).not.toMatch(/living|kitchen|Xenia/u);
    expect(rows).toMatch(/lives/u); // control
    await requireWhole();
    await engine.idle();
    expect(await engine.count(bank, "memory_vector")).toBe(1);
    expect(await sourcesOf(id)).toEqual(["b"]);
    expect(await forget("b")).toMatchObject({ memories: 1 });
    expect(await engine.count(bank, "memory")).toBe(0);
    expect(await entities()).toEqual([]);
    await requireWhole();
  });

  test("a vector that is on its way when the wording changes is not taken for the new one's", async () => {
    await freshBank();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { embedPassages } = encoder;
    const asked = new Promise<void>((resolve) => {
      encoder.embedPassages = async (all) => {
        resolve();
        await gate;
        return embedPassages(all);
      };
    });
    try {
      await engine.retain(bank, [{ content: "Ann is living in Delft.", documentId: "a" }], { async: true });
      await engine.operations?.idle();
      await engine.retain(bank, [{ content: "Ann lives in Delft.", documentId: "b" }], { async: true });
      await engine.operations?.idle();
      await asked;
      await forget("a");
      expect((await only()).text).toBe("Ann lives in Delft."); // control: it has the other wording now
    } finally {
      encoder.embedPassages = embedPassages;
      open();
    }
    await engine.idle();
    const { rows } = await engine.db.query<{ cosine: number }>(sql`
      SELECT 1 - (embedding <=> ${JSON.stringify([...((await embedPassages(["Ann lives in Delft."]))[0] ?? [])])}::vector) AS cosine
      FROM memory_vector WHERE bank_id = ${bank.key}`);
    expect(rows.map(({ cosine }) => Number(cosine.toFixed(4)))).toEqual([1]);
  });

  test("deleting a further source leaves the memory at home", async () => {
    await freshBank();
    await put("a", "Ann moved. @ Ann");
    await put("b", "Ann moved. @ Ann, Zoe");
    await put("c", "Ann moved. @ Ann");
    const { id } = await only();
    await forget("b");
    expect(await sourcesOf(id)).toEqual(["a", "c"]);
    expect(await entities()).toEqual(["Ann 1"]);
    await forget("c");
    expect(await only()).toMatchObject({ id, document_id: "a" });
    expect(await sourcesOf(id)).toEqual(["a"]);
    await requireWhole();
  });

  test("documents count and list the memories that they state, wherever these are at home", async () => {
    await freshBank();
    await put("a", "Ann moved.\nBob stayed.");
    await put("b", "Ann moved.\nCarl came.");
    const of = async (documentId: string) =>
      (await listMemories(engine.db, bank, { documentId, limit: 10, offset: 0 })).map(({ text }) => text).sort();
    expect(await of("a")).toEqual(["Ann moved.", "Bob stayed."]);
    expect(await of("b")).toEqual(["Ann moved.", "Carl came."]);
    expect(await getDocument(engine.db, bank, "b")).toMatchObject({ memoryCount: 2, nodesByKind: { world: 2 } });
    expect(await getDocument(engine.db, bank, "a")).toMatchObject({ memoryCount: 2, nodesByKind: { world: 2 } });
    expect(await engine.count(bank, "memory")).toBe(3); // control: none is counted into another
  });

  test("a document that is sent again finds what it states, at home and elsewhere, and pays for nothing", async () => {
    await freshBank();
    await put("a", "Ann moved.");
    await put("b", "Ann moved.\nCarl came.");
    const before = await engine.memories(bank);
    const calls = models.requests.length;
    for (const id of ["b", "a", "b"]) await put(id, id === "a" ? "Ann moved." : "Ann moved.\nCarl came.", { metadata: { v: "2" } });
    expect(models.requests.length).toBe(calls);
    expect((await engine.memories(bank)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const moved = before[0]?.id ?? "";
    expect(await sourcesOf(moved)).toEqual(["a", "b"]);
    await requireWhole();
    await forget("a");
    expect((await shown(moved)).metadata).toEqual({ v: "2" }); // what "b" last said of it
    await requireWhole();
  });

  test("a new version that does not state the fact any more is no source of it", async () => {
    await freshBank();
    await put("a", "Ann moved. @ Ann");
    await put("b", "Ann moved. @ Ann\nCarl came. @ Carl");
    const moved = (await engine.memories(bank))[0]?.id ?? "";
    await put("b", "Carl came. @ Carl\nDora left. @ Dora");
    expect(await sourcesOf(moved)).toEqual(["a"]);
    await requireWhole();
    await put("b", "Ann moved! @ Ann");
    expect(await sourcesOf(moved)).toEqual(["a", "b"]);
    await put("a", "Something else.");
    expect(await shown(moved)).toMatchObject({ documentId: "b", text: "Ann moved!" });
    expect(await texts()).toEqual(["Ann moved!", "Something else."]);
    expect(await entities()).toEqual(["Ann 1"]);
    await requireWhole();
  });

  test("a chunk that moves takes its source along", async () => {
    await freshBank({ retain_chunk_size: 600 });
    const page = (name: string) => Array.from({ length: 12 }, (_, at) => `${name} said word number ${at} of the day`).join("\n");
    await put("a", "Ann moved.");
    await put("b", `${page("Bob")}\n\nAnn moved.\n${page("Eve")}`);
    const moved = (await engine.memories(bank))[0]?.id ?? "";
    expect((await shown(moved)).sources.map(({ chunkId }) => chunkId)).toEqual([`${bank.bankId}_a_0`, `${bank.bankId}_b_1`]);
    await put("b", `Ann moved.\n${page("Eve")}`);
    expect((await shown(moved)).sources.map(({ chunkId }) => chunkId)).toEqual([`${bank.bankId}_a_0`, `${bank.bankId}_b_0`]);
    await requireWhole();
  });

  test("tags part what several documents state: who may see one does not see the other", async () => {
    await freshBank();
    await put("a", "Ann moved. # work", { tags: ["red"] });
    await put("b", "Ann moved. # work", { tags: ["red"] });
    expect((await only()).tags).toEqual(["red", "topic:work"]);
    const receipt = await put("b", "Ann moved. # work", { tags: ["blue"] });
    expect(receipt?.items[0]?.memoryIds).toEqual([(await engine.memories(bank))[1]?.id]); // its own, not the one that it shared
    const parted = (await engine.memories(bank)).map(({ document_id, tags, text }) => [document_id, ...[...tags].sort(), text]);
    expect(parted).toEqual([
      ["a", "red", "topic:work", "Ann moved."],
      ["b", "blue", "topic:work", "Ann moved."],
    ]);
    await requireWhole();
    await engine.idle();
    expect(await engine.count(bank, "memory_vector")).toBe(2);
    await put("c", "Ann moved. # work", { tags: ["blue"] });
    expect(await engine.count(bank, "memory")).toBe(2); // control: equal tags still collapse
    await requireWhole();
  });

  test("a document that is tagged anew takes its part of what others state too", async () => {
    await freshBank();
    await put("a", "Ann moved. @ Ann\nIt rained. < 0", { tags: ["red"] });
    await put("b", "Ann moves... @ Ann\nAnn moved! @ Ann, Bob", { tags: ["red"] });
    await put("c", "Ann moved; @ Ann", { tags: ["red"] });
    const banks = bankDirectory(engine.db, engine.tenant);
    const documents = documentResource({
      db: engine.db,
      tenant: engine.tenant,
      banks,
      defaults: engine.ctx.settings.bank,
      engine: engine.ctx,
    });
    await documents.update(bank.bankId, "a", { tags: ["blue"] });
    const tagged = async () =>
      (await engine.memories(bank)).map(({ document_id, text, tags }) => `${document_id} ${text} ${tags.join()}`).sort();
    expect(await tagged()).toEqual(["a Ann moved. blue", "a It rained. blue", "b Ann moved! red", "b Ann moves... red"]);
    const shared = (await engine.memories(bank)).find(({ text }) => text === "Ann moved!");
    expect(await sourcesOf(shared?.id ?? "")).toEqual(["b", "c"]);
    expect(await entities()).toEqual(["Ann 3", "Bob 1"]);
    await requireWhole();
    await documents.update(bank.bankId, "c", { observationScopes: "shared" });
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
      const found = await listMemories(engine.db, bank, { documentId, limit: 100, offset: 0 });
      expect(found.map(({ text, tags }) => `${normal(text)} ${tags.join()}`).sort(), documentId).toEqual([...expected].sort());
      for (const one of expected) all.add(one);
    }
    expect(await engine.count(bank, "memory")).toBe(all.size);
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
    await reprocess(engine.ctx, bank, "a");
    await engine.idle();
    await requireWhole();
    expect(await entities()).toEqual(["Ann 1", "Bob 1", "Carl 1", "Delft 1", "Eve 1", "topic:work 1"]);
    await forget("a");
    await requireWhole();
    expect(await entities()).toEqual(["Carl 1", "Eve 1"]);
    await put("d", "Carl came. @ Carl");
    await engine.db.transaction((tx) => forgetKind(tx, bank, "world", NOT_LEARNING));
    await requireWhole();
    expect(await entities()).toEqual([]);
    await put("d", "Carl came again. @ Carl");
    await engine.db.transaction((tx) => forgetEverything(tx, bank));
    await requireWhole();
    const rows = await everyRow(engine.db, bank.key);
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
    expect(await engine.count(bank, "document")).toBe(1);
  });
});
