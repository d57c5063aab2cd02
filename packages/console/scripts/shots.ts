// Which pictures there are: each page, and each state of a page that looks different.
// In: nothing. Out: where it is, and what is done there before the picture.

import type { Page } from "playwright-core";

export interface Shot {
  readonly name: string;
  /** Section of the bank; null is the list of banks. */
  readonly section: string | null;
  readonly search?: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** The whole page, not only what the window shows; true unless said. */
  readonly isWhole?: boolean;
}

export const SHOTS: readonly Shot[] = [
  { name: "banks", section: null },
  { name: "palette", section: "home", prepare: (page) => page.keyboard.press("Control+k"), isWhole: false },
  { name: "home", section: "home" },
  { name: "memories", section: "memories" },
  { name: "memories-filters", section: "memories", search: "?tags=team:core&from=2026-06-01" },
  { name: "memories-timeline", section: "memories", search: "?view=timeline&at=2026-10-01&bucket=2026-10-01" },
  { name: "memories-graph", section: "memories", search: "?view=graph" },
  {
    name: "memories-open",
    section: "memories",
    isWhole: false,
    async prepare(page) {
      await page.getByRole("grid").getByRole("button").first().click();
      await page.getByRole("button", { name: "Show the passage" }).click();
    },
  },
  {
    name: "memories-edit",
    section: "memories",
    isWhole: false,
    async prepare(page) {
      await page.getByRole("grid").getByRole("button").first().click();
      await page.getByRole("button", { name: "Edit" }).click();
    },
  },
  { name: "recall", section: "recall", search: `?q=${encodeURIComponent("Who rows on the canal in May?")}` },
  {
    name: "recall-compared",
    section: "recall",
    search: `?q=${encodeURIComponent("Who rows on the canal?")}&b=${encodeURIComponent(JSON.stringify({ maxTokens: 100 }))}`,
    prepare: (page) => page.getByText("Why here?").first().click(),
  },
  { name: "recall-trace", section: "recall", search: `?q=${encodeURIComponent("Who rows on the canal?")}&view=trace` },
  { name: "reflect", section: "reflect" },
  {
    name: "reflect-answer",
    section: "reflect",
    search: `?q=${encodeURIComponent("Who rows on the canal?")}&source=2`,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Reflect" }).click();
      await page.getByRole("link", { name: "[1]" }).waitFor();
    },
  },
  { name: "knowledge", section: "knowledge" },
  { name: "knowledge-page", section: "knowledge", prepare: (page) => page.getByRole("button", { name: "Ann", exact: true }).click() },
  {
    name: "knowledge-sources",
    section: "knowledge",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Ann", exact: true }).click();
      await page.getByRole("tab", { name: "How it was derived" }).click();
    },
  },
  { name: "knowledge-models", section: "knowledge", search: "?tab=models&pages=true" },
  { name: "knowledge-directives", section: "knowledge", search: "?tab=directives" },
  { name: "documents", section: "documents" },
  { name: "documents-about", section: "documents", search: "?open=notes-2" },
  {
    name: "documents-text",
    section: "documents",
    search: "?open=notes-2&tab=text",
    prepare: (page) => page.locator("mark").first().waitFor(),
    isWhole: false,
  },
  { name: "documents-history", section: "documents", search: "?open=notes-2&tab=history" },
  { name: "documents-add", section: "documents", search: "?dialog=text", isWhole: false },
  {
    name: "documents-files",
    section: "documents",
    search: "?dialog=files",
    prepare: (page) =>
      page
        .getByRole("dialog")
        .locator('input[type="file"]')
        .setInputFiles({ name: "minutes.md", mimeType: "text/markdown", buffer: Buffer.from("Ann rows.") }),
    isWhole: false,
  },
  { name: "documents-transfer", section: "documents", search: "?dialog=transfer", isWhole: false },
  { name: "entities", section: "entities" },
  {
    name: "entities-graph",
    section: "entities",
    search: "?view=graph",
    prepare: (page) => page.locator('[role="application"][aria-busy="false"]').waitFor(),
  },
  { name: "operations", section: "operations" },
  { name: "settings", section: "settings" },
  { name: "settings-configuration", section: "settings", search: "?tab=configuration" },
  { name: "settings-tools", section: "settings", search: "?tab=configuration&section=mcp" },
  { name: "settings-defense", section: "settings", search: "?tab=defense" },
  { name: "settings-webhooks", section: "settings", search: "?tab=webhooks" },
  {
    name: "settings-webhook",
    section: "settings",
    search: "?tab=webhooks",
    prepare: (page) => page.getByRole("button", { name: "New webhook" }).click(),
    isWhole: false,
  },
  {
    name: "settings-deliveries",
    section: "settings",
    search: "?tab=webhooks",
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /Deliveries/ })
        .first()
        .click();
      await page.getByRole("dialog").waitFor();
    },
    isWhole: false,
  },
  { name: "settings-audit", section: "settings", search: "?tab=audit" },
  {
    name: "settings-audit-entry",
    section: "settings",
    search: "?tab=audit",
    prepare: async (page) => {
      await page.getByRole("table").getByRole("button").first().click();
      await page.getByRole("dialog").waitFor();
    },
    isWhole: false,
  },
  { name: "settings-llm", section: "settings", search: "?tab=llm" },
  { name: "settings-transfer", section: "settings", search: "?tab=transfer" },
  { name: "settings-delete", section: "settings", search: "?tab=danger" },
];
