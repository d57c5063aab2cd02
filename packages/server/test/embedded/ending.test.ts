// A server that begins to end: who holds it learns so at once, and a call that comes a moment too late goes to the next one.

import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
