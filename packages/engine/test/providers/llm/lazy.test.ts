// What a server without a language model reads when it starts: nothing of the providers' packages.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SRC = fileURLToPath(new URL("../../../src/", import.meta.url));
const STATIC = /^\s*(?:import|export)\s+(?!type\b)(?:[^"';]*?\sfrom\s+)?"([^"]+)";/gm;
const TYPES_ONLY = /^\s*(?:import|export)\s+\{(?:\s*type\s+[\w\s]+,?)+\s*\}\s+from\s+"[^"]+";/gm;

/** Packages and files that are read with `entry`, without what is imported on demand. */
function readWith(entry: string): { readonly packages: ReadonlySet<string>; readonly files: ReadonlySet<string> } {
  const packages = new Set<string>();
  const files = new Set<string>();
  const open = [join(SRC, entry)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file) || !existsSync(file)) continue;
    files.add(file);
    const text = readFileSync(file, "utf8").replace(TYPES_ONLY, "");
    for (const [, from = ""] of text.matchAll(STATIC)) {
      if (from.startsWith(".")) open.push(join(dirname(file), from.replace(/\.js$/, ".ts")));
      else packages.add(from);
    }
  }
  return { packages, files: new Set([...files].map((file) => relative(SRC, file).replaceAll("\\", "/"))) };
}

const HEAVY = /^(@ai-sdk\/|ai$|jsonrepair$|google-auth-library)/;

test("the engine reads no package of a provider at its start", () => {
  const { packages, files } = readWith("index.ts");
  expect([...packages].filter((name) => HEAVY.test(name))).toEqual([]);
  expect([...files]).toContain("providers/llm/models.ts"); // control: the layer itself is there
  expect([...files]).not.toContain("providers/llm/adapters/index.ts");
  expect(packages).toContain("zod");
});

test("the pattern finds packages where they are read at once", () => {
  expect([...readWith("providers/llm/adapters/reply.ts").packages].filter((name) => HEAVY.test(name))).toEqual(["jsonrepair"]);
});
