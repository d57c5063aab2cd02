import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { page, withProviders } from "../../scripts/providers-table.js";

test("the page about language models lists the providers as the preset table does", () => {
  const written = readFileSync(page, "utf8");
  expect(written, "run: npx tsx scripts/providers-table.ts").toBe(withProviders(written));
  expect(written).toContain("| `openai` |"); // control: the table is there at all
  expect(withProviders(written.replace("| `openai` |", "| `closedai` |"))).toBe(written); // control: another name would be noticed
});
