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

story("language and theme change the page one is on, and are remembered", async ({ page, open, expectAccessible }) => {
  await open("operations", "?status=failed");
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("menuitem", { name: "Deutsch" }).click();
  await page.getByRole("heading", { name: "Vorgänge", level: 1 }).waitFor();
  expect(new URL(page.url()).search).toBe("?status=failed");
  await page.getByRole("button", { name: "Farbschema" }).click();
  await page.getByRole("menuitem", { name: "Dunkel" }).click();
  await page.reload();
  await page.getByRole("heading", { name: "Vorgänge", level: 1 }).waitFor();
  expect(await page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]")).toEqual(["de", "dark"]);
  await expectAccessible();
});

story("on a telephone the sections are behind a button, and nothing runs off the side", async ({ page, open, expectAccessible }) => {
  await page.setViewportSize({ width: 380, height: 760 });
  await open("home");
  expect(await page.getByRole("navigation", { name: "Sections" }).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Sections" }).click();
  await expectAccessible();
  await page.getByRole("link", { name: "Reflect lab" }).click();
  await page.getByRole("heading", { name: "Reflect lab", level: 1 }).waitFor();
  expect(await page.getByRole("navigation", { name: "Sections" }).isVisible()).toBe(false);
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(380);
  await expectAccessible();
});

story(
  "a section that was never open is asked for again once the server is back, and the console waits for it",
  async ({ page, bank, open }) => {
    await bank.retain("Ann moved to Delft.");
    await open("memories");
    await page.getByText("Ann moved to Delft.").first().waitFor();
    const isDown = "**/console/**";
    await page.route(isDown, (route) => route.abort("connectionrefused"));
    await page.getByRole("link", { name: "Documents" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "The server does not answer. Is it running?" });
    await alert.first().waitFor();
    await page.unroute(isDown);
    await page.getByRole("button", { name: "Try again" }).first().click();
    await page.getByRole("heading", { name: "Documents", level: 1 }).waitFor();
  },
);
