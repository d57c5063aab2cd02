// Pictures of knowledge: pages, how they were written, their history, mental models, directives.
// In: nothing. Out: shots.

import type { Page } from "playwright-core";
import { inOrder, openFirst, press, type Shot } from "./shot.js";

const openPage = (page: Page): Promise<void> => page.getByRole("button", { name: "Ann", exact: true }).click();
const part =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole("tab", { name, exact: true }).click();

export const KNOWLEDGE_SHOTS: readonly Shot[] = [
  { name: "knowledge-none", at: "banks/fresh/knowledge" },
  { name: "knowledge", at: "knowledge" },
  { name: "knowledge-page", at: "knowledge", prepare: openPage },
  { name: "knowledge-sources", at: "knowledge", prepare: inOrder(openPage, part("How it was derived")) },
  { name: "knowledge-options", at: "knowledge", prepare: inOrder(openPage, part("Options")) },
  { name: "knowledge-history", at: "knowledge", prepare: inOrder(openPage, part("History")) },
  {
    name: "knowledge-new",
    at: "knowledge",
    prepare: inOrder(press("New page"), (page) => page.getByText("Options", { exact: true }).click()),
    isWhole: false,
  },
  { name: "knowledge-templates", at: "knowledge", prepare: press("From templates"), isWhole: false },
  { name: "knowledge-models", at: "knowledge?tab=models&pages=true" },
  { name: "knowledge-model", at: "knowledge?tab=models", prepare: openFirst, isWhole: false },
  { name: "knowledge-model-new", at: "knowledge?tab=models", prepare: press("New mental model"), isWhole: false },
  { name: "knowledge-directives", at: "knowledge?tab=directives" },
  { name: "knowledge-directive", at: "knowledge?tab=directives", prepare: press("New directive"), isWhole: false },
];
