// The console of another server's API: what goes over the wire, both ways.

import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { loadSettings } from "@hindsight-memory/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConsole } from "../../src/console/index.js";
import { listenerOf } from "../../src/http/socket.js";
import { targetOf } from "../../src/http/target.js";
import { builtConsole } from "./built.js";

const KEY = "key-of-the-other-server";
const OWN = { "x-hindsight-console": "1" };
let api: Server;
let front: Server;
/** What the API does with the next call. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const drops: (() => void)[] = [];
const warned: string[] = [];

const listening = (server: Server) =>
  new Promise<number>((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)));

beforeAll(async () => {
  api = createServer((incoming, response) => answer(incoming, response));
  const env = { HINDSIGHT_CP_DATAPLANE_API_URL: `http://127.0.0.1:${await listening(api)}/behind/`, HINDSIGHT_CP_DATAPLANE_API_KEY: KEY };
  const note = (fields: object, message: string): void => void warned.push(`${message} ${JSON.stringify(fields)}`);
  const log = { info: note, warn: note, error: note };
  const app = { fetch: () => new Response("our own API was called", { status: 418 }) };
  const console = openConsole({ app, settings: loadSettings(env), log, folder: builtConsole((drop) => drops.push(drop)) });
  const at = console.at({ mount: "/", hosts: null });
  front = createServer(
    listenerOf((incoming, env) => {
      const { path, query } = targetOf(incoming, env, "");
      return at({ path: path.slice(1), query }, incoming, env);
    }),
  );
  await listening(front);
  const entered = await fetch(`${address()}/api/auth/login`, { method: "POST", headers: OWN, body: JSON.stringify({ access_key: KEY }) });
  cookie = (entered.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
});
afterAll(() => {
  for (const server of [front, api]) server.closeAllConnections();
  for (const server of [front, api]) server.close();
  for (const drop of drops) drop();
});

let cookie = "";
const address = () => `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
const call = (path: string, init: RequestInit = {}) =>
  fetch(`${address()}/api/${path}`, { ...init, headers: { cookie, ...OWN, ...init.headers } });

/** A request whose body is sent piece by piece. */
function opened(path: string, headers: Record<string, string> = {}, method = "POST") {
  const { port } = front.address() as AddressInfo;
  const sent = request({ port, host: "127.0.0.1", method, path: `/api/${path}`, headers: { cookie, ...OWN, ...headers } });
  return { sent, reply: new Promise<IncomingMessage>((resolve, reject) => sent.on("response", resolve).on("error", reject)) };
}

test("the path arrives byte for byte below the API's own, with the key in the place of the cookie", async () => {
  let got: IncomingMessage | undefined;
  answer = (incoming, response) => {
    got = incoming;
    response.writeHead(200, { "Set-Cookie": "a=b", "Access-Control-Allow-Origin": "*", Server: "x", "X-Two": ["1", "2"] }).end("ok");
  };
  const { sent, reply } = opened("v1/default/banks/%2E%2E/a%2Fb?x=%20&x=2", {
    "content-length": "2",
    authorization: "Bearer mine",
    origin: address(),
  });
  sent.end("hi");
  const { statusCode, headers } = await reply;
  expect([statusCode, got?.method, got?.url]).toEqual([200, "POST", "/behind/v1/default/banks/%2E%2E/a%2Fb?x=%20&x=2"]);
  const { host, connection, ...rest } = got?.headers ?? {};
  expect([rest, host]).toEqual([
    { authorization: `Bearer ${KEY}`, "content-length": "2" },
    `127.0.0.1:${(api.address() as AddressInfo).port}`,
  ]);
  expect([headers["set-cookie"], headers["access-control-allow-origin"], headers["x-two"]]).toEqual([undefined, undefined, "1, 2"]);
});

