#!/usr/bin/env node
// The S3 server of the tests (moto, Apache-2.0): `node scripts/test-s3.mjs start | stop | url`.
// In: python3 with venv, and pip's registry at the first start. Out: the server's address on stdout, and in .cache/test-s3/state.json.
// It keeps its objects in memory and knows no other keys than the ones it is asked with. `start` twice is one server.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../.cache/test-s3", import.meta.url));
const venv = path.join(folder, "venv");
const stateFile = path.join(folder, "state.json");
const starting = path.join(folder, "starting");
const bin = path.join(venv, process.platform === "win32" ? "Scripts" : "bin");

function fail(message) {
  rmSync(starting, { recursive: true, force: true });
  console.error(message);
  process.exit(1);
}

function run(command, args) {
  const result = spawnSync(command, args, { encoding: "utf8" });
  if (result.status !== 0)
    fail(`${command} ${args.join(" ")} failed:\n${result.error?.message ?? ""}${result.stdout ?? ""}${result.stderr ?? ""}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function answers(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false; // not there, or not yet
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const state = () => (existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, "utf8")) : null);

async function runningUrl() {
  const url = state()?.url ?? null;
  return url !== null && (await answers(url)) ? url : null;
}

/** One process starts the server; others that come meanwhile wait for it. */
async function start() {
  mkdirSync(folder, { recursive: true });
  for (let waited = 0; waited < 300; waited++) {
    const url = await runningUrl();
    if (url !== null) return url;
    try {
      mkdirSync(starting);
      return await startNow();
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    await pause(1000);
  }
  return fail(`Another start has not ended for five minutes. If none is running, remove ${starting}.`);
}

async function startNow() {
  if (!existsSync(path.join(venv, "complete"))) {
    rmSync(venv, { recursive: true, force: true });
    run("python3", ["-m", "venv", venv]);
    run(path.join(bin, "python"), ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "moto[server]"]);
    writeFileSync(path.join(venv, "complete"), "");
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(path.join(folder, "server.log"), "w");
  const server = spawn(path.join(bin, "moto_server"), ["-H", "127.0.0.1", "-p", String(port)], {
    detached: true,
    stdio: ["ignore", log, log],
  });
  server.unref();
  for (let waited = 0; waited < 120 && !(await answers(url)); waited++) await pause(250);
  if (!(await answers(url))) fail(`The S3 server does not answer:\n${readFileSync(path.join(folder, "server.log"), "utf8").slice(-2000)}`);
  writeFileSync(stateFile, `${JSON.stringify({ url, pid: server.pid })}\n`);
  rmSync(starting, { recursive: true, force: true });
  return url;
}

const command = process.argv[2] ?? "start";
if (command === "start") {
  console.log(await start());
} else if (command === "url") {
  console.log((await runningUrl()) ?? fail("It is not running: node scripts/test-s3.mjs start"));
} else if (command === "stop") {
  const { pid } = state() ?? {};
  if (pid !== undefined && (await runningUrl()) !== null) process.kill(pid);
  rmSync(stateFile, { force: true });
} else {
  fail("node scripts/test-s3.mjs start | stop | url");
}
