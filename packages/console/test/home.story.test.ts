// The home of a bank: the first two clicks, and what is shown once it knows something.

import { expect } from "vitest";
import { consoleStories } from "./support/console-story.js";
import { fillSample } from "./support/sample-bank.js";

const { story } = consoleStories();

// The first of the file, while its server has no bank.
story(
  "where there is no bank two clicks make one, and the dialog of another takes its name at once",
  async ({ page, server, expectAccessible }) => {
    await page.goto(`${server.url}/console/`);
    await page.getByRole("heading", { name: "No bank yet" }).waitFor();
    await expectAccessible();
    await page.getByRole("button", { name: "Retain them" }).click();
    await page.getByRole("button", { name: "Recall", exact: true }).click();
    await page.getByRole("button", { name: "To the home of this bank" }).click();
    await page.waitForURL(/\/banks\/demo\/home/);
    await page.getByText("Every memory has its vector.").waitFor();
    await page.getByRole("button", { name: "demo", exact: true }).click();
    await page.getByRole("button", { name: "New bank" }).click();
    await page.getByRole("dialog", { name: "New bank" }).waitFor();
    await page.keyboard.type("second");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/banks\/second\/home/);
    await page.getByRole("button", { name: "Retain them" }).waitFor();
  },
);

story(
  "a bank that was never used has its first memory, and its first recall, after two clicks",
  async ({ page, bank, open, expectAccessible }) => {
    await open("home");
    await expectAccessible();
    await page.getByRole("button", { name: "Retain them" }).click();
    await page.getByRole("button", { name: "Recall", exact: true }).click();
    await page.getByRole("listitem").filter({ hasText: "Ann moved to Delft last spring" }).nth(1).waitFor();
    expect((await bank.get("/memories/list")).body.total).toBe(3);
    await page.getByRole("button", { name: "To the home of this bank" }).click();
    await page.getByText("Every memory has its vector.").waitFor();
  },
);

story(
  "the home says how much a bank holds, what it costs and whether it is well",
  async ({ page, bank, server, open, expectAccessible }) => {
    await fillSample(bank, 12);
    await server.idle();
    await open("home");
    await page.getByRole("link", { name: /Facts/ }).getByText("12", { exact: true }).waitFor();
    await page.getByRole("link", { name: "notes-3" }).waitFor();
    await page.getByText("in sync").waitFor();
    await page.getByText("The server is well.").waitFor();
    await page.locator("svg.recharts-surface").first().waitFor();
    await expectAccessible();
    await page.getByRole("heading", { name: "Language models over time" }).waitFor();
    await page.getByText("Nothing in this time").waitFor(); // no model is configured, so there were no calls
    await page.getByRole("radio", { name: "Tokens" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?metric=tokens");
    await page.getByRole("radio", { name: "Cost" }).click();
    await page.getByLabel("Period").selectOption("7d");
    await expect.poll(() => new URL(page.url()).search).toBe("?period=7d");
    await page.getByRole("link", { name: "notes-3" }).click();
    await page.getByRole("dialog", { name: "notes-3" }).waitFor();
    expect(new URL(page.url()).searchParams.get("open")).toBe("notes-3");
  },
);
