// The frame of the console: banks, switching, palette, keys, language, theme.

import { expect } from "vitest";
import { consoleStories } from "./support/console-story.js";

const { story } = consoleStories();

story("a bank is found among all, and the palette and the keys lead through it", async ({ page, bank, server, expectAccessible }) => {
  await bank.retain("Ann moved to Delft last spring.");
  await page.goto(`${server.url}/console/`);
  await page.getByRole("link", { name: bank.id }).click();
  await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await expectAccessible();
  await page.getByPlaceholder("A page, a bank, an action …").fill("entit");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Entities", level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/banks/${bank.id}/entities`);
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await page.getByRole("heading", { name: "Operations", level: 1 }).waitFor();
});
