import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, json, sql, sqlStateOf } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";

describe.each(DATABASES)("the database door on $name", ({ open }) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());

  test("values come back as the same JavaScript values on both engines", async () => {
    const { rows } = await db.query(sql`SELECT
      ${["a", 'b"\\,{} ', "NULL", null, ""]}::text[] AS texts, ${[1, -2, null]}::int[] AS numbers, ${[]}::text[] AS none,
      ${new Date("2024-02-29T12:34:56.789Z")}::timestamptz AS at, ${new Date("-000043-03-15T00:00:00Z")}::timestamptz AS ancient,
      ${new Date("+012024-01-01T00:00:00Z")}::timestamptz AS far, ${[new Date(0), null]}::timestamptz[] AS times,
      ${new Uint8Array([0, 92, 255])}::bytea AS bytes, ${json({ ü: [1, null] })}::jsonb AS doc, 9007199254740991::int8 AS big,
      1.25::numeric AS exact, 0.1::float4 AS single, 'NaN'::float8 AS nan, ${true}::bool AS yes, ${[true, false]}::bool[] AS flags,
      NULL::text AS nothing, '[1,2.5]'::vector AS vector, ${"漢字 🙂"} AS text, '{{1,2},{3,4}}'::int[] AS grid,
      ${"b5c1c2d0-0000-4000-8000-000000000001"}::uuid AS id, ${["b5c1c2d0-0000-4000-8000-000000000001"]}::uuid[] AS ids`);
    expect(rows[0]).toEqual({
      texts: ["a", 'b"\\,{} ', "NULL", null, ""],
      numbers: [1, -2, null],
      none: [],
      at: new Date("2024-02-29T12:34:56.789Z"),
      ancient: new Date("-000043-03-15T00:00:00Z"),
      far: new Date("+012024-01-01T00:00:00Z"),
      times: [new Date(0), null],
      bytes: new Uint8Array([0, 92, 255]),
      doc: { ü: [1, null] },
      big: 9007199254740991,
      exact: 1.25,
      single: 0.1,
      nan: Number.NaN,
      yes: true,
      flags: [true, false],
      nothing: null,
      vector: "[1,2.5]",
      text: "漢字 🙂",
      grid: [
        [1, 2],
        [3, 4],
      ],
      id: "b5c1c2d0-0000-4000-8000-000000000001",
      ids: ["b5c1c2d0-0000-4000-8000-000000000001"],
    });
  });

  test("a statement that PostgreSQL refuses throws its SQLSTATE and leaves the database usable", async () => {
    const error = await db.query(sql`SELECT 1 / ${0}::int`).catch((caught: unknown) => caught);
    expect(sqlStateOf(error)).toBe("22012");
    expect((await db.query(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }]);
  });

  test("a unique violation names its constraint", async () => {
    const insert = () => db.query(sql`INSERT INTO bank (external_id, name) VALUES (${"twice"}, 'n')`);
    expect((await insert()).affected).toBe(1);
    const error = (await insert().catch((caught: unknown) => caught)) as { constraint?: string };
    expect(sqlStateOf(error)).toBe("23505");
    expect(error.constraint).toBe("bank_external_id_key");
  });

  test("a transaction is all or nothing", async () => {
    const count = async () => (await db.query<{ n: number }>(sql`SELECT count(*) AS n FROM bank WHERE external_id LIKE 'tx%'`)).rows[0]?.n;
    const failed = db.transaction(async (tx) => {
      await tx.query(sql`INSERT INTO bank (external_id, name) VALUES ('tx1', 'n')`);
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    expect(await count()).toBe(0);
    const kept = await db.transaction(async (tx) => {
      await tx.query(sql`INSERT INTO bank (external_id, name) VALUES ('tx1', 'n')`);
      return "kept";
    });
    expect(kept).toBe("kept");
    expect(await count()).toBe(1);
  });

  test("a transaction whose failed statement was ignored does not pretend to have committed", async () => {
    const work = db.transaction(async (tx) => {
      await tx.query(sql`INSERT INTO bank (external_id, name) VALUES ('ignored', 'n')`);
      await tx.query(sql`SELECT 1 / 0`).catch(() => {});
    });
    await expect(work).rejects.toThrow(/rolled back/);
    expect((await db.query(sql`SELECT 1 FROM bank WHERE external_id = 'ignored'`)).rows).toEqual([]);
  });

  test("statements beside a transaction do not see what it has not committed", async () => {
    let beside: Promise<readonly unknown[]> = Promise.resolve([]);
    await db
      .transaction(async (tx) => {
        await tx.query(sql`INSERT INTO bank (external_id, name) VALUES ('unseen', 'n')`);
        expect((await tx.query(sql`SELECT 1 FROM bank WHERE external_id = 'unseen'`)).rows.length).toBe(1);
        beside = db.query(sql`SELECT external_id FROM bank WHERE external_id = 'unseen'`).then(({ rows }) => rows);
        if (db.capabilities.concurrent) expect(await beside).toEqual([]);
        throw new Error("undo");
      })
      .catch((error: Error) => expect(error.message).toBe("undo"));
    expect(await beside).toEqual([]);
  });

  test("many statements at once are each answered with their own rows", async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => (await db.query<{ n: number }>(sql`SELECT ${n}::int AS n`)).rows[0]?.n),
    );
    expect(answers).toEqual(Array.from({ length: 200 }, (_, n) => n));
  });

  test("health answers, and the capabilities are known", async () => {
    expect((await db.health()).acquireMs).toBeGreaterThanOrEqual(0);
    expect(db.capabilities.serverVersion).toBeGreaterThanOrEqual(150_000);
    expect(db.capabilities.vectorVersion).toMatch(/^\d+\.\d+/);
  });
});
