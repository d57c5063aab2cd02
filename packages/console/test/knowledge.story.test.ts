// Knowledge: pages that are made, moved, read and compared with what they said before; mental models; directives.

import { expect } from "vitest";
import { consoleStories } from "./support/console-story.js";

const { story } = consoleStories();

const HOSTILE = '"><img src=x onerror=alert(1)>';

story("pages are made, moved by menu, keyboard and hand, renamed and deleted", async ({ page, bank, server, open, expectAccessible }) => {
  await bank.call("PUT", "", {});
  await open("knowledge");
  await page.getByText("No page yet").waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByLabel("Name").fill(HOSTILE);
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: HOSTILE, exact: true }).waitFor();

  await page.getByRole("button", { name: "From templates" }).click();
  for (const name of ["People", "Decisions"]) await page.getByRole("checkbox", { name }).click();
  await expectAccessible();
  await page.getByRole("button", { name: "Add 2 pages" }).click();
  const tree = page.getByRole("list", { name: "Tree of the pages" });
  await tree.getByRole("button", { name: "People", exact: true }).waitFor();
  await server.idle();

  const roots = async () => (await bank.get("/knowledge-base/tree")).body.roots as readonly Node[];
  const below = async () => (await roots()).find(({ kind }) => kind === "folder")?.children.map(({ name }) => name) ?? [];
  // By the menu, and taken back.
  await tree.getByRole("button", { name: "More for People" }).click();
  await page.getByRole("menuitem", { name: "Move" }).click();
  await page.getByLabel("Folder", { exact: true }).selectOption({ label: HOSTILE });
  await page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
  await page.getByText("People is moved").first().waitFor();
  await expect.poll(below).toEqual(["People"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(below).toEqual([]);
  // By hand.
  await tree.getByRole("button", { name: "Decisions", exact: true }).hover();
  await tree.getByRole("button", { name: "Drag Decisions" }).hover();
  await page.mouse.down();
  const target = await tree.getByRole("button", { name: HOSTILE, exact: true }).boundingBox();
  if (target === null) throw new Error("The folder is not shown.");
  await page.mouse.move(target.x + 40, target.y + target.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(below).toEqual(["Decisions"]);
  // By the keyboard, back to the top.
  await tree.getByRole("button", { name: "Drag Decisions" }).focus();
  await page.keyboard.press("Space");
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect.poll(below).toEqual([]);

  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as zip" }).click();
  expect((await downloaded).suggestedFilename()).toBe(`${bank.id}-pages.zip`);

  await tree.getByRole("button", { name: `More for ${HOSTILE}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(async () => (await roots()).map(({ name }) => name).sort()).toEqual(["Decisions", "People"]);
});

story("a page is read, found, refreshed, compared, and leads to its memories", async ({ page, bank, server, open, expectAccessible }) => {
  await bank.retain("Ann rows on the canal.");
  const { page_id: id } = (await bank.call("POST", "/knowledge-base/pages", { name: "Ann", source_query: "What does Ann do?" })).body;
  await server.idle();
  await bank.retain(`Ann is allergic to ${HOSTILE} peanuts.`, { tags: [HOSTILE] });
  await open("knowledge", `?open=${id}`);
  const text = page.getByRole("article");
  await text.getByText("Memories in its scope changed after its last refresh.").waitFor();
  await expectAccessible();
  await text.getByRole("button", { name: "Refresh", exact: true }).click();
  await text.getByText("in sync", { exact: true }).waitFor();
  await text.getByText(/allergic/).waitFor();

  await text.getByRole("tab", { name: "History" }).click();
  await text.locator("ins").filter({ hasText: "allergic" }).waitFor();
  await expectAccessible();
  expect(new URL(page.url()).searchParams.get("part")).toBe("history");
  await text.getByRole("tab", { name: "How it was derived" }).click();
  await expectAccessible();

  await page.getByLabel("Find a page").fill("canal");
  await page.getByRole("list", { name: "Pages that fit" }).getByRole("button", { name: /Ann/ }).click();
  await text.getByRole("tab", { name: "How it was derived" }).click();
  await text.getByRole("link", { name: /canal/ }).click();
  await page.getByRole("dialog").getByText("Ann rows on the canal.").first().waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/banks/${bank.id}/memories`);
});

story(
  "mental models are made with options, tried, changed, cleared and deleted",
  async ({ page, bank, server, open, expectAccessible }) => {
    await bank.retain("Ann rows on the canal.");
    await open("knowledge", "?tab=models");
    await page.getByText("No mental model yet").waitFor();
    await page.getByRole("button", { name: "New mental model" }).click();
    const form = page.getByRole("dialog", { name: "New mental model" });
    await form.getByLabel("Name").fill("Ann");
    await form.getByLabel("Question").fill("What does Ann do?");
    await form.getByLabel("Id", { exact: true }).fill("ann");
    await form.getByText("Options").click();
    await form.getByRole("radio", { name: "on a schedule" }).click();
    await form.getByText("A schedule has five fields.").waitFor();
    await form.getByLabel("Schedule", { exact: true }).fill("0 6 * * 1");
    await form.getByRole("checkbox", { name: "World" }).click();
    await expectAccessible();
    await form.getByRole("button", { name: "Create" }).click();
    const sheet = page.getByRole("dialog", { name: "Ann" });
    await sheet.getByText(/canal/).waitFor();
    await server.idle();
    const model = async () => (await bank.get("/mental-models/ann")).body;
    expect((await model()).trigger).toMatchObject({ refresh_cron: "0 6 * * 1", fact_types: ["world"], mode: "full" });
    await expectAccessible();
    await sheet.getByRole("button", { name: "Dry run" }).click();
    await page.getByText("Nothing is kept.").waitFor();
    await page.getByText("The change").waitFor();
    await page.keyboard.press("Escape");
    await sheet.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Name").fill("Ann of Delft");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(async () => (await model()).name).toBe("Ann of Delft");
    const renamed = page.getByRole("dialog", { name: "Ann of Delft" });
    await renamed.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("dialog", { name: "Clear Ann of Delft?" }).getByRole("button", { name: "Clear" }).click();
    await renamed.getByText("Nothing is written yet.").waitFor();
    await renamed.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete Ann of Delft?" }).getByRole("button", { name: "Delete" }).click();
    await page.getByText("No mental model yet").waitFor();
    expect((await bank.get("/mental-models/ann")).status).toBe(404);
  },
);

story(
  "directives stand by priority, are switched off and deleted, and both are taken back",
  async ({ page, bank, open, expectAccessible }) => {
    await bank.call("PUT", "", {});
    await bank.call("POST", "/directives", { name: "Short", content: `Be short. ${HOSTILE}`, priority: 1, tags: [HOSTILE] });
    await open("knowledge", "?tab=directives");
    await page.getByText(`Be short. ${HOSTILE}`).waitFor();
    await page.getByRole("button", { name: "New directive" }).click();
    await page.getByLabel("Name").fill("No secrets");
    await page.getByLabel("Rule").fill("Never repeat passwords.");
    await page.getByLabel("Priority", { exact: true }).fill("9");
    await page.getByRole("button", { name: "Create" }).click();
    const rules = page.getByRole("list", { name: "Directives by priority" }).getByRole("heading");
    await expect.poll(() => rules.allTextContents()).toEqual(["No secrets", "Short"]);
    await expectAccessible();
    const all = async () => (await bank.get("/directives?active_only=false")).body.items as readonly Rule[];
    await page.getByRole("switch", { name: "Short is active" }).click();
    await page.getByText("Short no longer holds").first().waitFor();
    expect((await all()).find(({ name }) => name === "Short")?.is_active).toBe(false);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await all()).every(({ is_active }) => is_active)).toBe(true);
    await page.getByRole("button", { name: "Delete: No secrets" }).click();
    await expect.poll(async () => (await all()).length).toBe(1);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect.poll(async () => (await all()).map(({ priority }) => priority)).toEqual([9, 1]);
  },
);

interface Node {
  readonly name: string;
  readonly kind: string;
  readonly children: readonly Node[];
}
interface Rule {
  readonly name: string;
  readonly priority: number;
  readonly is_active: boolean;
}
