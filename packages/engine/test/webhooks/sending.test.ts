// Where webhooks are sent, and where not: addresses, names that move, redirects, long answers.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkedAddresses, checkHost, webhookUrl } from "../../src/webhooks/address.js";
import { send } from "../../src/webhooks/send.js";

const seen: { readonly host: string | undefined; readonly url: string | undefined }[] = [];
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ host: request.headers.host, url: request.url });
    if (request.url?.startsWith("/moved")) response.writeHead(302, { location: "/target" }).end();
    else if (request.url?.startsWith("/long")) response.end("x".repeat(100_000));
    else response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const http = { method: "POST", timeoutSeconds: 5, headers: {}, params: {} } as const;
const message = { eventType: "retain.completed", deliveryId: "d", eventId: "e", body: "{}" };
const signal = new AbortController().signal;

it.each([
  "http://127.0.0.1/x",
  "http://0x7f.1/x",
  "http://2130706433/",
  "http://10.1.2.3/",
  "http://172.16.0.1/",
  "http://192.168.1.1/",
  "http://169.254.169.254/latest/meta-data",
  "http://100.64.0.1/",
  "http://0.0.0.0/",
  "http://224.0.0.1/",
  "http://198.18.0.1/",
  "http://255.255.255.255/",
  "http://[::1]/",
  "http://[::]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::127.0.0.1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http://[fe80::1]/",
  "http://[fec0::1]/",
  "http://[fd00::1]/",
])("refuses %s", (url) => {
  expect(() => webhookUrl(url, [])).toThrow("private or reserved");
});

it.each(["ftp://example.com/", "nothing", "https://name:word@example.com/", "http://example.com:0/", "https://8.8.8.8:0/x"])(
  "refuses %s as a url",
  (url) => {
    expect(() => webhookUrl(url, [])).toThrow(/url/);
  },
);

it.each(["https://93.184.215.14/", "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/", "https://example.com/hook"])("takes %s", (url) => {
  expect(webhookUrl(url, []).href).toBe(url);
});

it("takes what the setting names: an address, a range, a host", async () => {
  expect(webhookUrl("http://10.1.2.3/", ["10.1.2.3"]).host).toBe("10.1.2.3");
  expect(webhookUrl("http://10.1.2.3/", ["10.0.0.0/8"]).host).toBe("10.1.2.3");
  expect(() => webhookUrl("http://10.1.2.3/", ["10.2.0.0/16"])).toThrow("private");
  const inside = async () => [{ address: "10.1.2.3", family: 4 as const }];
  const named = await checkedAddresses(new URL("http://Receiver.internal/"), ["receiver.internal"], inside);
  expect(named).toEqual([{ address: "10.1.2.3", family: 4 }]);
});

it("refuses a host of which one address is private, and lets a name through that nobody knows yet", async () => {
  const url = new URL("http://hook.example/");
  const mixed = async () => [
    { address: "93.184.215.14", family: 4 as const },
    { address: "127.0.0.1", family: 4 as const },
  ];
  await expect(checkHost(url, [], mixed)).rejects.toThrow("private or reserved");
  await expect(checkHost(url, [], () => Promise.reject(new Error("ENOTFOUND")))).resolves.toBeUndefined();
});

it("looks the name up once and connects to the address that was checked, whatever the name says later", async () => {
  const answers = ["127.0.0.1", "127.0.0.99"];
  let lookups = 0;
  const resolve = async () => [{ address: answers[lookups++] ?? "", family: 4 as const }];
  const target = { url: `http://hook.example:${port}/in?a=1`, secret: null, http: { ...http, params: { b: "2" } } };
  const answer = await send(target, message, { allowed: ["127.0.0.1"], signal, resolve });
  expect([answer, lookups]).toEqual([{ status: 200, body: "ok" }, 1]);
  expect(seen.at(-1)).toEqual({ host: `hook.example:${port}`, url: "/in?a=1&b=2" });
  const before = seen.length;
  await expect(send(target, message, { allowed: [], signal, resolve: async () => [{ address: "127.0.0.1", family: 4 }] })).rejects.toThrow(
    "private or reserved",
  );
  expect(seen.length).toBe(before);
});

it("follows no redirect, and reads the beginning of a long answer", async () => {
  const at = (path: string) =>
    send({ url: `http://127.0.0.1:${port}${path}`, secret: null, http }, message, { allowed: ["127.0.0.1"], signal });
  const before = seen.length;
  expect(await at("/moved")).toEqual({ status: 302, body: "" });
  expect(seen.length).toBe(before + 1);
  expect((await at("/long")).body).toBe("x".repeat(2_048));
});
