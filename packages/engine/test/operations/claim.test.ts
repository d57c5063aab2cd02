// What may be claimed: the rule of documents, against a model of it, and the ways in which the rule could be broken.

import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BankScope } from "../../src/domain/scope.js";
import { type Db, type Statement, sql } from "../../src/store/db.js";
import { type ClaimRequest, claimOperations, WIDER, WINDOW } from "../../src/store/operations/claim-operations.js";
import { insertOperations } from "../../src/store/operations/insert-operations.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { wordEncoder } from "../retain/word-encoder.js";
import { DATABASES } from "../support/database.js";

type State = "due" | "later" | "processing";
interface Given {
  readonly documents: readonly string[] | null;
  readonly state: State;
}

/** The rule, said as plainly as can be: those at work first, then by sequence; nothing before it shares a document, an exclusive one is alone. */
function claimable(line: readonly Given[]): readonly number[] {
  const putOff = line.slice(0, WINDOW).filter(({ state }) => state === "later").length;
  const window = line.slice(0, WINDOW + WIDER * putOff).map((given, index) => ({ ...given, index }));
  const ranked = [...window.filter((one) => one.state === "processing"), ...window.filter((one) => one.state !== "processing")];
  return ranked
    .filter((one, rank) => {
      if (one.state !== "due") return false;
      return ranked.slice(0, rank).every((before) => {
        if (before.documents === null || one.documents === null) return false;
        return !before.documents.some((document) => one.documents?.includes(document));
      });
    })
    .map(({ index }) => index);
}

const given = fc.record({
  documents: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: fc.subarray(["a", "b", "c", "d", "e"]) }),
  state: fc.oneof(
    { weight: 4, arbitrary: fc.constant<State>("due") },
    { weight: 1, arbitrary: fc.constant<State>("later") },
    { weight: 1, arbitrary: fc.constant<State>("processing") },
  ),
});

