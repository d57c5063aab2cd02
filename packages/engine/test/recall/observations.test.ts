import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { makeObservation } from "../support/observation.js";
import { type AskedBank, bankOf } from "./bank-of.js";

const FACTS = ["Ann bought running shoes on Monday.", "Ann ran ten kilometres on Tuesday.", "Ann joined a running club."];
const BELIEF = "Running has become a habit in her life.";

/** Consolidation makes observations; here one is made of a fact by hand, so that recall is tested alone. */
async function withObservation(
  engine: TestEngine,
): Promise<{ readonly bank: AskedBank; readonly ids: readonly string[]; readonly belief: string }> {
  const bank = await bankOf(engine, [...FACTS, BELIEF]);
  const rows = await engine.memories(bank.scope);
  const ids = FACTS.map((text) => rows.find((row) => row.text === text)!.id);
  const belief = rows.find((row) => row.text === BELIEF)!.id;
  await makeObservation(engine.db, bank.scope, belief, ids.slice(0, 2));
  return { bank, ids, belief };
}

describe.each(DATABASES)("observations on $name", (database) => {
  let engine: TestEngine;
  let made: Awaited<ReturnType<typeof withObservation>>;
  beforeAll(async () => {
    engine = await openEngine(database);
    made = await withObservation(engine);
  });
  afterAll(() => engine.close());

  const QUESTION = "How did running become a habit for Ann?";

  test("never take a place beside a fact that they stand on: the better one stays, or the observation where it is preferred", async () => {
    const plain = await made.bank.recall(QUESTION, { trace: true });
    const shown = plain.results.map(({ text }) => text);
    const evidence = FACTS.slice(0, 2);
    expect(shown).toContain(FACTS[2]);
    expect(shown.includes(BELIEF)).toBe(!evidence.some((fact) => shown.includes(fact)));
    const { pruned } = plain.trace as { readonly pruned: readonly { readonly node_id: string; readonly reason: string }[] };
    expect(pruned.filter(({ reason }) => reason === "evidence").length).toBeGreaterThan(0);
    const preferred = await made.bank.texts(QUESTION, { preferObservations: true });
    expect([...preferred].sort()).toEqual([BELIEF, FACTS[2]].sort());
    const facts = await made.bank.texts(QUESTION, { types: ["world", "experience"] });
    expect(facts).toEqual(expect.arrayContaining([...FACTS]));
  });

  test("name their sources and inherit their entities", async () => {
    const { results, entities } = await made.bank.recall(QUESTION);
    const observation = results.find(({ id }) => id === made.belief);
    expect(observation).toMatchObject({ kind: "observation", sourceFactIds: made.ids.slice(0, 2), chunkId: null });
    expect(observation?.entities).toContain("Ann");
    expect(entities?.Ann).toBeDefined();
    expect(results.find(({ id }) => id === made.ids[2])?.sourceFactIds).toBeNull();
  });

  test("bring their source facts within a budget; one that does not fit is skipped", async () => {
    const facts = async (sourceFacts: { maxTokens?: number; maxTokensPerObservation?: number }) => {
      const { sourceFacts: found, sourceFactsTruncated } = await made.bank.recall(QUESTION, { include: { sourceFacts } });
      return [Object.keys(found ?? {}), sourceFactsTruncated];
    };
    const both = [...made.ids.slice(0, 2)];
    expect(await facts({})).toEqual([both, false]);
    expect(await facts({ maxTokens: 0 })).toEqual([[], true]);
    expect(await facts({ maxTokens: -1 })).toEqual([both, false]);
    expect(await facts({ maxTokens: 0, maxTokensPerObservation: 100 })).toEqual([both, false]);
    expect(await facts({ maxTokensPerObservation: 0 })).toEqual([[], true]);
    expect((await made.bank.recall(QUESTION)).sourceFacts).toBeNull();
  });

  test("leave behind what was mentioned before, also where that became their evidence last", async () => {
    const [old, now] = ["Tom's address is tom@old.example.", "Tom's address is tom@new.example now."];
    const belief = "The address of Tom is tom@new.example, where it was tom@old.example before that.";
    const said = (content: string, timestamp: string, tags = ["shown"]) => ({ content, timestamp, tags, documentId: content });
    const bank = await bankOf(engine, [said(now, "2026-04-01T10:00:00Z", []), said(belief, "2026-04-01T10:00:00Z")]);
    await bank.retain([said(old, "2026-01-01T10:00:00Z")]); // an old mail, read in later
    const rows = await engine.memories(bank.scope);
    const idOf = (text: string): string => rows.find((row) => row.text === text)?.id ?? "";
    const ask = () => bank.texts("What is Tom's address?", { tags: ["shown"], tagsMatch: "any_strict" });
    expect(await ask()).toEqual([old, belief]); // control: the old one is found first
    for (const fact of [now, old]) await makeObservation(engine.db, bank.scope, idOf(belief), [idOf(fact)]);
    expect(await ask()).toEqual([belief]);
  });

  test("stand for the chunks of their sources", async () => {
    const { chunks, results } = await made.bank.recall(QUESTION, { types: ["observation"], include: { chunks: {} } });
    expect(results.map(({ text }) => text)).toEqual([BELIEF]);
    expect(Object.values(chunks ?? {}).map(({ text }) => text)).toEqual(FACTS.slice(0, 2));
  });
});
