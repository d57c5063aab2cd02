#!/usr/bin/env node
// Code generators for the tests: two that read the specification by parsers of their own.
// In: npm's registry, at the first start. Out: both programs in .cache/test-generators, and the folder of their commands on stdout.
// They are no development dependency: both want the classic compiler API, which TypeScript 7 does not have, and bring a compiler of their own.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** As scripts/client-types.ts has them, where it has them. */
const PACKAGES = ["@hey-api/openapi-ts@0.99.0", "openapi-typescript@7.13.0", "typescript@5.9.3"];
const folder = path.join(fileURLToPath(new URL("..", import.meta.url)), ".cache", "test-generators");
const bin = path.join(folder, "node_modules", ".bin");
const areThere = () => ["openapi-ts", "openapi-typescript"].every((name) => existsSync(path.join(bin, name)));

if (!areThere()) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }');
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const options = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...PACKAGES];
  const { status } = spawnSync(npm, options, { cwd: folder, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  if (status !== 0 || !areThere()) {
    console.error(`${PACKAGES.join(", ")} could not be installed from npm's registry.`);
    process.exit(1);
  }
}
console.log(bin);
