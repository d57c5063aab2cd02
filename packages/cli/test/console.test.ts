// hindsight console: which address is shown, what is said where there is no console, and that a terminal gets a browser.

import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cliOf } from "./support/cli.js";
import { hasTerminal, onTerminal } from "./support/terminal.js";
import { until } from "./support/wiki.js";

const NOBODY = "http://127.0.0.1:2";

/** A server that answers so; keys that it was sent go into `keys`. */
async function serving(answer: RequestListener, keys: string[] = []): Promise<{ readonly url: string; readonly port: string }> {
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization ?? "");
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const port = String((server.address() as AddressInfo).port);
  return { url: `http://127.0.0.1:${port}`, port };
}

const pageAt =
  (at: string): RequestListener =>
  ({ url }, response) =>
    url === at
      ? response.writeHead(200, { "content-type": "text/html" }).end("<title>Hindsight</title>")
      : response.writeHead(404, { "content-type": "application/json" }).end('{"detail":"Not Found"}');

test("the console is below the API, else on a port of its own, and is sent no key", async () => {
  const keys: string[] = [];
  const both = await serving(pageAt("/console/"), keys);
  const cli = cliOf(both.url, { HINDSIGHT_API_KEY: "secret", HINDSIGHT_CP_PORT: "2" });
  expect(await cli.text("console")).toBe(`${both.url}/console/\n`);
  expect(await cli.json("ui")).toEqual({ url: `${both.url}/console/` });
  expect(keys).toEqual(["", ""]);
  const own = await serving(pageAt("/"));
  const api = await serving(pageAt("/nothing"));
  expect(await cliOf(api.url, { HINDSIGHT_CP_PORT: own.port }).text("ui")).toBe(`${own.url}/\n`);
});

test("a server without a console, one that is not built, and no server are told apart", async () => {
  const errorsOf = async (url: string) => (await cliOf(url, { HINDSIGHT_CP_PORT: "2" })("console")).errors;
  const none = await serving(pageAt("/nothing"));
  expect(await errorsOf(none.url)).toContain(`The server at ${none.url} shows no web console`);
  const unbuilt = await serving((_, response) => response.writeHead(503).end('{"error":"console_not_built"}'));
  expect(await errorsOf(unbuilt.url)).toContain("is not built");
  expect(await errorsOf(NOBODY)).toContain(`No server answers at ${NOBODY}`);
});

test.skipIf(!hasTerminal)("at a terminal a browser is started, unless --no-open", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hindsight-console-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [browser, seen] = [path.join(folder, "browser"), path.join(folder, "seen")];
  writeFileSync(browser, `#!/bin/sh\necho "$1" > ${seen}\n`);
  chmodSync(browser, 0o755);
  const { url } = await serving(pageAt("/console/"));
  const env = { HINDSIGHT_API_URL: url, HINDSIGHT_CP_PORT: "2", BROWSER: browser, DISPLAY: "" };
  const [without, shown] = await Promise.all([
    onTerminal(["console", "--no-open"], { ...env, BROWSER: "/bin/false" }),
    onTerminal(["console"], env),
  ]);
  expect([without.status, without.screen.trim()]).toEqual([0, `${url}/console/`]);
  expect([shown.status, shown.screen.trim()]).toEqual([0, `${url}/console/`]);
  await until(() => existsSync(seen) && readFileSync(seen, "utf8") !== "");
  expect(readFileSync(seen, "utf8")).toBe(`${url}/console/\n`);
});
