// The client and a real server: what is generated is what is served, stories of use, and the packed package in every runtime.

import { readFileSync } from "node:fs";
import { createMemoryTools, HindsightClient, HindsightError } from "@hindsight-memory/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientSpecification, fingerprint, operationsSource, type Specification } from "../../../scripts/client-specification.js";
import { sharedFile } from "../../../test/support/contract.js";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { type PackedProject, packedProject, runtimes, tsc } from "./support/packed.js";

let server: TestServer;
let client: HindsightClient;
/** Asked for at once, since they may have to be downloaded. */
const programs = runtimes().catch((cause: Error) => cause);
beforeAll(async () => {
  server = await openServer();
  client = new HindsightClient({ baseUrl: server.url });
}, 120_000);
afterAll(() => server.close());

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

describe("what is generated", () => {
  const again = "run: npx tsx --conditions=source scripts/client-types.ts";
  let served: Specification;
  beforeAll(async () => {
    served = (await server.call("GET", "/openapi.json")).body as Specification;
  });

  test("is of the specification that is served", () => {
    const specification = clientSpecification(served);
    expect(read("src/sdk/operations.gen.ts"), again).toBe(operationsSource(specification));
    expect(/sha256 (\w+)/.exec(read("src/types.gen.ts"))?.[1], again).toBe(fingerprint(specification));
  });

  test("changes its fingerprint with a field, and not with a word", () => {
    const path = { "/x": { get: { operationId: "x", description: "one", responses: { 200: { description: "a" } } } } };
    const of = (paths: Specification["paths"], components: unknown = {}) => fingerprint({ paths, components });
    const { get } = path["/x"];
    expect(of({ "/x": { get: { ...get, description: "other" } as never } })).toBe(of(path));
    expect(of({ "/x": { get: { ...get, responses: {} } } })).not.toBe(of(path));
    const schema = (name: string) => ({ schemas: { A: { properties: { [name]: { type: "string", description: "w" } } } } });
    expect(of(path, schema("description"))).not.toBe(of(path, schema("title")));
  });

  const contract = sharedFile("contract/openapi.json");
  test.skipIf(contract === null)("has every operation under the contract's name", () => {
    const ids = ({ paths }: Specification) =>
      Object.values(paths).flatMap((each) => Object.values(each).map(({ operationId }) => operationId));
    const names = ids(served);
    expect(ids(JSON.parse(readFileSync(contract as string, "utf8"))).filter((id) => !names.includes(id))).toEqual([]);
  });

  test("lets null be null wherever it may be", () => {
    const wrong: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== "object" || value === null) return;
      const { type, enum: values, allOf } = value as { type?: unknown; enum?: readonly unknown[]; allOf?: readonly unknown[] };
      if (Array.isArray(type) && type.includes("null") && values !== undefined && !values.includes(null)) wrong.push(path);
      if (JSON.stringify(allOf)?.includes('"null"')) wrong.push(path);
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`);
    };
    walk(served, "");
    expect(wrong).toEqual([]);
  });
});

describe("a program", () => {
  test("whose reply is lost retains once all the same", async () => {
    let lost = 0;
    const unlucky: typeof fetch = async (input, init) => {
      const reply = await fetch(input, init);
      if (init?.method !== "POST" || lost > 0) return reply;
      lost += 1;
      throw new TypeError("the connection broke");
    };
    const shaky = new HindsightClient({ baseUrl: server.url, fetch: unlucky });
    const { operation_id } = await shaky.retain("lost", "The rota is in week 12.", { async: true });
    await shaky.waitForOperation("lost", operation_id);
    expect(lost).toBe(1);
    expect((await client.listDocuments("lost")).total).toBe(1);
    expect((await client.listOperations("lost")).operations.map(({ id }) => id)).toEqual([operation_id]);
  });

  test("uploads a stream and finds what it says", async () => {
    async function* bytes() {
      for (const line of ["# Rota\n\n", "Milou has the pager ", "in week 12.\n"]) yield new TextEncoder().encode(line);
    }
    await client.createBank("files");
    const files = [{ name: "rota.md", type: "text/markdown", stream: bytes() }];
    const { operation_ids } = await client.retainFiles("files", files, { filesMetadata: [{ document_id: "rota", tags: ["kind:rota"] }] });
    await client.waitForOperation("files", operation_ids[0] as string);
    expect((await client.getDocument("files", "rota"))?.tags).toEqual(["kind:rota"]);
    const { results } = await client.recall("files", "Who has the pager?", { tags: ["kind:rota"], tagsMatch: "any_strict" });
    expect(results[0]?.text).toContain("Milou");
  });

  test("reads every list to its end", async () => {
    const items = Array.from({ length: 5 }, (_, n) => ({ content: `Alice met Bob${n}.`, document_id: `d${n}`, tags: [`n:${n}`] }));
    await client.retainBatch("pages", items);
    const all = async <T>(entries: AsyncIterable<T>) => {
      const found: T[] = [];
      for await (const each of entries) found.push(each);
      return found;
    };
    const pageSize = 2;
    const documents = await all(client.iterateDocuments("pages", { pageSize }));
    expect(documents.map(({ id }) => id).toSorted()).toEqual(["d0", "d1", "d2", "d3", "d4"]);
    expect(await all(client.iterateMemories("pages", { pageSize }))).toHaveLength((await client.listMemories("pages")).total);
    expect(await all(client.iterateEntities("pages", { pageSize }))).toHaveLength((await client.listEntities("pages")).total);
    expect((await all(client.iterateTags("pages", { pageSize }))).map(({ tag }) => tag).toSorted()).toEqual(
      items.flatMap(({ tags }) => tags),
    );
    expect((await all(client.iterateBanks({ pageSize: 1 }))).map(({ bank_id }) => bank_id)).toContain("pages");
    expect(await all(client.iterateOperations("pages", { pageSize }))).toHaveLength((await client.listOperations("pages")).total);
  });

  test("gives a model its memory as tools", async () => {
    const tools = createMemoryTools({ client, bankId: "tools", retain: { async: false, tags: ["by:model"] } });
    const use = (name: string, input: unknown) => tools.execute({ type: "tool_use", id: "1", name, input });
    expect((await use("retain", { content: "Sanne keeps the spare key.", documentId: "key" })).content).toBe("Remembered.");
    expect((await use("recall", { query: "Who keeps the spare key?" })).content).toContain("Sanne keeps the spare key.");
    expect((await use("getDocument", { id: "key" })).content).toBe("Sanne keeps the spare key.");
    expect(await use("getMentalModel", { id: "none" })).toMatchObject({ is_error: true, content: expect.stringContaining("404") });
  });

  test("is told what is wrong by the server's own words", async () => {
    const refused = client.recall("pages", "   ");
    await expect(refused).rejects.toBeInstanceOf(HindsightError);
    await expect(refused).rejects.toMatchObject({ statusCode: 422, code: "invalid", message: expect.stringContaining("body.query") });
    await expect(client.listMemories("nobody")).rejects.toMatchObject({ code: "not_found", requestId: expect.any(String) });
  });
});

describe("the packed package", () => {
  let project: PackedProject;
  const [example = "", more = ""] = [...read("README.md").matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code = ""]) => code);
  const at = (code: string) => code.replaceAll("http://localhost:8888", server.url);
  const promised = (code: string) => [...code.matchAll(/\/\/ → (.+)$/gm)].map(([, text = ""]) => text);
  beforeAll(async () => {
    project = await packedProject();
  }, 60_000);
  afterAll(() => project.remove());

  /** The example as CommonJS: `require` in place of the import, and a function around what waits. */
  const asCommonJs = (code: string) => {
    const [head = "", ...rest] = code.split("\n");
    return `${head.replace("import {", "const {").replace(/} from (".*");/, "} = require($1);")}\n(async () => {\n${rest.join("\n")}\n})();\n`;
  };

  test("runs its README in Node, as ESM and as CommonJS, and its types serve both", { timeout: 60_000 }, async () => {
    const files = {
      "a.mjs": at(example),
      "b.cjs": asCommonJs(at(example)),
      "c.mjs": at(more),
      "a.mts": at(example),
      "c.mts": at(more),
      "b.cts": "",
    };
    files["b.cts"] = at(example).split("\n").slice(0, 4).join("\n"); // a module of CommonJS in TypeScript waits in functions alone
    const esm = await project.run(process.execPath, ["a.mjs"], files);
    const printed = await Promise.all([project.run(process.execPath, ["b.cjs"]), project.run(process.execPath, ["c.mjs"])]);
    for (const text of promised(example)) expect([esm, printed[0]]).toEqual([expect.stringContaining(text), expect.stringContaining(text)]);
    expect(promised(more).length).toBeGreaterThan(0);
    for (const text of promised(more)) expect(printed[1]).toContain(text);
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "--types", ""];
    const page = readFileSync(new URL("../../../docs/typescript-client.md", import.meta.url), "utf8").replaceAll(
      "process.env.HINDSIGHT_API_URL ?? ",
      "",
    );
    const snippets = [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = ""], at) => [`page-${at}.mts`, code] as const);
    expect(snippets.length).toBeGreaterThan(2);
    const typed = ["a.mts", "b.cts", "c.mts", ...snippets.map(([name]) => name)];
    await project.run(tsc, [...options, ...typed], Object.fromEntries(snippets));
  });

  test("runs its README in Bun and Deno", { timeout: 120_000 }, async ({ skip }) => {
    const found = await programs;
    if (found instanceof Error) throw found;
    if (found === null) return skip("Bun and Deno could not be installed");
    const bun = await project.run(found.bun, ["run", "bun.mjs"], { "bun.mjs": at(example) });
    const deno = await project.run(found.deno, ["run", "--quiet", "--allow-net", "--allow-env", "deno.mjs"], { "deno.mjs": at(example) });
    for (const text of promised(example)) expect([bun, deno]).toEqual([expect.stringContaining(text), expect.stringContaining(text)]);
  });
});
