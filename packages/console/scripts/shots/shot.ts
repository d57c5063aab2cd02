// What a picture is: where it is taken, and what is done there before.
// In: nothing. Out: the type, and a few things that many pictures do.

import type { Page } from "playwright-core";

export interface Shot {
  readonly name: string;
  /** Path of the console without its first slash; a section of the sample bank unless it is `banks/…` or empty. `{look}` is the look's name. */
  readonly at: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** The whole page, not only what the window shows; true unless said. Not for what lies over a page. */
  readonly isWhole?: boolean;
  /** On a server that was never used, and whose console asks for a key. */
  readonly isNew?: boolean;
  /** Calls of the API that never arrive, as a pattern of Playwright's. */
  readonly lost?: string;
}

export const press =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole("button", { name }).first().click();

export const inOrder =
  (...steps: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page): Promise<void> => {
    for (const step of steps) await step(page);
  };

export const openFirst = async (page: Page): Promise<void> => {
  await page.getByRole("table").getByRole("button").first().click();
  await page.getByRole("dialog").waitFor();
};

/** A graph is laid out and painted a moment later. */
export const drawn = async (page: Page): Promise<void> => {
  await page.locator('[role="application"][aria-busy="false"]').waitFor();
  await page.waitForTimeout(400);
};

export const asking = (question: string): string => `q=${encodeURIComponent(question)}`;
