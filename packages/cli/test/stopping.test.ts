// What stands between a supervisor and the server: signals get through, and nobody is left behind who holds a port and a folder.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { HINDSIGHT } from "../../../test/support/command.js";
import { freshDataDir } from "../../engine/test/support/database.js";

const STAND_FOR = new URL("../../../scripts/stand-for.mjs", import.meta.url).href;
/** Stands before a program that would run for ever, and says its pid. */
const STANDING = `
  const { spawn } = await import("node:child_process");
  const { standFor } = await import(${JSON.stringify(STAND_FOR)});
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  standFor(child);
  console.log("child=" + child.pid);`;

/** A process that starts `args` with Node and waits for it, as npm does; the output of both comes out of it. */
function parentOf(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const code = `require("node:child_process").spawn(process.execPath, ${JSON.stringify(args)}, { stdio: "inherit" }); setInterval(() => {}, 1000);`;
  const { npm_lifecycle_event: _, ...own } = process.env; // the tests may be npm's themselves
  return spawn(process.execPath, ["-e", code], { env: { ...own, ...env }, stdio: ["ignore", "pipe", "inherit"] });
}

async function said(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = "";
  for await (const data of child.stdout ?? []) {
    output += String(data);
    const found = pattern.exec(output)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`It ended before it said ${pattern}: ${output}`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 50));
}

test("a signal to who stands before the server ends both", async () => {
  const standing = spawn(process.execPath, ["--input-type=module", "-e", STANDING], { stdio: ["ignore", "pipe", "inherit"] });
  const pid = Number(await said(standing, /child=(\d+)/));
  expect(isAlive(pid)).toBe(true);
  standing.kill("SIGTERM");
  await once(standing, "exit");
  await gone(pid);
});

test("npm's end ends what it started, and nobody else's does", async () => {
  const args = ["--input-type=module", "-e", STANDING];
  const npm = parentOf(args, { npm_lifecycle_event: "start" });
  const other = parentOf(args, {});
  const [ended, kept] = [Number(await said(npm, /child=(\d+)/)), Number(await said(other, /child=(\d+)/))];
  npm.kill("SIGKILL");
  other.kill("SIGKILL");
  await gone(ended);
  expect(isAlive(kept)).toBe(true); // control: it was not the end of a parent as such
  process.kill(kept, "SIGKILL");
});

test("a server of npx stops when npx is gone", { timeout: 120_000 }, async () => {
  const dataDir = await freshDataDir();
  const args = [...HINDSIGHT, "serve", "--port", "0", "--data-dir", dataDir];
  const npx = parentOf(args, { npm_lifecycle_event: "npx", HINDSIGHT_API_LOG_LEVEL: "fatal" });
  const url = await said(npx, /listening on (\S+)/);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  npx.kill("SIGKILL");
  const answers = (): Promise<boolean> =>
    fetch(`${url}/health/live`).then(
      () => true,
      () => false,
    );
  while (await answers()) await new Promise((resolve) => setTimeout(resolve, 50));
  rmSync(dataDir, { recursive: true, force: true });
});
