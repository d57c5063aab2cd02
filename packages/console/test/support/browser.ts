// A real browser for the stories of the console: one Chromium for all of a process, and a fresh context for each story.
// In: CHROMIUM_PATH, or a Chromium of the system. Out: pages whose errors are kept, so that a story can fail on them.

import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium"];

/** Path of the browser; null on a machine that has none. */
export function chromiumPath(): string | null {
  const given = process.env.CHROMIUM_PATH;
  return given !== undefined && given !== "" ? given : (PLACES.find((place) => existsSync(place)) ?? null);
}

let browser: Promise<Browser> | undefined;

export function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === null) throw new Error("No Chromium on this machine: install it (apt-get install chromium) or set CHROMIUM_PATH.");
  // Containers run tests as root, where Chromium's own sandbox cannot start.
  browser ??= chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  return browser;
}

export async function closeBrowser(): Promise<void> {
  const opened = browser;
  browser = undefined;
  await (await opened)?.close();
}

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What went wrong in the page: exceptions, errors of the console, refusals of the Content-Security-Policy. */
  readonly faults: readonly string[];
}

/** A new person at a new browser. */
export async function visit(options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await (await openBrowser()).newContext({
    locale: "en-GB",
    timezoneId: "UTC",
    viewport: { width: 1280, height: 860 },
    ...options,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
  page.on("console", (message) => {
    // A refused call is an answer that the page shows; the browser says so besides.
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) faults.push(message.text());
  });
  return { context, page, faults };
}
