// Event streams of the older protocol: what waits for a client that does not read has a limit.

import { expect, test } from "vitest";
import { eventTransport } from "../../src/mcp/events.js";

const message = { jsonrpc: "2.0", id: 1, result: { text: "x".repeat(1_000) } } as const;

test("a client that does not read its stream loses it, one that reads keeps it", async () => {
  const read = eventTransport("a", "/messages", 1_500);
  const unread = eventTransport("b", "/messages", 1_500);
  const ended: string[] = [];
  read.onclose = () => ended.push("read");
  unread.onclose = () => ended.push("unread");
  const reader = read.stream.getReader();
  for (let n = 0; n < 5; n++) {
    await reader.read();
    await read.send(message);
  }
  for (let n = 0; n < 3; n++) await unread.send(message).catch(() => undefined);
  expect(ended).toEqual(["unread"]);
  await expect(unread.stream.getReader().read()).rejects.toThrow("does not read");
  await expect(unread.send(message)).rejects.toThrow("Nobody listens");
  await read.close();
});
