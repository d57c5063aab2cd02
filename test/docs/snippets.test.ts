// Every snippet of the README and of docs/ is run: shell lines by a shell, programs by Node, against a server of its own.
// A snippet that is not run here says why, in `NOT_RUN`.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type RunningServer, startServer } from "@hindsight-memory/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openProvider, type Provider } from "../../packages/wrap/test/support/provider-stub.js";
import { folder as apiFolder, apiPages } from "../../scripts/api-pages.js";
import type { ApiSpecification } from "../../scripts/api-schema.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** Snippets that start something which runs on, or that run this very test: first line → reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  "npm start": "serves until it is stopped; the start bench and the fresh-clone check run it",
  "npm test": "runs this test",
  "npm run bench": "minutes long and needs the evaluation data",
};

interface Snippet {
  readonly file: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

function snippets(): readonly Snippet[] {
  const pages = [
    "README.md",
    "packages/wrap/README.md",
    ...readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" }).map((name) => path.join("docs", name)),
  ];
  return pages
    .filter((name) => name.endsWith(".md") && !name.includes("decisions"))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      return [...text.matchAll(/^```(sh|js|ts)\n([\s\S]*?)^```/gm)].map((found) => ({
        file,
        line: text.slice(0, found.index).split("\n").length,
        language: found[1] ?? "",
        code: found[2] ?? "",
      }));
    });
}

describe("documentation", () => {
  let server: RunningServer;
  let provider: Provider;
  const folder = path.join(root, ".cache", `snippets-${process.pid}`);
  const dataDir = mkdtempSync(path.join(tmpdir(), "hindsight-docs-"));

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    provider = await openProvider();
    server = await startServer({ env: { HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_API_PORT: "0", HINDSIGHT_API_LOG_LEVEL: "warn" } });
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });

  const found = snippets();
  test("there are snippets to run", () => expect(found.length).toBeGreaterThan(3));

  test("the pages about the HTTP API say what the served specification says", async () => {
    const pages = apiPages((await (await fetch(`${server.url}/openapi.json`)).json()) as ApiSpecification);
    const written = new Map(readdirSync(apiFolder).map((name) => [name, readFileSync(path.join(apiFolder, name), "utf8")]));
    expect([...written.keys()].sort()).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages) expect(written.get(name), "run: npx tsx --conditions=source scripts/api-pages.ts").toBe(text);
    expect(written.get("memory.md")).toContain("POST /v1/default/banks/{bank_id}/memories/recall"); // control
  });

  for (const snippet of found) {
    const reason = Object.entries(NOT_RUN).find(([start]) => snippet.code.startsWith(start))?.[1];
    if (reason !== undefined) continue;
    test(`${snippet.file}:${snippet.line} runs (${snippet.language})`, async () => {
      const code = snippet.code.replaceAll("http://127.0.0.1:8888", server.url).replaceAll("http://localhost:8888", server.url);
      const models = {
        OPENAI_BASE_URL: `${provider.url}/v1`,
        OPENAI_API_KEY: "stub",
        ANTHROPIC_BASE_URL: provider.url,
        ANTHROPIC_API_KEY: "stub",
      };
      const env = { ...process.env, ...models, HINDSIGHT_API_URL: server.url };
      const name = `${snippet.file.replace(/\W+/g, "-")}-${snippet.line}.${snippet.language === "ts" ? "ts" : "mjs"}`;
      const result =
        snippet.language === "sh"
          ? await run("bash", ["-euo", "pipefail", "-c", code], { cwd: root, env })
          : await runProgram(path.join(folder, name), code, env);
      // What a snippet promises to print stands behind "// →" or "# →".
      for (const promise of snippet.code.matchAll(/(?:\/\/|#) → (.+)$/gm)) expect(result.stdout).toContain((promise[1] ?? "").trim());
    });
  }

  async function runProgram(file: string, code: string, env: NodeJS.ProcessEnv): Promise<{ stdout: string }> {
    writeFileSync(file, code);
    return run(process.execPath, [...(file.endsWith(".ts") ? ["--import", "tsx"] : []), file], { cwd: root, env });
  }
});
