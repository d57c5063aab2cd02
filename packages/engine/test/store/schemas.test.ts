// One pool, or one backend, and several schemas: a statement sees its own and no other, whoever had the connection before.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, sql } from "../../src/store/db.js";
import { listMigrations, migrate } from "../../src/store/migrate.js";
import { DATABASES } from "../support/database.js";

describe.each(DATABASES)("schemas on $name", ({ open }) => {
  let db: Database;
  let a: Database;
  let b: Database;
  beforeAll(async () => {
    db = await open({ poolMax: 3 });
    await db.script('CREATE SCHEMA ten_a; CREATE SCHEMA "Ten ""b"');
    [a, b] = [db.inSchema("ten_a"), db.inSchema('Ten "b')];
    const migrations = await listMigrations();
    await Promise.all([migrate(a, migrations), migrate(b, migrations)]);
    await a.query(sql`INSERT INTO tenant (schema_name) VALUES ('a')`);
    await b.query(sql`INSERT INTO tenant (schema_name) VALUES ('b')`);
  });
  afterAll(() => db.close());

  const seen = async (from: Pick<Database, "query">) =>
    (await from.query<{ name: string }>(sql`SELECT schema_name AS name FROM tenant`)).rows.map(({ name }) => name);

  test("each has tables of its own, and all of them", async () => {
    const tables = async (schema: string) =>
      (
        await db.query<{ names: string[] }>(sql`
        SELECT array_agg(relname ORDER BY relname) AS names FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE relkind = 'r' AND nspname = ${schema}`)
      ).rows[0]?.names;
    expect(await tables("ten_a")).toEqual(await tables("public"));
    expect(await tables('Ten "b')).toEqual(await tables("public"));
    expect((await tables("public"))?.length).toBeGreaterThan(20); // control
  });

  test("statements that come at once and in turn each see their own", async () => {
    const asked = Array.from({ length: 60 }, (_, index) => [a, b, db][index % 3] as Database);
    const found = await Promise.all(asked.map(seen));
    expect(found).toEqual(asked.map((from) => (from === a ? ["a"] : from === b ? ["b"] : [])));
  });

  test("a transaction stays in its schema while others ask elsewhere, and after it was rolled back", async () => {
    const look = async (from: Database, other: Database) =>
      from.transaction(async (tx) => {
        const before = await seen(tx);
        const beside = seen(other); // waits for its turn where there is one backend
        return { inside: [...before, ...(await seen(tx))], beside };
      });
    const { inside, beside } = await look(a, b);
    expect([inside, await beside]).toEqual([["a", "a"], ["b"]]);
    const failing = b.transaction(async (tx) => {
      await tx.query(sql`INSERT INTO tenant (schema_name) VALUES ('lost')`);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect([await seen(b), await seen(a), await seen(db)]).toEqual([["b"], ["a"], []]);
  });

  test("statements that wait behind a transaction each see their own when it is over", async () => {
    const asked = Array.from({ length: 40 }, (_, index) => [a, a, b, db, b][index % 5] as Database);
    const waiting = await a.transaction(async (tx) => {
      const behind = asked.map(seen);
      await seen(tx);
      return { behind }; // in an object: a promise alone would be waited for here
    });
    expect(await Promise.all(waiting.behind)).toEqual(asked.map((from) => (from === a ? ["a"] : from === b ? ["b"] : [])));
  });

  test("scripts and vectors work in a schema", async () => {
    await a.script("CREATE TABLE extra (v vector(2)); INSERT INTO extra VALUES ('[1,2]')");
    const { rows } = await a.query<{ d: number }>(sql`SELECT v <=> '[1,2]'::vector AS d FROM extra`);
    expect(rows[0]?.d).toBeCloseTo(0);
    await expect(b.query(sql`SELECT * FROM extra`)).rejects.toThrow(/extra/);
  });

  test("a schema that is not there is refused, and nothing is asked of another in its place", async () => {
    await expect(seen(db.inSchema("ten_c"))).rejects.toMatchObject({ code: "tenant_not_found" });
    await expect(db.inSchema("ten_c").transaction(seen)).rejects.toMatchObject({ code: "tenant_not_found" });
    expect(await seen(db)).toEqual([]); // and the connection serves on
  });

  test("to close a schema closes nothing", async () => {
    await a.close();
    expect(await seen(a)).toEqual(["a"]);
    expect(await seen(db)).toEqual([]);
  });
});
