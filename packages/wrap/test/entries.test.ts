// What each entry of the package brings along: the main one no framework, each sub-path its own alone, and none of ours.
// (That the packed package loads without them is in test/docs/packed.test.ts.)

import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const pkg = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/** Packages that a file and all it imports need, those of types included. */
function packagesOf(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export)[^"]*?from "([^"]+)";/gms);
  return [...imports].flatMap(([, from = ""]) =>
    from.startsWith(".")
      ? packagesOf(path.join(path.dirname(file), from.replace(/\.js$/, ".ts")), seen)
      : [
          from
            .split("/")
            .slice(0, from.startsWith("@") ? 2 : 1)
            .join("/"),
        ],
  );
}

test.each([
  [".", ["eventsource-parser"]],
  ["./ai-sdk", ["ai"]],
  ["./langchain", ["@langchain/core"]],
  ["./langgraph", ["@langchain/langgraph-checkpoint"]],
  ["./openai-agents", ["@openai/agents"]],
  ["./mastra", []],
])("%s needs %j", (entry, needed) => {
  expect([...new Set(packagesOf(path.join(root, pkg.exports[entry].source)))]).toEqual(needed);
});

test("every entry is checked, and every framework is an optional peer", () => {
  expect(Object.keys(pkg.exports)).toHaveLength(6);
  expect(Object.keys(pkg.dependencies)).toEqual(["eventsource-parser"]);
  expect(Object.keys(pkg.peerDependencies).toSorted()).toEqual(Object.keys(pkg.peerDependenciesMeta).toSorted());
});
