// What each entry of the package brings along: the main one no framework, each sub-path its own alone, and none of ours.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
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

test("the package as it is packed loads in an empty project, frameworks apart", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hindsight-wrap-"));
  const modules = path.join(folder, "node_modules");
  const repository = path.join(root, "../..");
  await run(path.join(repository, "node_modules/.bin/tsc"), ["-b", root]);
  await run("npm", ["pack", `--pack-destination=${folder}`, "--loglevel=error"], { cwd: root });
  mkdirSync(path.join(modules, pkg.name), { recursive: true });
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  await run("tar", ["-xzf", path.join(folder, archive), "--strip-components=1", "-C", path.join(modules, pkg.name)]);
  symlinkSync(path.join(repository, "node_modules/eventsource-parser"), path.join(modules, "eventsource-parser"));
  const program = `
    const load = (name) => import(name).then((all) => Object.keys(all).join(), (error) => error.message.match(/package '[^']+'/)[0]);
    for (const entry of ${JSON.stringify(Object.keys(pkg.exports))}) console.log(await load("${pkg.name}" + entry.slice(1)));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program], { cwd: folder });
  expect(stdout.trim().split("\n")).toEqual([
    "createMemory,embeddedMemory,thisCall,wrapAnthropic,wrapOpenAI",
    "package 'ai'",
    "package '@langchain/core'",
    "package '@langchain/langgraph-checkpoint'",
    "hindsightSession",
    "hindsightProcessor",
  ]);
  rmSync(folder, { recursive: true, force: true });
});
