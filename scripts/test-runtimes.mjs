#!/usr/bin/env node
// Other JavaScript runtimes for the tests: Bun and Deno, from their npm packages.
// In: npm's registry, at the first start. Out: both programs in .cache/test-runtimes, and their paths on stdout as JSON: {"bun": …, "deno": …}.
// They are no development dependency: 200 MB that only one test needs would come with every checkout. The programs lie in the packages of each platform, so no install script has to run.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGES = ["bun@1.4.5", "deno@2.9.6"];
const folder = path.join(fileURLToPath(new URL("..", import.meta.url)), ".cache", "test-runtimes");
const suffix = process.platform === "win32" ? ".exe" : "";

/** The program in whichever platform's package of this scope was installed. */
function program(scope, ...rest) {
  const scoped = path.join(folder, "node_modules", scope);
  const found = (existsSync(scoped) ? readdirSync(scoped) : []).map((name) => path.join(scoped, name, ...rest) + suffix);
  return found.find((file) => existsSync(file)) ?? null;
}

const programs = () => ({ bun: program("@oven", "bin", "bun"), deno: program("@deno", "deno") });
const areThere = ({ bun, deno }) => bun !== null && deno !== null;

if (!areThere(programs())) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }');
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const options = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...PACKAGES];
  const { status } = spawnSync(npm, options, { cwd: folder, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  if (status !== 0 || !areThere(programs())) {
    console.error(`${PACKAGES.join(" and ")} could not be installed from npm's registry for this platform.`);
    process.exit(1);
  }
}
console.log(JSON.stringify(programs()));
