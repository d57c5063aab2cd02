import { expect, test } from "vitest";
import { allOf, anyOf, sql } from "../../src/store/db.js";

test("joined conditions number their parameters through, wherever they stand", () => {
  const pair = (a: number, b: number) => sql`x BETWEEN ${a} AND ${b}`;
  const joined = sql`SELECT ${0} WHERE ${allOf([pair(1, 2), sql`TRUE`, anyOf([pair(3, 4), pair(5, 6)])])} LIMIT ${7}`;
  expect(joined).toMatchObject({
    text: "SELECT $1 WHERE (x BETWEEN $2 AND $3) AND (TRUE) AND ((x BETWEEN $4 AND $5) OR (x BETWEEN $6 AND $7)) LIMIT $8",
    values: [0, 1, 2, 3, 4, 5, 6, 7],
  });
  expect([allOf([]).text, anyOf([]).text, anyOf([pair(1, 2)]).text]).toEqual(["TRUE", "FALSE", "(x BETWEEN $1 AND $2)"]);
});

test("many conditions are joined in one pass: their values stay in order", () => {
  const joined = anyOf(Array.from({ length: 20_000 }, (_, at) => sql`x = ${at}`));
  expect(joined.values).toHaveLength(20_000);
  expect(joined.text.endsWith("OR (x = $20000)")).toBe(true);
});
