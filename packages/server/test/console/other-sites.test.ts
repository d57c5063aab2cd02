// What pages of other origins may make a browser ask the console: nothing.

import { expect, test } from "vitest";
import { KEYED, OWN, opened } from "./opened.js";

test("another site can make a browser ask, and is refused, whatever cookies come along", async () => {
  const { ask, cookie, calls } = opened(KEYED);
  const session = { cookie: await cookie(), host: "memory.test" };
  const cases: readonly (readonly [string, Record<string, string>, number])[] = [
    ["POST", {}, 403],
    ["POST", { "x-hindsight-console": "0" }, 403],
    ["DELETE", { "content-type": "application/json" }, 403],
    ["POST", { ...OWN, "sec-fetch-site": "cross-site" }, 403],
    ["POST", { ...OWN, "sec-fetch-site": "same-site" }, 403],
    ["POST", { ...OWN, "sec-fetch-site": "none" }, 403],
    ["POST", { ...OWN, origin: "https://evil.test" }, 403],
    ["POST", { ...OWN, origin: "https://memory.test.evil.test" }, 403],
    ["POST", { ...OWN, origin: "https://memory.test:8443" }, 403],
    ["POST", { ...OWN, origin: "null" }, 403],
    ["GET", { "sec-fetch-site": "cross-site" }, 403],
    ["GET", { origin: "https://evil.test" }, 403],
    ["GET", { "sec-fetch-site": "none" }, 200], // typed into the address bar
    ["GET", {}, 200],
    ["POST", OWN, 200],
    ["POST", { ...OWN, origin: "https://memory.test" }, 200],
    ["POST", { ...OWN, "sec-fetch-site": "same-origin", origin: "https://memory.test" }, 200],
    ["POST", { ...OWN, host: "127.0.0.1:9999", origin: "https://memory.test", "x-forwarded-host": "memory.test" }, 200],
  ];
  for (const [method, headers, status] of cases) {
    for (const path of ["v1/default/banks/b", ...(method === "POST" && status === 403 ? ["auth/login", "auth/logout"] : [])]) {
      const reply = await ask(method, `api/${path}`, { ...session, ...headers });
      expect([reply.status, status === 403 ? reply.body.error : "cross_site"], `${method} ${path} ${JSON.stringify(headers)}`).toEqual([
        status,
        "cross_site",
      ]);
    }
  }
  expect(calls).toHaveLength(cases.filter(([, , status]) => status === 200).length);
  expect((await ask("GET", "api/auth/session", session)).body.authenticated).toBe(true); // nobody was logged out
});

test("what lies below api/ is run by no page, though the page's policy takes scripts of its own origin", async () => {
  const { ask, cookie, calls } = opened(KEYED);
  const session = { cookie: await cookie(), "sec-fetch-site": "same-origin" };
  const attachment = "api/v1/default/banks/b/attachments/a";
  for (const purpose of [
    "script",
    "worker",
    "sharedworker",
    "serviceworker",
    "style",
    "iframe",
    "frame",
    "object",
    "embed",
    "xslt",
    "json",
  ]) {
    const { status, body } = await ask("GET", attachment, { ...session, "sec-fetch-dest": purpose });
    expect([status, body.error], purpose).toEqual([403, "forbidden"]);
  }
  expect(calls).toEqual([]);
  for (const purpose of ["empty", "document", "image"])
    expect((await ask("GET", attachment, { ...session, "sec-fetch-dest": purpose })).status, purpose).toBe(200);
  expect((await ask("GET", "assets/main-h4sh.js", { ...session, "sec-fetch-dest": "script" })).status).toBe(200);
});

test("where nobody logs in it answers its own names alone, so that no page points a name of its own at it", async () => {
  const open = opened();
  for (const path of ["", "api/auth/session", "api/v1/default/banks", "assets/main-h4sh.js"]) {
    expect((await open.ask("GET", path, { host: "evil.test" })).status, path).toBe(403);
    expect((await open.ask("GET", path, { host: "localhost", origin: "http://evil.test" })).status, path).toBe(403);
    expect((await open.ask("GET", path, { host: "localhost:9999" })).status, path).toBe(200);
  }
  expect((await opened(KEYED).ask("GET", "", { host: "memory.test" })).status).toBe(200);
});
