// The measurements of the console, each in a browser context of its own, so that nothing is cached.
// In: where the console is. Out: bytes, milliseconds, tasks.

import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { consoleUrl } from "../../packages/console/test/support/address.js";
import { openBrowser, visit } from "../../packages/console/test/support/browser.js";

export interface Target {
  readonly url: string;
  readonly bank: string;
}

/** Files that are loaded when the first chart or graph is seen. */
const LATER = /time-chart-drawn|canvas|graph|worker/;
const MOST_MS = 120_000;
/** Shorter tasks are timers and messages; counting them would hide the long ones. */
const LEAST_TASK_MS = 1;
const STEP_MS = 16;

/** A page is ready when its title is there and no placeholder waits for data or code. */
const IS_READY = `document.querySelector("h1") !== null && document.querySelector('[role="status"][aria-label="Loading"]') === null ? performance.now() : false`;

const inPage = async <Result>(target: Target, section: string, search: string, use: (page: Page) => Promise<Result>): Promise<Result> => {
  const { context, page } = await visit();
  try {
    await page.goto(consoleUrl(target.url, target.bank, section) + search);
    return await use(page);
  } finally {
    await context.close();
  }
};

/** By the debugger, which the page's Content-Security-Policy does not bind; to about one frame. */
async function untilReady(page: Page): Promise<number> {
  const until = Date.now() + MOST_MS;
  while (Date.now() < until) {
    const at: unknown = await page.evaluate(IS_READY);
    if (typeof at === "number") return at;
    await page.waitForTimeout(STEP_MS);
  }
  throw new Error(`The page was not ready after ${MOST_MS} ms.`);
}

/** Bytes of the files of the home page, each compressed by gzip, whatever the server sent. */
export async function firstLoad(target: Target): Promise<{ readonly first: number; readonly later: number; readonly files: number }> {
  const { context, page } = await visit();
  const sizes: Promise<readonly [string, number]>[] = [];
  const weigh = (response: Response): void => {
    const { pathname } = new URL(response.url());
    if (response.ok() && !pathname.includes("/api/"))
      sizes.push(response.body().then((body) => [pathname, gzipSync(body).length] as const));
  };
  page.on("response", weigh);
  try {
    await page.goto(consoleUrl(target.url, target.bank, "home"));
    await untilReady(page);
    page.off("response", weigh); // what comes later, such as a file fetched ahead, is gone with the page
    const all = await Promise.all(sizes);
    const sum = (some: typeof all): number => some.reduce((total, [, bytes]) => total + bytes, 0);
    const first = all.filter(([name]) => !LATER.test(name));
    return { first: sum(first), later: sum(all) - sum(first), files: first.length };
  } finally {
    await context.close();
  }
}

/** From the start of the navigation, by the page's own clock. */
export const interactiveMs = (target: Target, section: string): Promise<number> => inPage(target, section, "", untilReady);

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

/** Main-thread tasks of all pages while something is done, in ms. */
async function tasksOf(page: Page, act: () => Promise<void>): Promise<readonly number[]> {
  const browser = await openBrowser();
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`;
  const mains = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain").map(thread));
  return traceEvents
    .filter((event) => event.name === "RunTask" && event.ph === "X" && mains.has(thread(event)))
    .map(({ dur = 0 }) => dur / 1000)
    .filter((ms) => ms >= LEAST_TASK_MS);
}

/** Null where the page has no table that scrolls. */
export const tableScroll = (target: Target): Promise<{ readonly frames: readonly number[]; readonly tasks: readonly number[] } | null> =>
  inPage(target, "memories", "", async (page) => {
    await untilReady(page);
    const row = page.getByRole("row").nth(3);
    if ((await row.count()) === 0) return null;
    await row.hover();
    await page.evaluate(
      `window.frames_ = []; let last = performance.now(); const next = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(next); }; requestAnimationFrame(next);`,
    );
    const tasks = await tasksOf(page, async () => {
      for (let step = 0; step < 120; step += 1) {
        await page.mouse.wheel(0, step < 90 ? 240 : -240);
        await page.waitForTimeout(STEP_MS);
      }
    });
    return { frames: (await page.evaluate("window.frames_")) as readonly number[], tasks };
  });

export interface GraphRun {
  readonly drawn: string;
  readonly restMs: number;
  readonly tasks: readonly number[];
}

export const graphTasks = (target: Target): Promise<GraphRun> =>
  inPage(target, "memories", "?view=graph", async (page) => {
    const canvas = page.locator('[role="application"][aria-busy="false"]');
    await canvas.waitFor({ timeout: MOST_MS });
    const restMs = Number(await page.evaluate("performance.now()"));
    const box = await canvas.boundingBox();
    if (box === null) throw new Error("The graph has no place on the page.");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const tasks = await tasksOf(page, async () => {
      for (let round = 0; round < 4; round += 1) {
        await page.mouse.move(x, y);
        await page.mouse.down();
        for (let step = 0; step < 40; step += 1) {
          await page.mouse.move(x + 150 * Math.sin(step / 5 + round), y + 100 * Math.cos(step / 5));
          await page.waitForTimeout(STEP_MS);
        }
        await page.mouse.up();
        for (let step = 0; step < 12; step += 1) {
          await page.mouse.wheel(0, round % 2 === 0 ? -120 : 120);
          await page.waitForTimeout(2 * STEP_MS);
        }
      }
    });
    return { drawn: (await canvas.getAttribute("aria-label")) ?? "", restMs, tasks };
  });
