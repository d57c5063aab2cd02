// The console's server around real ones: on a port of its own, below the API's address, and in front of another server's API.

import { existsSync } from "node:fs";
import path from "node:path";
import { type RunningServer, type StartOptions, startServer } from "@hindsight-memory/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folder as realFolder } from "../../packages/console/index.js";
import { freshServerDatabase, type ServerDatabase } from "../../packages/engine/test/support/server-databases.js";
import { builtConsole, SCRIPT } from "../../packages/server/test/console/built.js";
import { send } from "../support/server.js";

const KEY = "the-key-of-the-api-itself";
const ACCESS_KEY = "what people log in with";
const OWN = { "x-hindsight-console": "1" };
const QUIET = { HINDSIGHT_API_PORT: "0", HINDSIGHT_API_LOG_LEVEL: "fatal", HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false" };

const running: RunningServer[] = [];
const drops: (() => void)[] = [];
const warned: string[] = [];
const log = { info: () => undefined, warn: (_: object, message: string) => void warned.push(message), error: () => undefined };
let database: ServerDatabase;
let consoleFolder = "";
let main: RunningServer;
let other: RunningServer;

/** Around the engine of the first, where there is one. */
async function started(env: Readonly<Record<string, string>>, options: Partial<StartOptions> = {}): Promise<RunningServer> {
  const shared = running[0] === undefined ? {} : { engine: running[0].engine };
  const server = await startServer({ env: { ...QUIET, ...env }, closeTimeoutMs: 1000, log, consoleFolder, ...shared, ...options });
  running.push(server);
  return server;
}

beforeAll(async () => {
  database = await freshServerDatabase("pglite");
  consoleFolder = builtConsole((drop) => drops.push(drop));
  const closed = { HINDSIGHT_API_TENANT_API_KEY: KEY, HINDSIGHT_CP_ACCESS_KEY: ACCESS_KEY, HINDSIGHT_API_CORS_ORIGINS: "*" };
  main = await started({ ...database.env, ...closed, HINDSIGHT_API_BASE_PATH: "/memory" }, { consolePort: 0 });
  const remote = { HINDSIGHT_CP_DATAPLANE_API_URL: `${main.url}/memory`, HINDSIGHT_CP_DATAPLANE_API_KEY: KEY };
  other = await started({ ...remote, HINDSIGHT_CP_ACCESS_KEY: ACCESS_KEY }, { consolePort: 0 });
});
afterAll(async () => {
  for (const server of running.toReversed()) await server.close();
  await database.drop();
  for (const drop of drops) drop();
});

const PLACES = {
  "on a port of its own": () => main.consoleUrl ?? "",
  "below the API's address": () => `${main.url}/memory/console/`,
  "in front of another server": () => other.consoleUrl ?? "",
};

/** The browser at a place: what it is sent is kept, as text. */
async function browser(place: string) {
  const seen: string[] = [];
  async function call(target: string, init: RequestInit = {}): Promise<Response> {
    const reply = await fetch(place + target, { ...init, headers: { ...OWN, ...(cookie !== "" && { cookie }), ...init.headers } });
    const bytes = await reply.clone().arrayBuffer();
    seen.push(JSON.stringify([...reply.headers]), Buffer.from(bytes).toString("latin1"));
    return reply;
  }
  let cookie = "";
  const entered = await call("api/auth/login", { method: "POST", body: JSON.stringify({ access_key: ACCESS_KEY }) });
  expect(entered.status).toBe(200);
  cookie = (entered.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const json = { "content-type": "application/json" };
  const post = (target: string, body: object, headers = {}) =>
    call(target, { method: "POST", body: JSON.stringify(body), headers: { ...json, ...headers } });
  return { call, post, seen, path: /Path=([^;]*)/.exec(entered.headers.get("set-cookie") ?? "")?.[1] };
}

describe.each(Object.entries(PLACES))("the console %s", (name, place) => {
  test("is the way to all of the API, bodies and streams included, and tells the key to nobody", async () => {
    const { call, post, seen, path: cookiePath } = await browser(place());
    expect(cookiePath).toBe(new URL(place()).pathname);
    const bank = encodeURIComponent(`"><script>alert('${name}')</script>`);
    const at = `api/v1/default/banks/${bank}`;
    expect((await post(`${at}/memories`, { items: [{ content: "Ann moved to Delft.", document_id: "a" }] })).status).toBe(200);
    const recalled = (await (await post(`${at}/memories/recall`, { query: "Where did Ann move?" })).json()) as {
      results: { text: string }[];
    };
    expect(recalled.results.map(({ text }) => text)).toEqual(["Ann moved to Delft."]);
    const form = new FormData();
    form.append("files", new Blob([`Ben rows on Sundays.\n${"\n".repeat(200_000)}`], { type: "text/plain" }), "rows.txt");
    form.append("request", "{}");
    expect((await call(`${at}/files/retain`, { method: "POST", body: form })).status).toBe(200);
    const stream = await post(`${at}/reflect`, { query: "Where does Ann live?" }, { accept: "text/event-stream" });
    expect([stream.headers.get("content-type"), await stream.text()]).toEqual([
      "text/event-stream; charset=utf-8",
      expect.stringContaining("event: answer"),
    ]);
    const { operation_id } = (await (await post(`${at}/document-transfer/export`, {})).json()) as { operation_id: string };
    await main.engine.idle();
    const { result_metadata } = (await (await call(`${at}/operations/${operation_id}`)).json()) as {
      result_metadata: { download_url: string };
    };
    const archive = await call(`api${result_metadata.download_url.replace(/^\/memory/, "")}`);
    expect([archive.status, new Uint8Array(await archive.arrayBuffer()).subarray(0, 2)]).toEqual([200, new Uint8Array([0x50, 0x4b])]);
    expect((await call(`${at}/documents/none`)).status).toBe(404);
    for (const target of [
      "",
      `banks/${bank}`,
      "assets/main-h4sh.js",
      "api/auth/session",
      "api/version",
      "api/health",
      "api/metrics",
      "api/v1/none",
    ])
      await call(target);
    expect(seen.join("\n")).not.toMatch(new RegExp(`${KEY}|${ACCESS_KEY}`));
    expect(seen.join("\n")).toContain("Ann moved to Delft."); // control
  });

  test("lets nobody through who has no session", async () => {
    const base = place();
    const { host } = new URL(base);
    const day = 24 * 60 * 60 * 1000;
    for (const cookie of ["", "hindsight_cp_access=", `hindsight_cp_access=${Date.now() - day}.${"a".repeat(22)}.${"a".repeat(43)}`]) {
      const reply = await fetch(`${base}api/v1/default/banks`, { headers: { cookie, authorization: `Bearer ${KEY}` } });
      expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([401, "login_required"]);
    }
    for (const target of ["api/../v1/default/banks", "api/v1/../../../v1/default/banks", "%2e%2e/v1/default/banks", "../../etc/passwd"]) {
      const { status, text } = await send(base, "GET", new URL(base).pathname + target, undefined, { headers: { host } });
      expect([status === 200 && !text.startsWith("<base"), text.includes('"banks"')], target).toEqual([false, false]);
    }
    const cross = await fetch(`${base}api/version`, { headers: { origin: "https://evil.test" } });
    expect([cross.status, cross.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    expect(
      (await fetch(`${main.url}/version`, { headers: { origin: "https://evil.test" } })).headers.get("access-control-allow-origin"),
    ).toBe("*");
  });

  test("serves its page and files", async () => {
    const page = await fetch(`${place()}banks/x?view=recall`);
    expect(await page.text()).toContain(`<base href="${new URL(place()).pathname}">`);
    expect(await (await fetch(`${place()}assets/main-h4sh.js`)).text()).toBe(SCRIPT);
  });
});

test("below the API's address it is found without the last slash, and a call through it is one call of the API", async () => {
  const reply = await fetch(`${main.url}/memory/console?x=1`, { redirect: "manual" });
  expect([reply.status, new URL(reply.headers.get("location") ?? "", `${main.url}/memory/console`).pathname]).toEqual([
    308,
    "/memory/console/",
  ]);
  const { call } = await browser(main.consoleUrl ?? "");
  const counted = async () =>
    Number(
      /^hindsight_http_requests_total\{[^}]*endpoint="\/v1\/default\/chunks\/\{chunk_id\}"[^}]*\} (\d+)/m.exec(
        await (await call("api/metrics")).text(),
      )?.[1] ?? 0,
    );
  const before = await counted();
  await call("api/v1/default/chunks/none");
  expect(await counted()).toBe(before + 1);
});

test("a port that is taken costs the console its own port and nothing else", async () => {
  const { port } = new URL(main.consoleUrl ?? "");
  const late = await started({}, { consolePort: Number(port) });
  expect(late.consoleUrl).toBe(`${late.url}/console/`);
  expect(warned.join("\n")).toMatch(new RegExp(`/console/.*${port}.*HINDSIGHT_CP_PORT`));
  expect((await fetch(late.consoleUrl ?? "")).status).toBe(200);
  expect((await fetch(`${late.url}/health`)).status).toBe(200);
});

test("it can be switched off, opens no port unasked, and is offered to no network without a key", async () => {
  const off = await started({ HINDSIGHT_ENABLE_CP: "false" }, { consolePort: 0 });
  expect([off.consoleUrl, (await fetch(`${off.url}/console/`)).status]).toEqual([null, 404]);
  const plain = await started({});
  expect(plain.consoleUrl).toBe(`${plain.url}/console/`);
  await expect(started({ HINDSIGHT_CP_HOSTNAME: "0.0.0.0" }, { consolePort: 0 })).rejects.toThrow(/HINDSIGHT_CP_ACCESS_KEY/);
});

test.skipIf(!existsSync(path.join(realFolder, "index.html")))("the real build is served: each file that its page names", async () => {
  const { consoleUrl } = await started({}, { consoleFolder: realFolder });
  const page = await (await fetch(consoleUrl ?? "")).text();
  const named = [...page.matchAll(/(?:src|href)="(\.\/[^"]+)"/g)].map(([, file = ""]) => file);
  expect(named.length).toBeGreaterThan(2);
  for (const file of named) expect((await fetch(new URL(file, consoleUrl ?? ""))).status, file).toBe(200);
  expect(page).not.toMatch(/__BASE__|__NONCE__|<script>|<style| on\w+=| style=/);
});
