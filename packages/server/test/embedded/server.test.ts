// HindsightServer: real processes that share a server, its idle end, its port, and a folder that one process alone may have.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { changeProfileSettings, HindsightEmbedded, HindsightServer, portOfProfile } from "@hindsight-memory/server/embedded";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { freshDataDir } from "../../../engine/test/support/database.js";
import { differing, digestsOf } from "../../src/embedded/settings-digest.js";

const env = { HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false", HINDSIGHT_API_LOG_LEVEL: "fatal" };
const ROOT = path.resolve(import.meta.dirname, "../../../..");

let dataDir: string;
beforeAll(async () => {
  dataDir = await freshDataDir();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** A name that no other run has: runs beside one another must not ask for the same port. */
const ownName = (name: string): string => `${name}-${randomUUID().slice(0, 8)}`;

function profile(options: ConstructorParameters<typeof HindsightServer>[0]): HindsightServer {
  const server = new HindsightServer({ dataDir, env, readyTimeoutMs: 120_000, ...options });
  onTestFinished(() => server.stop({ force: true }));
  return server;
}

/** Another program that uses the profile's server until it is killed; gives the URL that it got. */
async function otherProgram(name: string): Promise<{ readonly url: string; kill(): Promise<void> }> {
  const code = `
    import { HindsightServer } from "@hindsight-memory/server/embedded";
    const server = new HindsightServer(${JSON.stringify({ profile: name, dataDir, env, readyTimeoutMs: 120_000 })});
    await server.start();
    console.log(server.getBaseUrl());
    setInterval(() => undefined, 60_000);`;
  const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", "--input-type=module", "-e", code], {
    cwd: path.join(ROOT, "packages/cli"), // from here the package has its name
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (text: Buffer) => resolve(text.toString().trim()));
    ended.then(() => reject(new Error("the other program ended before it had a server")));
  });
  return {
    url,
    kill() {
      child.kill("SIGKILL");
      return ended;
    },
  };
}

test("programs of a profile share a server, which outlives the one that started it and ends with the last", async () => {
  const shared = ownName("shared");
  const [a, b] = [profile({ profile: shared }), profile({ profile: shared })];
  expect(await a.checkHealth()).toBe(false);
  const other = await otherProgram(shared);
  await Promise.all([a.start(), b.start(), a.start()]);
  expect([a.getBaseUrl(), b.getBaseUrl()]).toEqual([other.url, other.url]);
  await other.kill();
  await a.client().retain("team", "Wendel moved the backups to Rotterdam.");
  const refused = await HindsightEmbedded.open({ dataDir, env }).catch((cause: Error) => cause);
  expect(refused).toMatchObject({ code: "data_folder_locked" });
  expect(String(refused)).toMatch(
    /in use by process \d+ on .* use its URL; .* hindsight serve --data-dir .* HINDSIGHT_DATA_DIR to another folder/,
  );
  const warned = new Promise<string>((resolve) => process.once("warning", ({ message }) => resolve(message)));
  const c = profile({ profile: shared, env: { ...env, HINDSIGHT_API_LLM_API_KEY: "s3cret", HINDSIGHT_API_LOG_LEVEL: "error" } });
  await c.start();
  expect(await warned).toMatch(/"shared-\w+" runs already.* than this program has: HINDSIGHT_API_LLM_API_KEY, HINDSIGHT_API_LOG_LEVEL\. /);
  await c.stop();
  const away = profile({ profile: "away", env: { HINDSIGHT_EMBED_API_URL: `${other.url}/`, HINDSIGHT_EMBED_API_TOKEN: "t" } });
  await away.start();
  expect((await away.client().recall("team", "Where are the backups?")).results.map(({ text }) => text).join()).toContain("Rotterdam");
  await away.stop({ force: true }); // a server elsewhere is nobody's to end
  await a.stop();
  expect([await a.checkHealth(), await b.checkHealth(), await away.checkHealth()]).toEqual([true, true, true]);
  await b.stop();
  expect([await b.checkHealth(), existsSync(path.join(dataDir, "db.lock"))]).toEqual([false, false]);
});

/** A profile whose port this test holds: a name of its own in every run, since the port follows from it. */
async function profileWithoutItsPort(): Promise<{ readonly name: string; readonly port: number }> {
  for (;;) {
    const name = ownName("idle");
    const port = portOfProfile(name);
    const before = createServer();
    const isOurs = await new Promise<boolean>((resolve) =>
      before.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true)),
    );
    if (!isOurs) continue;
    onTestFinished(() => void before.close());
    return { name, port };
  }
}

