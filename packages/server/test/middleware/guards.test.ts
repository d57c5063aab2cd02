import type { Tenants } from "@hindsight-memory/engine";
import { Hono, type MiddlewareHandler } from "hono";
import { describe, expect, it } from "vitest";
import { authenticator, type Caller } from "../../src/access/index.js";
import type { HttpContext, HttpEnv } from "../../src/http/types.js";
import { authenticated } from "../../src/middleware/authenticated.js";
import { errorReply } from "../../src/middleware/errors.js";
import { hostGuard, isLoopback, LOOPBACK_NAMES } from "../../src/middleware/host-guard.js";

function guarded(middleware: MiddlewareHandler<HttpEnv>): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.onError((cause, context) => errorReply(cause, context as HttpContext));
  app.use("*", middleware);
  app.get("/", (context) => context.text("in"));
  return app;
}

const status = async (app: Hono<HttpEnv>, headers: Record<string, string>) => (await app.request("/", { headers })).status;

describe("the host guard", () => {
  const app = guarded(hostGuard([...LOOPBACK_NAMES, "memory.test"]));

  it("answers its own names, on any port", async () => {
    for (const host of ["localhost", "localhost:8888", "LOCALHOST:1", "127.0.0.1:8888", "[::1]:8888", "memory.test", "memory.test.:80"]) {
      expect(await status(app, { host }), host).toBe(200);
    }
  });

  it("refuses other names: a page that rebinds its own name sends that", async () => {
    for (const host of ["evil.test", "evil.test:8888", "localhost.evil.test", "127.0.0.1.evil.test", "127.0.0.2", "", "[::2]"]) {
      expect(await status(app, { host }), host).toBe(403);
    }
  });

  it("refuses pages of another origin, and pages without one", async () => {
    for (const origin of ["http://localhost:9999", "http://127.0.0.1:8888", "https://memory.test"]) {
      expect(await status(app, { host: "localhost", origin }), origin).toBe(200);
    }
    for (const origin of ["https://evil.test", "null", "http://localhost.evil.test", "file://", "http://localhost@evil.test"]) {
      expect(await status(app, { host: "localhost", origin }), origin).toBe(403);
    }
  });
});

describe("the key", () => {
  const settings = { apiKey: "correct horse", tenantMode: "", mcpAuthToken: "", mcpAuthDisabled: false };
  const tenants = { keyOf: async () => null } as unknown as Tenants;
  const authenticate = authenticator({ settings, tenants, home: "public", extension: null, readToken: null, validator: null });
  const refusals = { unknown: () => undefined, noted: (caller: Caller) => caller };
  const app = guarded(authenticated({ authenticate, passthrough: [], forward: async () => null, isLate: false, refusals }));

  it("is taken as a bearer token or bare", async () => {
    for (const authorization of ["Bearer correct horse", "bearer  correct horse", "correct horse"])
      expect(await status(app, { authorization })).toBe(200);
  });

  it("is refused in every other form, with the contract's words", async () => {
    for (const authorization of ["", "Bearer", "Bearer correct", "Basic correct horse", "correct horse2", "CORRECT HORSE"]) {
      expect(await status(app, { authorization }), authorization).toBe(401);
    }
    const reply = await app.request("/");
    expect([reply.status, await reply.json()]).toEqual([401, { detail: "Authentication failed: Invalid API key" }]);
  });
});

describe("loopback", () => {
  it("is what only this machine reaches", () => {
    for (const host of ["127.0.0.1", "127.1.2.3", "localhost", "::1", "[::1]"]) expect(isLoopback(host), host).toBe(true);
    for (const host of ["0.0.0.0", "::", "192.168.0.1", "127.0.0.1.evil.test", "localhost.evil.test", "example.org", ""]) {
      expect(isLoopback(host), host).toBe(false);
    }
  });
});
