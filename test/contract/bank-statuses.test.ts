// Banks themselves, by live calls: what is kept and what is refused when they are set up, listed and named, which the schema does not say.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankPath, openServer, type Reply, type TestServer } from "../support/server.js";

let server: TestServer;

beforeAll(async () => {
  server = await openServer();
  await server.call("PUT", bankPath("other"), {});
});
afterAll(() => server.close());

const get = (rest: string, bank: string): Promise<Reply> => server.call("GET", bankPath(bank, rest));

describe("banks", () => {
  it("keep what is not sent, and take every name of the mission", async () => {
    const bank = "missions";
    expect((await server.call("PUT", bankPath(bank), { name: "N", mission: "one" })).body).toMatchObject({ name: "N", mission: "one" });
    expect((await server.call("PUT", bankPath(bank), { background: "two" })).body).toMatchObject({ name: "N", mission: "two" });
    expect((await server.call("PATCH", bankPath(bank), { reflect_mission: "three", mission: "four" })).body.mission).toBe("three");
    expect((await server.call("PUT", bankPath(bank), { name: null, mission: null, disposition_empathy: 5 })).body).toMatchObject({
      name: "N",
      mission: "three",
      disposition: { empathy: 5 },
    });
    expect(
      (await server.call("PUT", bankPath(bank), { disposition: { skepticism: 1, literalism: 2, empathy: 3 } })).body.disposition,
    ).toEqual({
      skepticism: 1,
      literalism: 2,
      empathy: 3,
    });
    for (const trait of [0, 6, 2.5, "x"])
      expect((await server.call("PUT", bankPath(bank), { disposition_empathy: trait })).status, String(trait)).toBe(422);
  });

  it("are listed by page and part of the id", async () => {
    const all = (await server.call("GET", "/v1/default/banks?limit=1")).body;
    expect([all.banks.length, all.limit, all.offset]).toEqual([1, 1, 0]);
    expect(all.total).toBeGreaterThan(1);
    const some = (await server.call("GET", "/v1/default/banks?q=missions")).body;
    expect(some.banks).toMatchObject([{ bank_id: "missions", display_alias: null, matched_aliases: [], disposition: expect.any(Object) }]);
  });

  it("have a configuration: unknown names and wrong types are refused, null removes an override", async () => {
    const path = bankPath("configured", "/config");
    expect((await server.call("PATCH", path, { updates: { retain_extraction_mode: "verbatim" } })).body.overrides).toEqual({
      retain_extraction_mode: "verbatim",
    });
    for (const updates of [{ no_such_setting: 1 }, { retain_chunk_size: "large" }, { database_url: "x" }, JSON.parse('{"__proto__":1}')]) {
      expect((await server.call("PATCH", path, { updates })).status, JSON.stringify(updates)).toBe(400);
    }
    expect((await server.call("PATCH", path, { updates: [] })).status).toBe(422);
    expect((await server.call("PATCH", path, { updates: { retain_extraction_mode: null } })).body.overrides).toEqual({});
  });

  it("have aliases", async () => {
    await server.call("PUT", bankPath("aliased"), {});
    const at = bankPath("aliased", "/aliases");
    expect(await server.call("POST", at, { alias: "nick" })).toMatchObject({
      status: 201,
      body: { bank_id: "aliased", aliases: [{ alias: "nick", primary: false }] },
    });
    expect((await server.call("POST", at, { alias: "nick" })).status).toBe(409);
    expect((await server.call("POST", at, { alias: "missions" })).status).toBe(409);
    expect((await server.call("POST", at, { alias: "aliased" })).status).toBe(400);
    expect((await server.call("POST", at, { alias: "_x" })).status).toBe(400);
    expect((await server.call("PATCH", `${at}/nick`, { primary: true })).body.aliases).toEqual([{ alias: "nick", primary: true }]);
    expect((await server.call("PATCH", `${at}/none`, { primary: true })).status).toBe(404);
    expect((await server.call("GET", "/v1/default/banks?q=nick")).body.banks).toMatchObject([
      { bank_id: "aliased", display_alias: "nick", matched_aliases: ["nick"] },
    ]);
    await server.retain("nick", [{ content: "Fay sails.", document_id: "fay" }]);
    expect((await get("/documents/fay", "nick")).body.bank_id).toBe("aliased");
    expect((await get("/operations", "nick")).body.bank_id).toBe("aliased");
    expect((await server.call("DELETE", `${at}/nick`)).body.aliases).toEqual([]);
    expect((await server.call("DELETE", `${at}/nick`)).status).toBe(404);
  });
});
