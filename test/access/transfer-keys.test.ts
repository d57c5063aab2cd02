// Keys that hold for some banks: an archive and a clone make no bank that their holder may not have, whatever names it.

import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClosedServer, closedServer } from "../support/closed-server.js";
import { bankPath, type Reply, send } from "../support/server.js";

let server: ClosedServer;
let all: string;
let some: string;
beforeAll(async () => {
  server = await closedServer("pglite");
  all = await server.key({ access: "admin" });
  some = await server.key({ access: "admin", banks: ["mine*"] });
  for (const bank of ["mine-a", "other"]) {
    const reply = await server.as(all, "POST", bankPath(bank, "/memories"), { items: [{ content: `A fact of ${bank}.` }] });
    expect(reply.status).toBe(200);
  }
});
afterAll(() => server.close());

async function archiveOf(bank: string): Promise<Uint8Array> {
  const { body } = await server.as(all, "POST", bankPath(bank, "/transfer/export"));
  await server.engine.idle();
  const operation = (await server.as(all, "GET", bankPath(bank, `/operations/${body.operation_id}`))).body;
  const fetched = await fetch(server.url + operation.result_metadata.download_url, { headers: { authorization: `Bearer ${all}` } });
  expect(fetched.status).toBe(200);
  return new Uint8Array(await fetched.arrayBuffer());
}

async function sent(key: string, path: string, archive: Uint8Array): Promise<Reply> {
  const form = new FormData();
  form.append("file", new Blob([archive as unknown as string]), "a.zip");
  const body = new Response(form);
  const headers = { authorization: `Bearer ${key}`, "content-type": body.headers.get("content-type") ?? "" };
  return send(server.url, "POST", path, new Uint8Array(await body.arrayBuffer()), { headers });
}

const isThere = async (bank: string): Promise<boolean> => (await server.as(all, "GET", bankPath(bank, "/config"))).status === 200;

it("a clone is made where its caller may, and nowhere else", async () => {
  expect((await server.as(some, "POST", bankPath("mine-a", "/clone?target_bank_id=theirs"))).status).toBe(403);
  expect((await server.as(some, "POST", bankPath("other", "/clone?target_bank_id=mine-b"))).status).toBe(403);
  expect((await server.as(some, "POST", bankPath("mine-a", "/clone?target_bank_id=mine-b"))).status).toBe(202); // control
  await server.engine.idle();
  expect([await isThere("mine-b"), await isThere("theirs")]).toEqual([true, false]);
});

it("an archive is restored where its caller may, also by the name that stands in it", async () => {
  const [mine, other] = [await archiveOf("mine-a"), await archiveOf("other")];
  expect((await server.as(some, "POST", bankPath("other", "/transfer/export"))).status).toBe(403);
  expect((await sent(some, bankPath("other", "/document-transfer"), mine)).status).toBe(403);
  expect((await sent(some, bankPath("mine-c", "/transfer/import?target_bank_id=theirs"), mine)).status).toBe(403);
  await server.as(all, "DELETE", bankPath("other")); // its name is free, and not theirs
  expect((await sent(some, bankPath("mine-c", "/transfer/import"), other)).status).toBe(403);
  expect([await isThere("mine-c"), await isThere("theirs"), await isThere("other")]).toEqual([false, false, false]);
  expect((await sent(some, bankPath("mine-c", "/transfer/import?target_bank_id=mine-c"), other)).status).toBe(202); // control
  await server.engine.idle();
  expect(await isThere("mine-c")).toBe(true);
});

it("a key that only writes neither exports, imports nor clones", async () => {
  const writes = await server.key({ access: "write" });
  for (const rest of ["/transfer/export", "/clone?target_bank_id=x", "/document-transfer/export", "/document-transfer", "/transfer/import"])
    expect((await server.as(writes, "POST", bankPath("mine-a", rest))).status, rest).toBe(403);
});
