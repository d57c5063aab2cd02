#!/usr/bin/env node
// The S3 server of the tests (moto, Apache-2.0): `node scripts/test-s3.mjs start | stop | url`.
// In: python3 with venv, and pip's registry at the first start. Out: the server's address on stdout, and in .cache/test-s3/state.json.
// It keeps its objects in memory and knows no other keys than the ones it is asked with. `start` twice is one server.

import { spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import path from "node:path";
import { freePort, pause, testService } from "./test-service.mjs";

const service = testService("test-s3", "test-s3.mjs");
const logFile = path.join(service.folder, "server.log");

async function answers(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false; // not there, or not yet
  }
}

async function runningUrl() {
  const url = service.readState()?.url ?? null;
  return url !== null && (await answers(url)) ? url : null;
}

async function startNow() {
  await service.installOnce("moto[server]");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(logFile, "w");
  const server = spawn(path.join(service.bin, "moto_server"), ["-H", "127.0.0.1", "-p", String(port)], {
    detached: true,
    stdio: ["ignore", log, log],
  });
  server.unref();
  for (let waited = 0; waited < 120 && !(await answers(url)); waited++) await pause(250);
  if (!(await answers(url))) service.fail(`The S3 server does not answer:\n${readFileSync(logFile, "utf8").slice(-2000)}`);
  service.writeState({ url, pid: server.pid });
  return url;
}

async function stop() {
  const { pid } = service.readState() ?? {};
  if (pid !== undefined && (await runningUrl()) !== null) process.kill(pid);
  service.forgetState();
}

await service.command({ start: () => service.start(runningUrl, startNow), stop, runningUrl });
