// Pictures of the recall lab and the reflect lab.
// In: nothing. Out: shots.

import type { Page } from "playwright-core";
import { asking, inOrder, press, type Shot } from "./shot.js";

const QUESTION = asking("Who rows on the canal?");
const why = (page: Page): Promise<void> => page.getByText("Why here?").first().click();
const reflect = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Reflect", exact: true }).click();
  await page.getByRole("link", { name: "[1]" }).waitFor();
};

export const LAB_SHOTS: readonly Shot[] = [
  { name: "recall-empty", at: "recall" },
  { name: "recall", at: `recall?${asking("Who rows on the canal in May?")}`, prepare: why, isWhole: false },
  { name: "recall-settings", at: "recall", prepare: (page) => page.getByText("More settings").click() },
  {
    name: "recall-cut",
    at: `recall?${QUESTION}&a=${encodeURIComponent(JSON.stringify({ maxTokens: 60 }))}`,
    prepare: (page) => page.getByText(/candidates were cut/).click(),
  },
  {
    name: "recall-compared",
    at: `recall?${QUESTION}&a=${encodeURIComponent(JSON.stringify({ maxTokens: 160 }))}&b=${encodeURIComponent(JSON.stringify({ maxTokens: 100 }))}`,
    prepare: why,
  },
  { name: "recall-trace", at: `recall?${QUESTION}&view=trace` },
  { name: "recall-json", at: `recall?${QUESTION}&view=json`, isWhole: false },
  { name: "recall-copy", at: `recall?${QUESTION}`, prepare: press(/^Copy as/), isWhole: false },
  {
    name: "recall-cases",
    at: `recall?${QUESTION}`,
    prepare: inOrder(
      (page) => page.getByText("Why here?").first().waitFor(),
      press("Save as test case"),
      press(/^Save$/),
      (page) => page.getByRole("tab", { name: "Workbench" }).click(),
      press(/^Run 1 case/),
      (page) =>
        page
          .getByText(/^Mean at/)
          .first()
          .waitFor(),
    ),
  },
  { name: "reflect", at: "reflect" },
  {
    name: "reflect-schema",
    at: "reflect",
    prepare: inOrder(
      (page) => page.getByText("Structured output").click(),
      (page) => page.getByText("More settings").click(),
    ),
  },
  { name: "reflect-answer", at: `reflect?${QUESTION}&source=2`, prepare: reflect },
  {
    name: "reflect-trace",
    at: `reflect?${QUESTION}&view=trace`,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Reflect", exact: true }).click();
      await page.getByText(/^Answered in/).waitFor();
    },
  },
];
