// `npm run console:screenshots`: every page of the console as a picture, light, dark and narrow, on a bank with something of everything.
// In: names of pages, or nothing for all. Out: PNG files in .cache/console/, to be looked at; the paths are printed.

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BrowserContextOptions } from "playwright-core";
import { consoleUrl } from "../test/support/address.js";
import { closeBrowser, visit } from "../test/support/browser.js";
import { sampleServer } from "./sample-server.js";
import { SHOTS } from "./shots.js";

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  narrow: { colorScheme: "light", viewport: { width: 380, height: 780 } },
};

const folder = fileURLToPath(new URL("../../../.cache/console/", import.meta.url));
mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
const server = await sampleServer(60);
let faulty = 0;
for (const [look, options] of Object.entries(LOOKS)) {
  for (const shot of SHOTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const { context, page, faults } = await visit(options);
    await page.goto(
      shot.section === null ? `${server.url}/console/` : consoleUrl(server.url, server.bank, shot.section) + (shot.search ?? ""),
    );
    await page.locator("h1").first().waitFor();
    await shot.prepare?.(page);
    await page.waitForLoadState("networkidle");
    const file = `${folder}${shot.name}-${look}.png`;
    await page.screenshot({ path: file, fullPage: shot.isWhole ?? true });
    console.log(file);
    for (const fault of faults) console.error(`  ${shot.name} (${look}): ${fault}`);
    faulty += faults.length;
    await context.close();
  }
}
await closeBrowser();
await server.close();
process.exitCode = faulty === 0 ? 0 : 1;
