// Pictures of the shell: logging in, banks, the palette, home, and what is not there.
// In: nothing. Out: shots.

import type { Page } from "playwright-core";
import { ACCESS_KEY } from "../sample-server.js";
import { inOrder, press, type Shot } from "./shot.js";

const logIn = async (page: Page): Promise<void> => {
  await page.getByLabel("Access key").fill(ACCESS_KEY);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Banks", exact: true }).waitFor();
};

export const SHELL_SHOTS: readonly Shot[] = [
  { name: "login", at: "login", isNew: true },
  {
    name: "login-refused",
    at: "login",
    isNew: true,
    prepare: async (page) => {
      await page.getByLabel("Access key").fill("wrong");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "banks-none", at: "", isNew: true, prepare: logIn },
  { name: "banks", at: "" },
  { name: "banks-new", at: "", prepare: press("New bank"), isWhole: false },
  { name: "switcher", at: "home", prepare: press("assistant"), isWhole: false },
  { name: "languages", at: "home", prepare: press("Language"), isWhole: false },
  {
    name: "palette",
    at: "home",
    isWhole: false,
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").waitFor();
    },
  },
  { name: "shortcuts", at: "home", prepare: (page) => page.keyboard.press("?"), isWhole: false },
  { name: "home", at: "home", prepare: (page) => page.locator(".recharts-surface").first().waitFor() },
  { name: "home-first", at: "banks/fresh/home" },
  {
    name: "home-first-done",
    at: "banks/never-used-{look}/home",
    prepare: inOrder(press("Retain them"), press(/^Recall$/), (page) => page.getByRole("main").locator("ol li").first().waitFor()),
  },
  { name: "home-unreachable", at: "home", lost: "**/api/v1/**", prepare: (page) => page.getByRole("alert").first().waitFor() },
  { name: "not-found", at: "no-such-place" },
];
