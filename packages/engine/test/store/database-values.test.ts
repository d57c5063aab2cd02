// Whatever value goes in comes out again, on both engines; and the shipped template belongs to the installed PGlite.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, json, sql } from "../../src/store/db.js";
import { readTemplate } from "../../src/store/pglite/template.js";
import { DATABASES } from "../support/database.js";

/** Any text that PostgreSQL can hold: no NUL, no lone surrogate. */
const text = fc.string({ unit: "grapheme-composite", maxLength: 40 }).filter((value) => !value.includes("\u0000"));
const awkward = fc.constantFrom("", "NULL", "null", '"', "\\", "{}", ",", " ", "\n\t", 'a\\b"c,{d}', "'; --", "🙂漢字ü", "\\x41");
const anyText = fc.oneof(text, awkward);
/** timestamptz holds microseconds from 4713 BC to AD 294276; Date holds milliseconds. */
const date = fc.date({ min: new Date("-004000-01-01T00:00:00Z"), max: new Date("+200000-01-01T00:00:00Z"), noInvalidDate: true });
/** Negative zero becomes zero on the way, which nobody minds. */
const real = (constraints = {}) => fc.double(constraints).map((n) => n + 0);
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 5 });

describe.each(DATABASES)("values on $name", ({ open }) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());

  test("come back as they were sent", async () => {
    const values = fc.record({
      text: orNull(anyText),
      texts: fc.array(orNull(anyText)),
      whole: orNull(fc.maxSafeInteger()),
      wholes: fc.array(orNull(fc.integer())),
      real: orNull(real()),
      reals: fc.array(orNull(real({ noNaN: true }))),
      at: orNull(date),
      times: fc.array(orNull(date)),
      yes: orNull(fc.boolean()),
      flags: fc.array(orNull(fc.boolean())),
      bytes: orNull(fc.uint8Array()),
      doc: fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes("\\u0000")),
    });
    await fc.assert(
      fc.asyncProperty(values, async (v) => {
        const { rows } = await db.query(sql`SELECT
          ${v.text}::text AS text, ${v.texts}::text[] AS texts, ${v.whole}::int8 AS whole, ${v.wholes}::int[] AS wholes,
          ${v.real}::float8 AS real, ${v.reals}::float8[] AS reals, ${v.at}::timestamptz AS at, ${v.times}::timestamptz[] AS times,
          ${v.yes}::bool AS yes, ${v.flags}::bool[] AS flags, ${v.bytes}::bytea AS bytes, ${json(v.doc)}::json AS doc`);
        expect(rows[0]).toEqual({ ...v, doc: JSON.parse(JSON.stringify(v.doc)) });
      }),
      { numRuns: 60 },
    );
  });

  test("a value of many numbers or bytes comes whole", async () => {
    const { rows } = await db.query<{ numbers: number[]; bytes: Uint8Array }>(sql`
      SELECT array_agg(n * 7 - 100000 ORDER BY n) AS numbers, decode(repeat('00ff', 100000), 'hex') AS bytes FROM generate_series(1, 50000) AS n`);
    expect(rows[0]?.numbers).toEqual(Array.from({ length: 50_000 }, (_, n) => (n + 1) * 7 - 100_000));
    expect(rows[0]?.bytes.length).toBe(200_000);
    expect(rows[0]?.bytes.slice(-2)).toEqual(new Uint8Array([0, 255]));
  });
});

test("the database template was made by the installed PGlite (if not: node scripts/make-database-template.mjs)", () => {
  const main = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const { version } = JSON.parse(readFileSync(join(dirname(main), "..", "package.json"), "utf8")) as { version: string };
  expect(readTemplate().header.pglite).toBe(version);
});
