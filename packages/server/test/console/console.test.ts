// The console as a browser meets it, in front of an app that only notes what it is asked.

import { describe, expect, test } from "vitest";
import type { Bindings } from "../../src/http/types.js";
import { ACCESS_KEY, KEY, KEYED, OWN, opened } from "./opened.js";

describe("logging in", () => {
  test("takes the key once and gives a cookie, which the calls of a day are made with; logging out ends it", async () => {
    const { ask, cookie, calls } = opened(KEYED);
    expect((await ask("GET", "api/auth/session")).body).toEqual({
      authenticated: false,
      requires_login: true,
      reason: null,
      version: "0.1.0",
    });
    const entered = await ask(
      "POST",
      "api/auth/login",
      { ...OWN, "x-forwarded-proto": "https" },
      JSON.stringify({ access_key: ACCESS_KEY }),
    );
    expect([entered.status, entered.body.authenticated]).toEqual([200, true]);
    expect(entered.headers.get("set-cookie")).toMatch(
      /^hindsight_cp_access=\d+\.[\w-]+\.[\w-]{43}; Path=\/console\/; Max-Age=86400; HttpOnly; SameSite=Strict; Secure$/,
    );
    const session = { cookie: await cookie() };
    expect((await ask("GET", "api/auth/session", session)).body.authenticated).toBe(true);
    expect((await ask("GET", "api/v1/default/banks?limit=2", session)).status).toBe(200);
    expect(calls.map(({ path }) => path)).toEqual(["/v1/default/banks?limit=2"]);
    const left = await ask("POST", "api/auth/logout", { ...session, ...OWN });
    expect([left.body.authenticated, left.headers.get("set-cookie")]).toEqual([false, expect.stringContaining("Max-Age=0")]);
    expect((await ask("GET", "api/v1/default/banks", session)).status).toBe(401);
  });

  test("says what is wrong, and makes who guesses wait; right keys of others do not", async () => {
    const { ask, logged } = opened(KEYED);
    const from = (remoteAddress: string) =>
      ({ incoming: { socket: { remoteAddress }, url: "", rawHeaders: undefined } }) as unknown as Bindings;
    const enter = (body: string, env = from("10.0.0.1")) => ask("POST", "api/auth/login", OWN, body, env);
    for (const body of [
      "",
      "{",
      "[]",
      "null",
      '"x"',
      "{}",
      '{"access_key":""}',
      '{"access_key":5}',
      `{"access_key":"${"x".repeat(20_000)}"}`,
    ]) {
      const { status, body: said } = await enter(body);
      expect([status, said.error], body.slice(0, 40)).toEqual([400, "missing_field"]);
    }
    for (const wrong of ["nope", KEY, `${ACCESS_KEY} `, ACCESS_KEY.toUpperCase(), "\0"]) {
      const { status, body } = await enter(JSON.stringify({ access_key: wrong }));
      expect([status, body.error], wrong).toEqual([401, "wrong_key"]);
    }
    const refused = await enter(JSON.stringify({ access_key: ACCESS_KEY }));
    expect([refused.status, refused.body.error, refused.headers.get("retry-after")]).toEqual([429, "too_many_attempts", "1"]);
    expect((await enter(JSON.stringify({ access_key: ACCESS_KEY }), from("10.0.0.2"))).status).toBe(200);
    expect(logged.filter((line) => line.includes("10.0.0.1"))).toHaveLength(5);
    expect(logged.join()).not.toMatch(new RegExp(`nope|${KEY}|${ACCESS_KEY}`));
  });

  test("is nothing to do where the server asks nobody, and impossible where it has no key to compare with", async () => {
    const open = opened();
    expect((await open.ask("GET", "api/auth/session")).body).toMatchObject({ authenticated: true, requires_login: false });
    expect((await open.ask("POST", "api/auth/login", OWN, "{}")).status).toBe(200);
    expect((await open.ask("GET", "api/v1/default/banks")).status).toBe(200);
    const none = opened({ tenantMode: "keys" });
    const session = await none.ask("GET", "api/auth/session");
    expect(session.body).toMatchObject({
      authenticated: false,
      requires_login: true,
      reason: expect.stringContaining("HINDSIGHT_CP_ACCESS_KEY"),
    });
    for (const [method, path] of [
      ["POST", "api/auth/login"],
      ["GET", "api/v1/default/banks"],
    ] as const) {
      const { status, body } = await none.ask(method, path, OWN, method === "POST" ? '{"access_key":"x"}' : undefined);
      expect([status, body]).toEqual([503, { error: "login_impossible", detail: session.body.reason }]);
    }
    expect(none.calls).toEqual([]);
  });
});

test("the access log has a line for each request, with no name of a bank in it", async () => {
  const { ask, logged } = opened({ accessLog: true });
  for (const target of ["banks/b?view=recall", "assets/main-h4sh.js", "api/auth/session", "api/v1/default/banks/b"])
    await ask("GET", target);
  const lines = ["page", "assets", "api/auth/session", "api/v1"].map(
    (route) => `request of the console {"method":"GET","route":"${route}","status":200`,
  );
  expect(logged.map((line) => line.split(',"ms"')[0])).toEqual(lines);
  const { ask: quietly, logged: nothing } = opened();
  await quietly("GET", "");
  expect(nothing).toEqual([]);
});

