// The published TypeScript client against a real server, and ours in its place: exactly the listed checks fail.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedFile } from "../support/contract.js";
import { openServer, type TestServer } from "../support/server.js";
import { CONFORMANCE_NOT_YET } from "./not-yet.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const script = sharedFile("conformance/ts-client.mjs");

describe.skipIf(script === null)(`the published client (shared/conformance${script === null ? " is not on this machine" : ""})`, () => {
  let server: TestServer;
  let swapped: string;
  beforeAll(async () => {
    swapped = await projectWithOurs();
    server = await openServer();
  });
  afterAll(async () => {
    await server.close();
    rmSync(swapped, { recursive: true, force: true });
  });

  it.each([
    ["the published client", "0.9.1", () => root],
    ["our client in its place", "0.1.0", () => swapped],
  ])("%s passes every check of the parts that exist, and no other", { timeout: 180_000 }, async (_, version, project) => {
    const output = await run(script as string, { BASE_URL: server.url, LLM: "0", PROJECT_ROOT: project() });
    expect(output).toContain(` ${version} against `);
    const failed = [...output.matchAll(/^FAIL {2}(.*)$/gm)].map((match) => match[1] as string);
    const listed = Object.keys(CONFORMANCE_NOT_YET);
    const unexpected = failed.filter((line) => !listed.some((name) => line.startsWith(`${name}: `)));
    const repaired = listed.filter((name) => !failed.some((line) => line.startsWith(`${name}: `)));
    expect(unexpected, output).toEqual([]);
    expect(repaired, "these pass now: take them off the list in not-yet.ts").toEqual([]);
    expect(output).toMatch(/^ok {4}retain and wait/m);
    expect(output.trimEnd().split("\n").at(-1)).toMatch(new RegExp(`^\\d+ passed, ${listed.length} failed$`));
  });
});

/** A project in which the published client's name leads to ours, as it is built. */
async function projectWithOurs(): Promise<string> {
  await run(join(root, "node_modules", "typescript", "bin", "tsc"), {}, ["-b", "packages/client", "packages/client/tsconfig.cjs.json"]);
  const folder = mkdtempSync(join(tmpdir(), "hindsight-swapped-"));
  writeFileSync(join(folder, "package.json"), "{}");
  mkdirSync(join(folder, "node_modules", "@vectorize-io"), { recursive: true });
  symlinkSync(join(root, "packages", "client"), join(folder, "node_modules", "@vectorize-io", "hindsight-client"), "junction");
  return folder;
}

function run(file: string, env: Readonly<Record<string, string>>, args: readonly string[] = []): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (part: Buffer) => {
      output += part.toString("utf8");
    });
    child.stderr.on("data", (part: Buffer) => {
      output += part.toString("utf8");
    });
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}
