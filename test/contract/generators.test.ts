// The served specification, as code generators read it: two with parsers of their own, whose results are type-checked, and called.
// In: a server, and the generators of scripts/test-generators.mjs. Out: nothing; skipped where they cannot be installed, which fails in CI.

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServer, type TestServer } from "../support/server.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** Uses what both made. What a type must refuse is marked: a type that is `any` would not refuse it. */
const PROGRAM = `
import { createClient } from "./sdk/client/index.js";
import { getDocument, listMemories, recallMemories, reflect, retainMemories } from "./sdk/index.js";
import type { paths } from "./schema.js";

type Recall = paths["/v1/default/banks/{bank_id}/memories/recall"]["post"];
type Question = Recall["requestBody"]["content"]["application/json"];
type Answer = Recall["responses"][200]["content"]["application/json"];
// @ts-expect-error a question is needed
const nothing: Question = {};
// @ts-expect-error a memory is a text
const number = (answer: Answer): number => answer.results[0]!.text;

const client = createClient({ baseUrl: process.argv[2]! });
const all = { client, path: { bank_id: "generated" }, throwOnError: true } as const;
const question: Question = { query: "Where did Ann move to?", include: { entities: null } };
// @ts-expect-error items are needed
const noItems = () => retainMemories({ ...all, body: {} });
const retained = await retainMemories({ ...all, body: { items: [{ content: "Ann moved to Delft last spring." }] } });
const recalled = await recallMemories({ ...all, body: question });
const answer: Answer = recalled.data;
const told = await reflect({ ...all, body: { query: question.query } });
const listed = await listMemories({ ...all, query: { limit: 1 } });
const unknown = await getDocument({ client, path: { bank_id: "generated", document_id: "none" } });
console.log(JSON.stringify({
  retained: retained.data.items_count,
  recalled: answer.results.map((each) => each.text),
  told: told.data.text,
  listed: listed.data.total,
  unknown: [unknown.response?.status, unknown.error],
}));
void [nothing, number, noItems];
`;

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await openServer();
  folder = mkdtempSync(path.join(tmpdir(), "hindsight-generators-"));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The folder of their commands; null where they cannot be had. */
async function generators(): Promise<string | null> {
  try {
    const { stdout } = await run(process.execPath, [path.join(root, "scripts/test-generators.mjs")]);
    return stdout.trim().split("\n").at(-1) ?? "";
  } catch (cause) {
    if (process.env.CI) throw new Error("The code generators could not be installed; in CI they must be there.", { cause });
    return null;
  }
}

async function made(name: string, parts: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run(name, [...parts], { cwd: folder }).catch((cause: { stdout?: string; stderr?: string }) => {
    throw new Error(`${path.basename(name)} failed:\n${cause.stdout}${cause.stderr}`, { cause });
  });
  return stdout + stderr;
}

test("two code generators read the specification, and what they make is sound and works", async ({ skip }) => {
  const bin = await generators();
  if (bin === null) return skip("the code generators could not be installed");
  const specification = (await server.call("GET", "/openapi.json")).body;
  writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(specification));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const plugins = ["-p", "@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"];
  const said = await Promise.all([
    made(path.join(bin, "openapi-ts"), ["-i", "openapi.json", "-o", "sdk", ...plugins]),
    // A field with a default may be left out of a request, and its type says so.
    made(path.join(bin, "openapi-typescript"), ["openapi.json", "-o", "schema.ts", "--default-non-nullable", "false"]),
  ]);
  expect(said.join("\n")).not.toMatch(/warn|error/i);

  writeFileSync(path.join(folder, "program.ts"), PROGRAM);
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "esnext", "--moduleResolution", "bundler"];
  const libraries = ["--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--types", "node"];
  await made(path.join(root, "node_modules/.bin/tsc"), [...options, ...libraries, "program.ts"]);

  const operations = Object.values<object>(specification.paths).flatMap((each) => Object.keys(each));
  const functions = readFileSync(path.join(folder, "sdk/sdk.gen.ts"), "utf8").match(/^export const \w+ = </gm) ?? [];
  expect(functions).toHaveLength(operations.length);

  expect(JSON.parse(await made(process.execPath, ["--import", "tsx", "program.ts", server.url]))).toEqual({
    retained: 1,
    recalled: ["Ann moved to Delft last spring."],
    told: expect.stringContaining("Delft"),
    listed: 1,
    unknown: [404, { detail: expect.stringContaining("none") }],
  });
});