test("bodies stream both ways: the API reads before all is sent, and the browser before all is answered", async () => {
  answer = (incoming, response) => {
    incoming.once("data", (first: Buffer) => response.writeHead(200, { "Content-Type": "text/event-stream" }).write(`got ${first}`));
    incoming.once("end", () => response.end("; all"));
  };
  const { sent, reply } = opened("v1/default/banks/b/files/retain");
  sent.write("first");
  const stream = (await reply).setEncoding("utf8")[Symbol.asyncIterator]();
  expect((await stream.next()).value).toBe("got first"); // the rest was not sent yet
  sent.end("second");
  let rest = "";
  for (let next = await stream.next(); !next.done; next = await stream.next()) rest += next.value;
  expect(rest).toBe("; all");
});

test.each(["before the API answers", "in the middle of the answer"])("who hangs up %s ends the call there too", async (when) => {
  const stop = new AbortController();
  const hasBegun = when !== "before the API answers";
  const ended = new Promise<string>((resolve) => {
    answer = (_, response) => {
      response.on("close", () => resolve(response.writableFinished ? "finished" : "cut"));
      if (hasBegun) response.write("a beginning");
      else stop.abort();
    };
  });
  const reply = call("v1/default/banks", { signal: stop.signal });
  if (hasBegun) await reply.then(() => stop.abort());
  else await expect(reply).rejects.toThrow("aborted");
  expect(await ended).toBe("cut");
});

test("a redirect is not followed, an API that does not answer is told of, and neither tells the key or the address", async () => {
  answer = (_, response) => response.writeHead(307, { Location: "http://evil.test/" }).end();
  const redirect = await call("v1/default/banks");
  expect([redirect.status, await redirect.json()]).toEqual([
    502,
    { error: "api_redirects", detail: expect.stringContaining("HINDSIGHT_CP_DATAPLANE_API_URL") },
  ]);
  answer = (incoming) => incoming.socket.destroy();
  const gone = await call("v1/default/banks", { method: "POST", body: "x" });
  const text = await gone.text();
  expect([gone.status, JSON.parse(text).error, [...redirect.headers, ...gone.headers].join() + text]).toEqual([
    502,
    "api_unreachable",
    expect.not.stringMatching(/key-of|evil|behind/),
  ]);
  expect(warned.join()).not.toContain(KEY);
  expect(warned.join()).toContain("does not answer"); // control
});

test("a kept connection that the API has closed meanwhile costs a reader nothing", async () => {
  const used: unknown[] = [];
  answer = (incoming, response) => {
    const isKnown = used.includes(incoming.socket);
    used.push(incoming.socket);
    if (isKnown) incoming.socket.destroy();
    else response.end("ok");
  };
  expect([await (await call("version")).text(), await (await call("version")).text()]).toEqual(["ok", "ok"]);
  expect(used.length).toBe(3);
});

test("a body where none is taken does not become the beginning of somebody's next call", async () => {
  const targets: string[] = [];
  answer = (incoming, response) => {
    targets.push(`${incoming.method} ${incoming.url} ${incoming.headers["content-length"] ?? "-"}`);
    response.end("ok");
  };
  const hidden = "DELETE /behind/v1/default/banks/b HTTP/1.1\r\nHost: x\r\n\r\n";
  for (const method of ["GET", "HEAD"]) {
    const { sent, reply } = opened("version", { "content-length": String(hidden.length) }, method);
    sent.end(hidden);
    (await reply).resume();
    await (await call("version")).text();
  }
  expect(targets).toEqual(["GET", "GET", "HEAD", "GET"].map((method) => `${method} /behind/version -`));
});

test("empty replies stay empty", async () => {
  for (const status of [204, 304]) {
    answer = (_, response) => response.writeHead(status, { ETag: '"1"' }).end();
    const reply = await call("v1/default/banks");
    expect([reply.status, reply.headers.get("etag"), await reply.text()]).toEqual([status, '"1"', ""]);
  }
  answer = (_, response) => response.writeHead(200, { "Content-Length": "7" }).end();
  expect((await call("v1/default/banks", { method: "HEAD" })).headers.get("content-length")).toBe("7");
});
