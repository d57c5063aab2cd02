// Banks in which facts are said more than once, read by a scripted model from lines like `text @ entity, entity # label ~ 2024-05-03 < 0`.
// In: a database engine. Out: an engine for the tests of a `describe`, opened before the first and closed behind the last, and what they ask of the last bank.

import { afterAll, beforeAll, expect } from "vitest";
import type { RetainItem } from "../../src/domain/requests.js";
import type { BankScope } from "../../src/domain/scope.js";
import { forgetDocument } from "../../src/forget/index.js";
import { changingMemories } from "../../src/resources/writing.js";
import { updateBank } from "../../src/store/banks/update-bank.js";
import { sql } from "../../src/store/db.js";
import { getMemory } from "../../src/store/memories/get-memory.js";
import type { TestDatabase } from "../support/database.js";
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

export interface Said {
  readonly engine: TestEngine;
  /** The bank that was made last. */
  readonly bank: BankScope;
}

export function sayingAgain(database: TestDatabase) {
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

  const said: Said = {
    get engine() {
      return engine;
    },
    get bank() {
      return bank;
    },
  };
  return { said, encoder, models, freshBank, put, texts, only, shown, sourcesOf, forget, entities, links, requireWhole };
}
