// `npm run console:screenshots`: every page of the console as a picture, light, dark and narrow, on a bank with something of everything;
// and the pages with the longest words in three more languages.
// In: names of pages, or parts of names, or nothing for all; `--build=<folder>` for another build of the console than its package's.
// Out: PNG files in .cache/console/, to be looked at; the paths are printed. What failed is named, and the rest goes on.

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BrowserContextOptions } from "playwright-core";
import { consoleUrl } from "../test/support/address.js";
import { closeBrowser, visit } from "../test/support/browser.js";
import { addNews, newServer, sampleServer } from "./sample-server.js";
import { SHOTS, type Shot } from "./shots/index.js";

interface Look {
  readonly name: string;
  readonly options: BrowserContextOptions;
  /** Absent for all. */
  readonly shots?: readonly string[];
}

const NARROW = { width: 380, height: 780 };
/** Pages with tables, forms and tabs: what a longer word breaks, it breaks here. */
const WORDY = ["home", "memories-filters", "settings", "settings-configuration"];
const LOOKS: readonly Look[] = [
  { name: "light", options: { colorScheme: "light" } },
  { name: "dark", options: { colorScheme: "dark" } },
  { name: "narrow", options: { colorScheme: "light", viewport: NARROW } },
  ...["de", "ja", "zh-CN"].flatMap((locale) => [
    { name: locale, options: { locale }, shots: WORDY },
    { name: `${locale}-narrow`, options: { locale, viewport: NARROW }, shots: WORDY },
  ]),
];

const folder = fileURLToPath(new URL("../../../.cache/console/", import.meta.url));
mkdirSync(folder, { recursive: true });
const build = process.argv.find((each) => each.startsWith("--build="))?.slice("--build=".length);
const wanted = process.argv.slice(2).filter((each) => !each.startsWith("--"));
const isWanted = (look: string, shot: Shot): boolean => wanted.length === 0 || wanted.some((part) => `${shot.name}-${look}`.includes(part));

const server = await sampleServer(60, build);
await addNews(server);
const unused = await newServer(build);
let faulty = 0;
for (const look of LOOKS)
  for (const shot of SHOTS.filter((each) => (look.shots?.includes(each.name) ?? true) && isWanted(look.name, each)))
    for (const fault of await take(shot, look)) {
      console.error(`  ${shot.name} (${look.name}): ${fault}`);
      faulty += 1;
    }
await closeBrowser();
await Promise.all([server.close(), unused.close()]);
process.exitCode = faulty === 0 ? 0 : 1;

function addressOf({ at: path, isNew = false }: Shot, look: string): string {
  const at = path.replace("{look}", look);
  if (isNew || at === "" || at.startsWith("banks/")) return `${(isNew ? unused : server).url}/console/${at}`;
  return consoleUrl(server.url, server.bank, at);
}

async function take(shot: Shot, look: Look): Promise<readonly string[]> {
  const { context, page, faults } = await visit(look.options);
  const failed: string[] = [];
  if (shot.lost !== undefined) await page.route(shot.lost, (route) => route.abort());
  await page.goto(addressOf(shot, look.name));
  await page.locator("h1").first().waitFor();
  try {
    await shot.prepare?.(page);
  } catch (cause) {
    failed.push(`not as it should be: ${cause instanceof Error ? cause.message.split("\n", 1)[0] : String(cause)}`);
  }
  await page.waitForLoadState("networkidle");
  try {
    await page.waitForFunction("document.querySelector('main .animate-pulse, [role=dialog] .animate-pulse') === null", null, {
      timeout: 10_000,
    });
  } catch (cause) {
    failed.push(`still waits for something: ${cause instanceof Error ? cause.name : String(cause)}`);
  }
  await page.evaluate("scrollTo(0, 0)");
  const width = (await page.evaluate("document.documentElement.scrollWidth - innerWidth")) as number;
  if (width > 0) failed.push(`${width} px wider than the window`);
  const file = `${folder}${shot.name}-${look.name}.png`;
  await page.screenshot({ path: file, fullPage: shot.isWhole ?? true });
  console.log(file);
  await context.close();
  return [...failed, ...faults];
}