describe.each(DATABASES)("claiming on $name", (database) => {
  let engine: TestEngine;
  let banks = 0;
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder(), background: false });
  });
  afterAll(() => engine.close());

  const request: ClaimRequest = { types: ["t"], workerId: "w", leaseMs: 60_000, servedBanks: [], limit: 100, heldBanks: [], perBank: 100 };
  const claim = async (db: Db, more: Partial<ClaimRequest> = {}) => claimOperations(db, engine.tenant, { ...request, ...more });
  const freshBank = (): Promise<BankScope> => engine.bank(`claim-${banks++}`);

  async function fill(db: Db, bank: BankScope, line: readonly Given[], type = "t"): Promise<readonly string[]> {
    const ids = line.map(() => randomUUID() as string);
    await insertOperations(
      db,
      bank,
      line.map(({ documents }, index) => ({
        operationId: ids[index] ?? "",
        parentId: null,
        type,
        payload: { index },
        resultMetadata: {},
        itemsCount: 1,
        documentId: null,
        documents,
      })),
    );
    for (const [index, { state }] of line.entries()) {
      if (state === "later")
        await db.query(sql`UPDATE operation SET next_attempt_at = now() + interval '1 hour' WHERE operation_id = ${ids[index] ?? ""}`);
      if (state === "processing") await db.query(sql`UPDATE operation SET status = 'processing' WHERE operation_id = ${ids[index] ?? ""}`);
    }
    return ids;
  }

  /** Runs in a transaction that is rolled back. */
  async function apart(work: (db: Db) => Promise<void>): Promise<void> {
    const end = new Error("rolled back on purpose");
    await engine.db
      .transaction(async (tx) => {
        await work(tx);
        throw end;
      })
      .catch((error: unknown) => {
        if (error !== end) throw error;
      });
  }

  test("takes what the rule allows, of several lines at once", { timeout: 120_000 }, async () => {
    const [first, second] = [await freshBank(), await freshBank()];
    await fc.assert(
      fc.asyncProperty(fc.array(given, { maxLength: WINDOW + 8 }), fc.array(given, { maxLength: 6 }), async (one, other) => {
        await apart(async (db) => {
          const ids = [...(await fill(db, first, one)), ...(await fill(db, second, other))];
          const got = new Set((await claim(db)).map(({ operationId }) => operationId));
          const wanted = [...claimable(one), ...claimable(other).map((index) => index + one.length)];
          expect(ids.flatMap((id, index) => (got.has(id) ? [index] : []))).toEqual(wanted);
        });
      }),
      { numRuns: 30 },
    );
  });

  test("taken one after another, they are what is taken at once", async () => {
    const bank = await freshBank();
    const line = ["a", "b", "a", "c", null, "d"].map(
      (document): Given => ({ documents: document === null ? null : [document], state: "due" }),
    );
    await apart(async (db) => {
      const ids = await fill(db, bank, line);
      const got: string[] = [];
      for (;;) {
        const [next] = await claim(db, { limit: 1 });
        if (next === undefined) break;
        got.push(next.operationId);
      }
      expect(got).toEqual([ids[0], ids[1], ids[3]]);
      await db.query(sql`UPDATE operation SET status = 'completed' WHERE status = 'processing'`);
      expect((await claim(db)).map(({ operationId }) => operationId)).toEqual([ids[2]]);
      await db.query(sql`UPDATE operation SET status = 'completed' WHERE status = 'processing'`);
      expect((await claim(db)).map(({ operationId }) => operationId)).toEqual([ids[4]]); // alone: it waited for all before it
    });
  });

  test("a head that backs off holds its documents and no others", async () => {
    const bank = await freshBank();
    await apart(async (db) => {
      const ids = await fill(db, bank, [
        { documents: ["a"], state: "later" },
        { documents: ["a", "b"], state: "due" },
        { documents: ["c"], state: "due" },
        { documents: ["b"], state: "due" },
      ]);
      expect((await claim(db)).map(({ operationId }) => operationId)).toEqual([ids[2]]);
    });
  });

  test("one that comes late into its place waits for what has begun behind it", async () => {
    const bank = await freshBank();
    await apart(async (db) => {
      await fill(db, bank, [
        { documents: ["a"], state: "due" },
        { documents: ["a"], state: "processing" },
      ]);
      expect(await claim(db)).toEqual([]);
    });
  });

  test("a bank gets no more than its share of a process, and banks not served lately come first", async () => {
    const [busy, quiet] = [await freshBank(), await freshBank()];
    await apart(async (db) => {
      await fill(
        db,
        busy,
        Array.from({ length: 20 }, (_, i): Given => ({ documents: [`d${i}`], state: "due" })),
      );
      await fill(db, quiet, [{ documents: [], state: "due" }]);
      const got = await claim(db, { limit: 5, perBank: 4, heldBanks: [busy.key, busy.key], servedBanks: [busy.key] });
      expect(got.filter(({ bankKey }) => bankKey === busy.key)).toHaveLength(2);
      expect(got.filter(({ bankKey }) => bankKey === quiet.key)).toHaveLength(1);
      const [next] = await claim(db, { limit: 1, servedBanks: [quiet.key, busy.key] });
      expect(next?.bankKey).toBe(busy.key); // the quiet one has no more
    });
  });

  test("only the types asked for are taken", async () => {
    const bank = await freshBank();
    await apart(async (db) => {
      await fill(db, bank, [{ documents: [], state: "due" }], "other");
      expect(await claim(db)).toEqual([]);
      expect(await claim(db, { types: ["other"] })).toHaveLength(1); // control
    });
  });

  test("a window full of what is put off holds its documents, and not the line", async () => {
    const bank = await freshBank();
    await apart(async (db) => {
      const later = Array.from({ length: WINDOW }, (_, index): Given => ({ documents: [`d${index}`], state: "later" }));
      const ids = await fill(db, bank, [...later, { documents: ["d0"], state: "due" }, { documents: ["new"], state: "due" }]);
      expect((await claim(db)).map(({ operationId }) => operationId)).toEqual([ids[WINDOW + 1]]);
    });
  });

  test("reads a window of a line and one row of the others, however many wait", async () => {
    const [long, ...others] = [await freshBank(), await freshBank(), await freshBank()];
    await engine.db.query(sql`
      INSERT INTO operation (bank_id, operation_id, type, payload, documents)
      SELECT bank_id, gen_random_uuid(), 't', '{}', ARRAY['d' || i]
      FROM generate_series(1, 5000) AS i, unnest(${[long, ...others].map(({ key }) => key)}::integer[]) AS bank_id`);
    await engine.db.script("ANALYZE operation");
    await apart(async (db) => {
      const explaining = {
        query: (statement: Statement) =>
          db.query({ text: `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${statement.text}`, values: statement.values }),
      } as unknown as Db;
      const [plan] = (await claimOperations(explaining, engine.tenant, { ...request, limit: 5 })) as unknown as {
        "QUERY PLAN": [Explained];
      }[];
      const read = rowsRead(plan?.["QUERY PLAN"][0].Plan);
      expect(read).toBeGreaterThan(5); // control: they are counted
      expect(read).toBeLessThan(5 * (WINDOW + 20)); // the window twice; 15,000 wait
    });
    await engine.db.query(sql`DELETE FROM operation WHERE bank_id = ANY(${[long, ...others].map(({ key }) => key)}::integer[])`);
  });
});

interface PlanNode {
  readonly "Relation Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}
interface Explained {
  readonly Plan: PlanNode;
}

/** Rows that the scans of a plan read from the table of operations. */
function rowsRead(node: PlanNode | undefined): number {
  if (node === undefined) return 0;
  const loops = node["Actual Loops"] ?? 0;
  const own = node["Relation Name"] === "operation" ? ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * loops : 0;
  return own + (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
}
