import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openOrCreateBank } from "../../src/banks/index.js";
import { type BankScope, tenantScope } from "../../src/domain/scope.js";
import { readSearchState } from "../../src/store/banks/read-search-state.js";
import type { Database, Db, Statement } from "../../src/store/db.js";
import { sql } from "../../src/store/db.js";
import { memoryFilter } from "../../src/store/filters/memory-filter.js";
import { findLinked } from "../../src/store/links/find-linked.js";
import { countAllowed } from "../../src/store/memories/count-allowed.js";
import { findAllowed } from "../../src/store/memories/find-allowed.js";
import { findInWindow } from "../../src/store/memories/find-in-window.js";
import { loadCandidates } from "../../src/store/memories/load-candidates.js";
import { measureMemories } from "../../src/store/memories/measure-memories.js";
import { findRelated } from "../../src/store/mentions/find-related.js";
import { countPostings } from "../../src/store/postings/count-postings.js";
import { readPostings } from "../../src/store/postings/read-postings.js";
import { createTagIndex } from "../../src/store/tags/create-tag-index.js";
import { createVectorIndex } from "../../src/store/vectors/create-vector-index.js";
import { ensureModel } from "../../src/store/vectors/ensure-model.js";
import { nearestMemories } from "../../src/store/vectors/nearest-memories.js";
import { DATABASES } from "../support/database.js";

const postgres = DATABASES.filter(({ name }) => name === "postgres");
const SIZE = 4_000;
const DIMENSION = 256;
const tenant = tenantScope("default");

/** The nodes of a plan, `Index Scan memory_pkey` or `Seq Scan memory`. */
type Plan = readonly string[];

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly Plans?: readonly Node[];
}

const nodesOf = (node: Node): Plan => [
  `${node["Node Type"]} ${node["Index Name"] ?? node["Relation Name"] ?? ""}`.trim(),
  ...(node.Plans ?? []).flatMap(nodesOf),
];

/** The same database, which notes how each query would be done before it does it. */
function explaining(db: Database, plans: Plan[]): Database {
  const on = (inner: Db): Db => ({
    async query<Row>(statement: Statement) {
      const { rows } = await inner.query<{ "QUERY PLAN": readonly { readonly Plan: Node }[] }>({
        ...statement,
        text: `EXPLAIN (FORMAT JSON) ${statement.text}`,
      });
      plans.push(nodesOf(rows[0]!["QUERY PLAN"][0]!.Plan));
      return inner.query<Row>(statement);
    },
  });
  return { ...db, capabilities: db.capabilities, ...on(db), transaction: (work) => db.transaction((tx) => work(on(tx))) };
}

/** Memories with two words each that all have, one that a hundredth has and one of their own; tags likewise; an hour apart. By SQL, as fast as it goes. */
async function fill(db: Database, bank: BankScope, size: number, modelId: number): Promise<void> {
  await db.query(sql`
    INSERT INTO memory (bank_id, memory_no, id, kind, text, text_hash, tags, terms, term_count, mentioned_at, occurred_start, occurred_end)
    SELECT ${bank.key}, n, gen_random_uuid(), 'world', 'text ' || n, sha256(convert_to(n::text, 'UTF8')),
      CASE WHEN n % 1000 = 0 THEN '{rare}'::text[] WHEN n % 2 = 0 THEN '{half}' ELSE '{other}' END, ARRAY['all', 'every', 'word' || n], 3,
      timestamptz '2024-01-01' + n * interval '1 hour', timestamptz '2024-01-01' + n * interval '1 hour',
      timestamptz '2024-01-01' + n * interval '1 hour' + CASE WHEN n % 100 = 0 THEN interval '40 days' ELSE interval '1 hour' END
    FROM generate_series(1, ${size}::integer) AS n`);
  await db.query(sql`
    INSERT INTO posting (bank_id, term, memory_no, frequency, term_count)
    SELECT m.bank_id, term, m.memory_no, 1, 3 FROM memory m CROSS JOIN unnest(m.terms) AS term WHERE m.bank_id = ${bank.key} ORDER BY 2, 3`);
  await db.query(sql`
    INSERT INTO memory_vector (bank_id, memory_no, model_id, embedding)
    SELECT ${bank.key}, n, ${modelId}, l2_normalize((SELECT array_agg(random() - 0.5) FROM generate_series(1, ${DIMENSION}::integer + n * 0))::vector)
    FROM generate_series(1, ${size}::integer) AS n`);
  await db.query(sql`
    INSERT INTO memory_entity (bank_id, memory_no, entity_id)
    SELECT ${bank.key}, n, ('00000000-0000-4000-8000-' || lpad((n % 500)::text, 12, '0'))::uuid FROM generate_series(1, ${size}::integer) AS n`);
  await db.query(sql`
    INSERT INTO entity (bank_id, id, canonical_name, name_key, kind)
    SELECT ${bank.key}, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Name ' || n, 'name ' || n, 'PERSON' FROM generate_series(0, ${size}::integer) AS n`);
  await db.query(sql`
    INSERT INTO link (bank_id, from_no, to_no, kind, weight)
    SELECT ${bank.key}, n, n + 1, 'semantic', 0.5 FROM generate_series(1, ${size - 1}::integer) AS n`);
  await db.query(sql`UPDATE bank SET next_memory_no = ${size + 1} WHERE bank_id = ${bank.key}`);
}

