// Stories of the console: what a person sees and does in a real browser, on the real server with the embedded database.
// In: a sentence and what happens. Out: a test that also fails on any error in the page and any breach of the Content-Security-Policy.

import AxeBuilder from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openServer, type TestServer } from "../../../../test/support/server.js";
import { type StoryBank, storyBank } from "../../../../test/support/story.js";
import { consoleUrl } from "./address.js";
import { chromiumPath, closeBrowser, visit } from "./browser.js";

export interface ConsoleStory {
  readonly page: Page;
  readonly server: TestServer;
  readonly bank: StoryBank;
  /** Opens a section of the bank: `open("memories", "?q=canal")`. */
  open(section: string, search?: string): Promise<void>;
  /** Fails when axe finds a violation of WCAG A or AA that is serious or critical. */
  expectAccessible(): Promise<void>;
}

export interface ConsoleStories {
  story(sentence: string, tell: (story: ConsoleStory) => Promise<void>): void;
}

type Env = Readonly<Record<string, string>>;

/** The stories of one file share a server; each has a bank and a browser context of its own. Settings may be made first, such as a model's address. */
export function consoleStories(env: Env | (() => Promise<Env>) = {}): ConsoleStories {
  let server: TestServer | undefined;
  const isThere = chromiumPath() !== null || process.env.CI === "true";
  beforeAll(async () => {
    if (isThere) server = await openServer(typeof env === "function" ? await env() : env, "pglite");
  });
  afterAll(async () => {
    await closeBrowser();
    await server?.close();
  });
  return {
    story(sentence, tell) {
      it.skipIf(!isThere)(isThere ? sentence : `${sentence} (no Chromium on this machine)`, async () => {
        const { context, page, faults } = await visit();
        const opened = server as TestServer;
        const bank = storyBank(opened);
        try {
          await tell({
            page,
            server: opened,
            bank,
            async open(section, search = "") {
              await page.goto(consoleUrl(opened.url, bank.id, section) + search);
              await page.locator("h1").first().waitFor();
            },
            expectAccessible: () => expectAccessible(page),
          });
          expect(faults).toEqual([]);
        } finally {
          await context.close();
        }
      });
    },
  };
}

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

/** axe runs by the debugger, which the policy of the page does not bind. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AxeBuilder.source);
  const found = (await page.evaluate(
    `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }).then(({ violations }) => violations)`,
  )) as readonly Violation[];
  const serious = found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n  ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary ?? ""}`).join("\n  ")}`,
    );
  expect(serious).toEqual([]);
}
