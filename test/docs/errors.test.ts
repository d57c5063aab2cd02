import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { errorsPage, page } from "../../scripts/errors-page.js";

test("the page about errors says what the table of errors says", () => {
  const written = readFileSync(page, "utf8");
  expect(written, "run: npx tsx scripts/errors-page.ts").toBe(errorsPage());
  expect(written).toContain("| 404 | `bank_not_found` | no |"); // control: the table is there at all
});
