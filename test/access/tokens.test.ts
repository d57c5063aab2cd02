// Users of an identity provider before a real server: each has a tenant of its own, made at the first call.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type ClosedServer, closedServer } from "../support/closed-server.js";

const ISSUER = "https://id.example.org";
let issuer: Server;
let server: ClosedServer;
let signKey: Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];
beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  signKey = privateKey;
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: "one", alg: "RS256" }] };
  issuer = createServer((_, response) => response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(keys)));
  await new Promise<void>((resolve) => issuer.listen(0, "127.0.0.1", resolve));
  server = await closedServer(testPostgresUrl() === null ? "pglite" : "postgres", {
    HINDSIGHT_API_TENANT_EXTENSION: "jwt",
    HINDSIGHT_API_TENANT_JWT_ISSUER: ISSUER,
    HINDSIGHT_API_TENANT_JWT_AUDIENCE: "memory",
    HINDSIGHT_API_TENANT_JWT_JWKS_URL: `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/keys`,
  });
});
afterAll(async () => {
  await server.close();
  issuer.close();
});

const token = (sub: string, claims: object = {}) =>
  new SignJWT({ iss: ISSUER, aud: "memory", sub, exp: Math.floor(Date.now() / 1000) + 60, ...claims })
    .setProtectedHeader({ alg: "RS256", kid: "one" })
    .sign(signKey);
const B = "/v1/default/banks/notes";

test("two users meet in no bank, their first calls at once included", async () => {
  const [ann, ben] = [await token("ann"), await token("ben")];
  const retain = (who: string, content: string) => server.as(who, "POST", `${B}/memories`, { items: [{ content }] });
  const replies = await Promise.all([retain(ann, "Ann hid the tulip-42."), retain(ben, "Ben rows."), retain(ann, "Ann sings.")]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const told = async (who: string) => (await server.as(who, "GET", `${B}/memories/list`)).text;
  expect([(await told(ann)).includes("tulip-42"), (await told(ann)).includes("Ben")]).toEqual([true, false]);
  expect([(await told(ben)).includes("tulip-42"), (await told(ben)).includes("Ben")]).toEqual([false, true]);
  expect((await server.engine.tenants.list()).map(({ name }) => name)).toEqual(["public", "user_ann", "user_ben"]);
});

test("a token has its scopes, and a stored key is taken beside it", async () => {
  const reader = await token("ann", { scope: "openid memory:read memory:bank:notes" });
  expect((await server.as(reader, "GET", `${B}/memories/list`)).status).toBe(200);
  expect((await server.as(reader, "POST", `${B}/memories`, {})).status).toBe(403);
  expect((await server.as(reader, "GET", "/v1/default/banks/diary/memories/list")).status).toBe(403);
  const key = await server.key({ access: "read" }, "user_ann");
  expect((await server.as(key, "GET", `${B}/memories/list`)).text).toContain("tulip-42");
});

test("nobody is let in by anything else, and makes no tenant by trying", async () => {
  const forged = `${(await token("eve")).slice(0, -6)}AAAAAA`;
  for (const presented of [null, "", "hello", forged, "a.b.c"]) {
    const reply = await server.as(presented, "GET", "/v1/default/banks");
    expect([reply.status, reply.body.detail]).toEqual([401, expect.stringMatching(/^Authentication failed: /)]);
  }
  expect((await server.engine.tenants.list()).map(({ name }) => name)).not.toContain("user_eve");
});
