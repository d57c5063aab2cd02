// Tokens of an identity provider: whose they are, and every way in which one does not hold.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type JwtSettings, tokenReader } from "../../src/access/jwt.js";
import { schemaOf } from "../../src/access/schema-name.js";

const ISSUER = "https://id.example.org";
const USER = "3f0c1f7e-8a52-4a34-9c5e-0e8a0f2b9d11";

let issuer: Server;
let asked = 0;
let answer: () => { readonly status: number; readonly body: unknown };
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let other: Awaited<ReturnType<typeof generateKeyPair>>;
let settings: JwtSettings;

beforeAll(async () => {
  [keys, other] = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")]);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "ES256" };
  answer = () => ({ status: 200, body: { keys: [jwk] } });
  issuer = createServer((_, response) => {
    asked += 1;
    const { status, body } = answer();
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => issuer.listen(0, "127.0.0.1", resolve));
  settings = {
    jwtIssuer: ISSUER,
    jwtAudience: ["memory"],
    jwtJwksUrl: `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/keys`,
    jwtAlgorithms: ["RS256", "ES256"],
    jwtTenantClaim: "sub",
    jwtScopeClaim: "scope",
    jwtClockSkewSeconds: 30,
    tenantSchemaPrefix: "user",
  };
});
afterAll(() => issuer.close());

const seconds = () => Math.floor(Date.now() / 1000);
const signed = (
  claims: Readonly<Record<string, unknown>> = {},
  header: { alg?: string; kid?: string } = {},
  key: Parameters<SignJWT["sign"]>[0] = keys.privateKey,
) =>
  new SignJWT({ iss: ISSUER, aud: "memory", sub: USER, exp: seconds() + 60, ...claims } as JWTPayload)
    .setProtectedHeader({ alg: "ES256", kid: "one", ...header })
    .sign(key);
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("a token", () => {
  test("that holds is its tenant's, with full access to that tenant", async () => {
    expect(await tokenReader(settings)(await signed())).toEqual({
      subject: USER,
      banks: null,
      tenant: "user_3f0c1f7e_8a52_4a34_9c5e_0e8a0f2b9d11",
    });
  });

  test("has what its scopes say, as words or as a list", async () => {
    const read = tokenReader(settings);
    expect(await read(await signed({ scope: "openid memory:read memory:bank:team-* memory:bank:notes" }))).toMatchObject({
      access: "read",
      banks: ["team-*", "notes"],
    });
    expect(await read(await signed({ scope: ["memory:write", "memory:read"] }))).toMatchObject({ access: "write", banks: null });
    expect(await read(await signed({ scope: "memory:bank:notes" }))).toMatchObject({ access: "write", banks: ["notes"] });
    for (const scope of [{ access: "memory:read" }, 1, ["memory:read", 1]])
      await expect(read(await signed({ scope })), JSON.stringify(scope)).rejects.toMatchObject({ code: "unauthorized" }); // unreadable is not none
  });

  test("without scopes is nobody where all share the home tenant", async () => {
    const read = tokenReader({ ...settings, jwtTenantClaim: "home" });
    await expect(read(await signed())).rejects.toMatchObject({ code: "forbidden" });
    expect(await read(await signed({ scope: "memory:write" }))).toEqual({ subject: USER, access: "write", banks: null });
  });

  test("that does not hold is refused, whatever is wrong with it", async () => {
    const read = tokenReader(settings);
    const publicPem = new TextEncoder().encode(await exportSPKI(keys.publicKey));
    const wrong = {
      expired: await signed({ exp: seconds() - 31 }),
      "not begun": await signed({ nbf: seconds() + 60 }),
      "without an end": await signed({ exp: undefined }),
      "of another issuer": await signed({ iss: "https://evil.example.org" }),
      "for another service": await signed({ aud: "mail" }),
      "without a tenant": await signed({ sub: undefined }),
      "signed by another": await signed({}, {}, other.privateKey),
      "of an unknown key": await signed({}, { kid: "two" }),
      unsigned: `${base64({ alg: "none" })}.${base64({ iss: ISSUER, aud: "memory", sub: USER, exp: seconds() + 60 })}.`,
      "signed with the public key as a secret": await signed({}, { alg: "HS256" }, publicPem),
      "cut off": (await signed()).slice(0, -4),
      changed: (await signed()).replace(/\.[^.]+\./, `.${base64({ iss: ISSUER, aud: "memory", sub: "root", exp: seconds() + 60 })}.`),
      empty: "",
      endless: `${"a".repeat(20_000)}.b.c`,
      "no token": "hello",
    };
    for (const [what, token] of Object.entries(wrong)) await expect(read(token), what).rejects.toMatchObject({ code: "unauthorized" });
    expect(await read(await signed({ exp: seconds() - 20 }))).toMatchObject({ subject: USER }); // control: within the skew of clocks
  });

  test("makes the issuer's keys be asked for once, also when many name unknown keys", async () => {
    const before = asked;
    const read = tokenReader(settings);
    await Promise.all([read(await signed()), read(await signed())]);
    for (let i = 0; i < 5; i++)
      await expect(read(await signed({}, { kid: `forged-${i}` }))).rejects.toMatchObject({ code: "unauthorized" });
    expect(asked - before).toBe(1);
  });

  test("is no worse for it when the issuer does not answer: that is told as such", async () => {
    const usual = answer;
    for (const broken of [
      { status: 500, body: {} },
      { status: 200, body: { nonsense: true } },
    ]) {
      answer = () => broken;
      await expect(tokenReader(settings)(await signed())).rejects.toMatchObject({ code: "identity_unavailable" });
    }
    answer = usual;
  });
});

describe("settings that would let others in", () => {
  test.each<[string, Partial<JwtSettings>]>([
    ["no issuer", { jwtIssuer: "" }],
    ["no audience", { jwtAudience: [] }],
    ["a shared secret", { jwtAlgorithms: ["RS256", "HS256"] }],
    ["no signature", { jwtAlgorithms: ["none"] }],
    ["no algorithm at all", { jwtAlgorithms: [] }],
    ["keys without TLS", { jwtJwksUrl: "http://id.example.org/keys" }],
    ["no URL", { jwtJwksUrl: "keys" }],
  ])("are refused: %s", (_, change) => {
    expect(() => tokenReader({ ...settings, ...change })).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
  });
});

test("no two tenants share a schema, however they are called", () => {
  const names = ["a-b", "a_b", "A-b", "a--b", "a b", "ab", "a-b-", USER, USER.toUpperCase(), "x".repeat(41), "x".repeat(400), "äb", "a'b"];
  const schemas = names.map((name) => schemaOf("user", name));
  expect(new Set(schemas).size).toBe(names.length);
  for (const schema of schemas) expect(schema).toMatch(/^[a-z_][a-z0-9_]{0,62}$/);
  expect(schemaOf("user", schemaOf("", "A-b"))).not.toBe(schemaOf("user", "A-b"));
});
