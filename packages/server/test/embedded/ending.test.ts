// A server that begins to end: who holds it learns so at once, and a call that comes a moment too late goes to the next one.
// What was left by one that was killed, and what is said by strangers, ends neither a program nor a server.

import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { HindsightServer } from "@hindsight-memory/server/embedded";
import { expect, onTestFinished, test } from "vitest";
import { freshDataDir } from "../../../engine/test/support/database.js";
import { type Control, openControl } from "../../src/embedded/control.js";
import { holdServer } from "../../src/embedded/hold.js";
import { writeState } from "../../src/embedded/state.js";

async function folderWith(
  url: string,
  onEnd: () => void = () => undefined,
): Promise<{ readonly folder: string; readonly control: Control }> {
  const folder = await freshDataDir();
  const control = await openControl({ keepRunning: true, onEnd });
  const { port: controlPort, token } = control;
  writeState(folder, { url, pid: process.pid, controlPort, token });
  onTestFinished(async () => {
    control.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, control };
}

test("the end is told to those who hold it, and waited for by the one who asked for it", async () => {
  const { folder, control } = await folderWith("http://127.0.0.1:1", () => control.letGo());
  const [one, other] = [await holdServer(folder, false), await holdServer(folder, false)];
  let isOver = false;
  const over = other?.release("stop").then(() => {
    isOver = true;
  });
  await expect.poll(() => one?.isOpen(), { interval: 5 }).toBe(false);
  expect(isOver).toBe(false);
  control.close();
  await over;
});

test("a call that nobody listens to any more is made to the server that is there next, once", async () => {
  const next = createServer((_, response) => void response.setHeader("content-type", "application/json").end('{"results": []}'));
  await new Promise<void>((resolve) => next.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void next.close());
  const { folder, control } = await folderWith("http://127.0.0.1:65533"); // where nobody listens
  const server = new HindsightServer({ dataDir: folder });
  const client = server.client({ maxRetries: 0 });
  await server.start();
  const url = `http://127.0.0.1:${(next.address() as AddressInfo).port}`;
  writeState(folder, { url, pid: process.pid, controlPort: control.port, token: control.token });
  expect(await client.recall("team", "Who has the pager?")).toMatchObject({ results: [] });
  await server.stop();
});

test("what a killed server left, or anything else in its file, is no server, and ends no program", async () => {
  const { folder } = await folderWith("http://127.0.0.1:1");
  const gone = JSON.stringify({ url: "http://127.0.0.1:1", pid: 1, controlPort: 65533, token: "t" }); // where nobody listens
  for (const text of [gone, "{}", "null", "[]", "\0", gone.replace("65533", "99999"), gone.replace("65533", '"65533"')]) {
    writeFileSync(path.join(folder, "server.json"), text);
    expect(await holdServer(folder, false), text).toBeNull();
  }
});

test("who does not say the token is sent away, however much it says, and one that is killed leaves the server as it was", async () => {
  const { folder, control } = await folderWith("http://127.0.0.1:1");
  for (const said of ["null\n", '{"token": 5}\n', "x".repeat(1_000_000)]) {
    const socket = connect({ port: control.port, host: "127.0.0.1" });
    socket.on("error", () => undefined); // it is sent away while it speaks
    socket.write(said);
    await new Promise((resolve) => socket.once("close", resolve));
  }
  const killed = connect({ port: control.port, host: "127.0.0.1" });
  killed.write(`${JSON.stringify({ token: control.token })}\n`);
  await once(killed, "data");
  killed.resetAndDestroy();
  const hold = await holdServer(folder, false);
  expect(hold?.isOpen()).toBe(true);
});