const TABLES = ["memory", "memory_vector", "posting", "memory_entity", "link", "entity"];

describe.each(postgres)("the plans of recall's statements on $name", ({ open }) => {
  let db: Database;
  let bank: BankScope;
  let modelId: number;
  const vector = Float32Array.from({ length: DIMENSION }, (_, i) => Math.sin(i));

  beforeAll(async () => {
    db = await open();
    // What the planner knows is what each test lets it know.
    for (const table of TABLES) await db.script(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    modelId = await ensureModel(db, tenant, { name: "made", dimension: DIMENSION });
    const first = await openOrCreateBank(db, tenant, "first");
    await fill(db, first, 50, modelId);
    for (const table of TABLES) await db.script(`ANALYZE ${table}`);
    bank = await openOrCreateBank(db, tenant, "large");
    await fill(db, bank, SIZE, modelId);
    await createTagIndex(db, bank);
    await createVectorIndex(db, bank, { modelId, dimension: DIMENSION, vectors: SIZE });
  }, 240_000);
  afterAll(() => db.close());

  /** Runs a statement, and returns the plans of its queries: the last is that of what it is about. */
  async function plansOf(run: (db: Database) => Promise<unknown>): Promise<readonly Plan[]> {
    const plans: Plan[] = [];
    await run(explaining(db, plans));
    for (const plan of plans) for (const table of TABLES) expect(plan).not.toContain(`Seq Scan ${table}`);
    return plans;
  }
  const planOf = async (run: (db: Database) => Promise<unknown>): Promise<Plan> => (await plansOf(run)).at(-1) ?? [];

  async function allAreLookups(): Promise<void> {
    const search = { modelId, vector, limit: 100, memories: SIZE, filter: null, index: "halfvec" } as const;
    const comparison = { modelId, vector };
    const rare = memoryFilter({ tags: ["rare"], tagsMatch: "any_strict" });
    const half = memoryFilter({ tags: ["half"], tagsMatch: "any_strict" });
    const graph = `memory_vector_hnsw_${bank.key}_${modelId}_half`;
    const numbers = Array.from({ length: 300 }, (_, i) => 1 + i * 13);

    expect(await planOf((on) => readSearchState(on, bank, "made"))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Index (Only )?Scan entity_by_reading$/)]),
    );
    expect(await planOf((on) => nearestMemories(on, bank, search))).toEqual(["Limit", `Index Scan ${graph}`]);
    expect(await planOf((on) => nearestMemories(on, bank, { ...search, filter: half }))).toEqual(
      expect.arrayContaining([`Index Scan ${graph}`, "Index Scan memory_pkey"]),
    );
    expect(await planOf((on) => nearestMemories(on, bank, { ...search, among: numbers }))).toContain("Index Scan memory_vector_pkey");
    expect(await planOf((on) => findAllowed(on, bank, rare, 1_000))).toContain(`Bitmap Index Scan memory_tags_${bank.key}`);
    expect(await planOf((on) => countAllowed(on, bank, half, numbers))).toContain("Index Scan memory_pkey");
    expect(await planOf((on) => countPostings(on, bank, ["all", "word7"], 500))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Index (Only )?Scan posting_pkey$/)]),
    );
    expect(await planOf((on) => readPostings(on, bank, ["all", "word7"], { limit: 500, filter: half }))).toContain(
      "Index Scan posting_pkey",
    );
    expect(await planOf((on) => readPostings(on, bank, ["all"], { limit: 500, filter: null, among: numbers }))).toContain(
      "Index Scan posting_pkey",
    );
    expect(await planOf((on) => measureMemories(on, bank, 100_000))).toContain("Index Scan memory_pkey");
    const window = { start: new Date("2024-03-01"), end: new Date("2024-03-02"), limit: 100, comparison, filter: sql`TRUE` };
    const dated = await planOf((on) => findInWindow(on, bank, window));
    for (const index of ["memory_by_mention", "memory_by_event", "memory_by_long_event"]) {
      expect(dated).toEqual(expect.arrayContaining([expect.stringMatching(new RegExp(`^(Bitmap )?Index Scan ${index}$`))]));
    }
    expect(dated).toContain("Index Scan memory_vector_pkey");
    expect(await planOf((on) => loadCandidates(on, bank, { memoryNos: numbers, places: [], comparison, filter: sql`TRUE` }))).toContain(
      "Index Scan memory_pkey",
    );
    const seeds = { seedNos: numbers.slice(0, 20), limit: 300, filter: sql`TRUE` };
    expect(await planOf((on) => findRelated(on, bank, { ...seeds, maxMentions: 200 }))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Index Only Scan memory_of_entity$/)]),
    );
    await plansOf((on) => findLinked(on, bank, seeds));
  }

  test("are lookups while the planner knows of another bank alone", allAreLookups, 120_000);

  test("are lookups once it has looked", async () => {
    for (const table of TABLES) await db.script(`ANALYZE ${table}`);
    await allAreLookups();
  }, 120_000);

  test("are lookups among many small banks, of which it knows nothing, and when it does", async () => {
    for (let n = 0; n < 40; n += 1) await fill(db, await openOrCreateBank(db, tenant, `small-${n}`), 25, modelId);
    await allAreLookups();
    for (const table of TABLES) await db.script(`ANALYZE ${table}`);
    await allAreLookups();
  }, 240_000);
});
