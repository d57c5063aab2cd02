// The bridge between a local client and a server: word for word, across a restart of the server, and with plain words when there is none.

import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { agent } from "../../../../test/mcp/support/client.js";
import { type Doors, doors } from "../../../../test/mcp/support/doors.js";
import { bridge } from "../../src/mcp/bridge.js";

let house: Doors;
beforeAll(async () => {
  house = await doors();
});
afterAll(() => house.close());

test("a client goes on through a restart of the server, and hears when there is none", async () => {
  const first = await house.open();
  const [client, local] = InMemoryTransport.createLinkedPair();
  const warnings: string[] = [];
  const options = { url: `${first.url}/`, key: null, bank: "a/b", warn: (line: string) => void warnings.push(line) };
  const running = await bridge(local as Transport, options);
  const kit = await agent(client as Transport);
  expect((await kit.call("get_bank")).value.error).toContain("'a/b'");
  expect(await kit.toolNames()).not.toContain("list_banks");

  await first.close();
  await expect(kit.call("get_bank")).rejects.toThrow(`The Hindsight server at ${options.url} cannot be reached`);
  expect(warnings.length).toBeGreaterThan(0);

  await house.open({ HINDSIGHT_API_PORT: new URL(first.url).port });
  // Connections of the old server that the client has not seen close yet cost it a call each.
  await vi.waitFor(async () => expect((await kit.call("get_bank")).value.error).toContain("'a/b'"), { timeout: 10_000 });
  expect((await kit.call("sync_retain", { content: "The server came back." })).value.status).toBe("completed");
  expect((await kit.call("get_bank")).value.bank_id).toBe("a/b");
  await running.close();
  await running.ended;
});
