// Headers of a webhook: which are taken, and that none goes out beside ours, whatever was stored before they were looked at.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { checkHeaders } from "../../src/webhooks/headers.js";
import { send, signature } from "../../src/webhooks/send.js";

let server: Server;
let url: string;
let seen: readonly string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    seen = request.rawHeaders;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

test.each([
  "transfer-encoding",
  "Content-Length",
  "CONNECTION",
  "expect",
  "Host",
  "keep-alive",
  "Upgrade",
  "te",
  "Trailer",
  "proxy-authorization",
  "Proxy-Connection",
  "X-Hindsight-Signature",
  "x-hindsight-anything",
])("%s is not a caller's to set", (name) => {
  expect(() => checkHeaders({ "x-team": "red", [name]: "x" })).toThrow(`"${name}" is set by the server`);
});

test.each([
  ["a name with a blank", { "x team": "red" }, "no name of a header"],
  ["no name", { "": "red" }, "no name of a header"],
  ["a name that ends its line", { "x-team\r\nhost": "red" }, "no name of a header"],
  ["a value that ends its line", { "x-team": "red\r\nx-other: 1" }, "no header can have"],
  ["a value beyond a byte", { "x-team": "r\u0119d" }, "no header can have"],
  ["one name in two cases", { "x-team": "red", "X-Team": "blue" }, "there twice"],
])("%s is refused", (_, headers, message) => {
  expect(() => checkHeaders(headers as unknown as Readonly<Record<string, string>>)).toThrow(message);
});

test("what a receiver may want is taken", () => {
  expect(() =>
    checkHeaders({ Authorization: "Bearer a.b-c=", "X-Team": "caf\u00e9\tred", "content-type": "application/json", date: "" }),
  ).not.toThrow();
});

it("sends ours alone where another of the name was stored, in whatever case, and none that would break the call", async () => {
  const headers = {
    "X-Hindsight-Signature": "sha256=forged",
    "X-HINDSIGHT-EVENT": "forged",
    "Content-Type": "text/forged",
    "User-Agent": "forged",
    "Transfer-Encoding": "chunked",
    "Content-Length": "1",
    Connection: "upgrade",
    Expect: "100-continue",
    Host: "forged.example",
    "X-Team": "red",
  };
  const http = { method: "POST", timeoutSeconds: 5, headers, params: {} } as const;
  const message = { eventType: "retain.completed", deliveryId: "d", eventId: "e", body: "{}" };
  const signal = new AbortController().signal;
  expect((await send({ url, secret: "s", http }, message, { allowed: ["127.0.0.1"], signal })).status).toBe(200);
  expect(seen.join("\n")).not.toMatch(/forged|chunked|upgrade|100-continue/);
  const of = (name: string) => seen.filter((_, at) => at % 2 === 1 && seen[at - 1]?.toLowerCase() === name);
  expect(of("x-hindsight-signature")).toEqual([signature("s", "{}")]);
  expect(of("x-hindsight-event")).toEqual(["retain.completed"]);
  expect(of("content-type")).toEqual(["application/json"]);
  expect(of("content-length")).toEqual(["2"]);
  expect(of("x-team")).toEqual(["red"]);
});
