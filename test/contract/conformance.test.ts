// The published TypeScript client against a real server: exactly the listed checks fail.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedFile } from "../support/contract.js";
import { openServer, type TestServer } from "../support/server.js";
import { CONFORMANCE_NOT_YET } from "./not-yet.js";

const script = sharedFile("conformance/ts-client.mjs");

describe.skipIf(script === null)(`the published client (shared/conformance${script === null ? " is not on this machine" : ""})`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer();
  });
  afterAll(() => server.close());

  it("passes every check of the parts that exist, and no other", { timeout: 180_000 }, async () => {
    const output = await run(script as string, { BASE_URL: server.url, LLM: "0" });
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

function run(file: string, env: Readonly<Record<string, string>>): Promise<string> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file], { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
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
