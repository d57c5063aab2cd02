// Calls from web pages: what a browser asks before it lets a page of another origin read a reply.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankPath, openServer, type TestServer } from "../support/server.js";

const LISTED = "https://console.example.com";
const preflight = { "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type" };

describe("a page of another origin", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer({ HINDSIGHT_API_CORS_ORIGINS: `${LISTED}, https://other.example.com`, HINDSIGHT_API_TENANT_API_KEY: "key" });
  });
  afterAll(() => server.close());

  it("may call where it is listed: it asks without a key, and reads replies, refusals among them", async () => {
    const path = bankPath("b", "/memories/recall");
    const asked = await server.call("OPTIONS", path, undefined, { headers: { Origin: LISTED, ...preflight } });
    expect(asked.status).toBe(204);
    expect(asked.headers).toMatchObject({ "access-control-allow-origin": LISTED, vary: expect.stringContaining("Origin") });
    expect(asked.headers["access-control-allow-headers"]?.toLowerCase()).toContain("authorization");
    expect(asked.headers["access-control-allow-methods"]).toContain("PATCH");
    expect(asked.headers).not.toHaveProperty("access-control-allow-credentials");

    const headers = { Origin: LISTED, Authorization: "Bearer key" };
    const read = await server.call("GET", "/v1/default/banks", undefined, { headers });
    expect([read.status, read.headers["access-control-allow-origin"]]).toEqual([200, LISTED]);
    expect(read.headers["access-control-expose-headers"]).toContain("X-Request-Id");
    const refused = await server.call("GET", "/v1/default/banks", undefined, { headers: { Origin: LISTED } });
    expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([401, LISTED]);
  });

  it("may not where it is not", async () => {
    for (const origin of ["https://evil.example.com", "https://console.example.com.evil.example", "null"]) {
      const asked = await server.call("OPTIONS", bankPath("b"), undefined, { headers: { Origin: origin, ...preflight } });
      expect(asked.headers, origin).not.toHaveProperty("access-control-allow-origin");
      const read = await server.call("GET", "/version", undefined, { headers: { Origin: origin } });
      expect(read.headers, origin).not.toHaveProperty("access-control-allow-origin");
    }
  });
});

describe("every origin", () => {
  it("is refused at the start of a server that asks for no key, and taken where a key stands in", async () => {
    await expect(openServer({ HINDSIGHT_API_CORS_ORIGINS: "*" })).rejects.toThrow("every web page that a user opens");
    const server = await openServer({ HINDSIGHT_API_CORS_ORIGINS: "*", HINDSIGHT_API_TENANT_API_KEY: "key" });
    try {
      const { headers } = await server.call("GET", "/version", undefined, { headers: { Origin: "https://any.example.com" } });
      expect(headers["access-control-allow-origin"]).toBe("*");
    } finally {
      await server.close();
    }
  });
});
