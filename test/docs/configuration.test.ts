import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { configurationPage, page } from "../../scripts/configuration-page.js";

test("the configuration page says what the tables of settings say", () => {
  const written = readFileSync(page, "utf8");
  expect(written, "run: npx tsx scripts/configuration-page.ts").toBe(configurationPage());
  expect(written).toContain("HINDSIGHT_API_PORT"); // control: the page is about settings at all
});