test("a server that nobody asks ends, and the next call starts it again; it gives way where its port is taken", async () => {
  const { name, port } = await profileWithoutItsPort();
  const server = profile({ profile: name, idleTimeoutMs: 200 });
  const memory = server.client();
  await memory.retain("team", "Milou has the pager.");
  expect(server.getBaseUrl()).not.toContain(`:${port}`);
  await expect.poll(() => server.checkHealth(), { interval: 50 }).toBe(false); // asking for its health is no use of it
  const { results } = await memory.recall("team", "Who has the pager?");
  expect(results.map(({ text }) => text).join()).toContain("Milou");
  const exact = profile({ profile: "exact", port, dataDir: path.join(dataDir, "exact") });
  await expect(exact.start()).rejects.toThrow(
    /profile "exact" did not start: Cannot listen on 127\.0\.0\.1:\d+: another program listens there.*server\.log/,
  );
});

test("a profile's file has its server's settings: below those of the program, above those of the environment", async () => {
  const home = path.join(dataDir, "home");
  vi.stubEnv("HOME", home);
  vi.stubEnv("HINDSIGHT_EMBED_API_URL", "http://127.0.0.1:3");
  onTestFinished(() => void vi.unstubAllEnvs());
  changeProfileSettings("kept", process.env, { set: { HINDSIGHT_EMBED_API_URL: "http://127.0.0.1:2" }, removed: [] });
  expect(new HindsightServer({ profile: "kept" }).getBaseUrl()).toBe("http://127.0.0.1:2");
  expect(new HindsightServer({ profile: "kept", env: { HINDSIGHT_EMBED_API_URL: "http://127.0.0.1:1/" } }).getBaseUrl()).toBe(
    "http://127.0.0.1:1",
  );
  expect(new HindsightServer().getBaseUrl()).toBe("http://127.0.0.1:3");
  await writeFile(path.join(home, ".hindsight/active_profile"), "kept\n");
  expect(new HindsightServer().getProfile()).toBe("kept");
  await writeFile(path.join(home, ".hindsight/active_profile"), "a.remote.one\n"); // known to the command line alone
  expect(new HindsightServer().getProfile()).toBe("default");
  await expect(new HindsightServer({ profile: "kept" }).start()).rejects.toThrow(
    "no server answers at http://127.0.0.1:2, which HINDSIGHT_EMBED_API_URL names",
  );
  const soon = profile({ profile: "soon", env: { HINDSIGHT_EMBED_API_URL: "", HINDSIGHT_EMBED_DAEMON_IDLE_TIMEOUT: "soon" } });
  await expect(soon.start()).rejects.toThrow("HINDSIGHT_EMBED_DAEMON_IDLE_TIMEOUT is no number of seconds");
});

test("settings are compared by digests that tell no value", () => {
  const digests = digestsOf({ HINDSIGHT_API_LLM_API_KEY: "s3cret", HINDSIGHT_API_URL: "u", HINDSIGHT_API_PORT: "1", HOME: "h" }, "token");
  expect(Object.keys(digests)).toEqual(["HINDSIGHT_API_LLM_API_KEY"]);
  expect(JSON.stringify(digests)).not.toContain("s3cret");
  expect(differing(digests, digestsOf({ HINDSIGHT_API_LLM_API_KEY: "s3cret" }, "token"))).toEqual([]);
  expect(differing(digests, digestsOf({ HINDSIGHT_API_LLM_API_KEY: "other", HINDSIGHT_CP_PORT: "1" }, "token"))).toEqual([
    "HINDSIGHT_API_LLM_API_KEY",
    "HINDSIGHT_CP_PORT",
  ]);
});

test("a profile's port follows from its name, and a name is a name", () => {
  expect([portOfProfile("default"), new HindsightServer({ dataDir }).getBaseUrl()]).toEqual([8888, "http://127.0.0.1:8888"]);
  const ports = Array.from({ length: 200 }, (_, at) => portOfProfile(`p${at}`));
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(8889);
  expect(Math.max(...ports)).toBeLessThanOrEqual(9888);
  expect(new Set(ports).size).toBeGreaterThan(150);
  for (const name of ["", "../x", "a b", "-x"]) expect(() => new HindsightServer({ profile: name })).toThrow("The profile is");
});