describe("the way to the API", () => {
  test("is open with a session alone, but for health and version", async () => {
    const { ask, calls } = opened(KEYED);
    for (const path of ["v1/default/banks", "v1/default/banks/x/memories/recall", "metrics", "v1/"]) {
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]) {
        const { status } = await ask(method, `api/${path}`, { ...OWN, cookie: "hindsight_cp_access=1.a.b" });
        expect(status, `${method} ${path}`).toBe(401);
      }
    }
    expect(calls).toEqual([]);
    for (const path of ["health", "health/live", "health/ready", "version"]) expect((await ask("GET", `api/${path}`)).status).toBe(200);
    expect(calls.map(({ headers }) => headers.get("authorization"))).toEqual([null, null, null, null]);
  });

  test("leads to the API and nowhere else", async () => {
    const { ask, cookie, calls } = opened(KEYED);
    const session = { ...OWN, cookie: await cookie() };
    for (const path of [
      "",
      "mcp",
      "docs",
      "openapi.json",
      "ext/x",
      "v1",
      "v2/x",
      "auth",
      "auth/x",
      "%761/default/banks",
      "V1/x",
      "/v1/x",
      "console/",
    ])
      expect((await ask("GET", `api/${path}`, session)).status, path).toBe(404);
    for (const method of ["OPTIONS", "PROPFIND"]) expect((await ask(method, "api/v1/default/banks", session)).status).toBe(405);
    for (const [method, path] of [
      ["GET", "login"],
      ["POST", "session"],
      ["DELETE", "logout"],
    ] as const)
      expect((await ask(method, `api/auth/${path}`, session)).status).toBe(405);
    expect(calls).toEqual([]);
  });

  test("bears the server's key in the place of whatever the browser sends, and back comes neither key nor cookie nor leave for others", async () => {
    const { ask, cookie, calls, replies } = opened(KEYED);
    const session = { cookie: await cookie() };
    const sent = {
      ...session,
      ...OWN,
      authorization: "Bearer browser",
      origin: "http://localhost",
      host: "localhost",
      "proxy-authorization": "Basic x",
      referer: "http://localhost/console/",
      "sec-fetch-site": "same-origin",
      connection: "x-private",
      "x-private": "1",
      "content-type": "text/plain",
      "x-request-id": "mine",
    };
    const reply = await ask("POST", "api/v1/default/banks/none", sent, "words");
    expect([reply.status, reply.body]).toEqual([404, { sent: "words" }]);
    expect(Object.fromEntries(calls[0]?.headers ?? [])).toEqual({
      authorization: `Bearer ${KEY}`,
      "content-type": "text/plain",
      "x-request-id": "mine",
    });
    for (const name of ["set-cookie", "www-authenticate", "access-control-allow-origin"]) expect(reply.headers.get(name), name).toBeNull();
    expect(reply.headers.get("x-request-id")).toBe("r1");
    expect(reply.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
    expect(reply.headers.get("cache-control")).toBe("private, no-store"); // the API lets a caller keep it
    for (const path of ["", "api/auth/session", "api/metrics", "api/none", "assets/main-h4sh.js"]) await ask("GET", path, session);
    expect(replies.join()).not.toMatch(new RegExp(`${KEY}|${ACCESS_KEY}`));
    expect(replies.join()).toContain("words"); // control
  });

  test("says that the API refuses the console's key: a 401 is the end of a session, and this is none", async () => {
    const { ask } = opened();
    const { status, headers, body } = await ask("GET", "api/v1/locked");
    expect([status, body.error, headers.get("set-cookie")]).toEqual([502, "api_refuses_key", null]);
    expect(body.detail).toContain("HINDSIGHT_CP_DATAPLANE_API_KEY");
  });

  test("ends a call whose caller hangs up", async () => {
    const { answer, calls } = opened();
    const stop = new AbortController();
    await answer({ path: "api/v1/x", query: "" }, new Request("http://localhost/", { signal: stop.signal }), undefined);
    expect(calls[0]?.signal.aborted).toBe(false);
    stop.abort();
    expect(calls[0]?.signal.aborted).toBe(true);
  });

  test("has a limit of its own where one is set", async () => {
    const { ask, calls } = opened({ consoleMaxUpload: 10 });
    const send = (length: Record<string, string>) =>
      ask("POST", "api/v1/default/banks/b/files/retain", { ...OWN, ...length }, "x".repeat(10));
    expect((await send({ "content-length": "10" })).status).toBe(200);
    const refused = await send({ "content-length": "11" });
    expect([refused.status, refused.body.error]).toEqual([413, "payload_too_large"]);
    expect((await send({ "transfer-encoding": "chunked" })).status).toBe(411);
    expect(calls).toHaveLength(1);
  });
});
