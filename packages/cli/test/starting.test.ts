// What every command has: help, and a quick start. And that each group works as the process that a user starts.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { program } from "../src/program.js";
import { cliOf, processOf } from "./support/cli.js";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));
/** Imports that are there when a module is loaded: neither those of types nor those of `await import`. */
const LOADED = /^import (?!type\b)(?!\{ (?:type \w+(?:, )?)+ \})[^;]*? from "([^"]+)";/gm;

/** Every package that is loaded with a file, through files of ours. */
function packagesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const found = new Set<string>();
  if (seen.has(file)) return found;
  seen.add(file);
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(LOADED)) {
    if (!name.startsWith(".")) found.add(name);
    else for (const inner of packagesOf(join(dirname(file), name.replace(/\.js$/, ".ts")), seen)) found.add(inner);
  }
  return found;
}

/** Parts of the client that need nothing else. */
const SMALL_DOORS = ["@hindsight-memory/client/relevance", "@hindsight-memory/client/trace"];

const leaves = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap((each) => leaves(each));

const nameOf = (command: Command): string => (command.parent === null ? "" : `${nameOf(command.parent)} ${command.name()}`.trim());

test("a reader that stops reading ends the command without a word, as it ends any other", async () => {
  const child = spawn(process.execPath, ["--import", "tsx", "--conditions=source", MAIN, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  let errors = "";
  child.stderr.on("data", (part: Buffer) => {
    errors += part;
  });
  const [status] = await once(child, "close");
  expect({ status, errors }).toEqual({ status: 141, errors: "" });
});

test.skipIf(!existsSync("/dev/full"))("what cannot be written is no success, and no fault of the program", async () => {
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, ["--import", "tsx", "--conditions=source", MAIN, "--help"], { stdio: ["ignore", full, "pipe"] });
  closeSync(full);
  let errors = "";
  child.stderr?.on("data", (part: Buffer) => {
    errors += part;
  });
  const [status] = await once(child, "close");
  expect(errors).toMatch(/^Error: what was to be shown could not be written: ENOSPC[^\n]*\n$/);
  expect(status).toBe(1);
});

test("a command that asks a server loads neither the server nor the engine", () => {
  const packages = packagesOf(MAIN);
  expect([...packages]).toContain("commander"); // control: imports are found
  const ours = [...packages].filter((name) => name.startsWith("@hindsight-memory/"));
  expect(ours.filter((name) => !SMALL_DOORS.includes(name))).toEqual([]);
});

describe("help", () => {
  const commands = leaves(program("0.0.0"));

  test.each(commands.map((command) => [nameOf(command), command] as const))("of %s says what it does and what it takes", (_, command) => {
    expect(command.description()).toMatch(/\w/);
    for (const option of command.options) expect(option.description, option.flags).toMatch(/\w/);
    expect(command.helpInformation()).toContain("--json");
  });

  test.each([
    ["mental-model", ["list", "get|show", "create", "update", "refresh", "dry-run-refresh", "history", "clear", "delete"]],
    ["pages", ["list|tree", "get|get-page", "search", "create|create-page", "folder", "rename", "move", "update", "delete", "export"]],
    ["directive", ["list", "get|show", "create", "update", "delete"]],
    ["webhook", ["list", "create", "update", "delete", "deliveries"]],
    ["observation", ["list", "get|show", "scopes", "clear"]],
    ["memory", ["list", "get", "history", "clear", "clear-observations", "reflect"]],
    ["consolidation", ["recover"]],
  ])("of %s lists its verbs, and ends with status 0", async (group, verbs) => {
    const { status, output } = await cliOf("http://127.0.0.1:1")(group, "--help");
    expect(status).toBe(0);
    for (const verb of verbs) expect(output).toContain(`  ${verb}`);
  });
});

describe("a process of its own", { timeout: 120_000 }, () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await openServer();
    await server.retain("work", [{ content: "Ann rows.", document_id: "ann" }]);
  });
  afterAll(() => server.close());

  test.each([
    ["mental-model list work", /There are no mental models/],
    ["pages list work", /There are no pages/],
    ["directive list work", /No directives in force/],
    ["webhook list work", /No webhooks/],
    ["observation list work", /No observations/],
    ["memory list work", /Ann rows\.[\s\S]*1 of 1/],
    ["consolidation recover work", /No fact had failed/],
    ["consolidate work --wait", /facts consolidated *│ 1 |No fact waited/],
    ["document history work ann", /retain *│ 1 fact added/],
    ["reflect work Ann", /Ann rows\. \[1\]/],
    ["document delete work ann --report", /memories that went *│ 1 /],
  ])("%s", async (line, shown) => {
    const { status, output, errors } = await processOf(server.url)(...line.split(" "));
    expect([status, errors]).toEqual([0, ""]);
    expect(output).toMatch(shown);
  });

  test("--json is JSON, and an error ends with status 1", async () => {
    expect(await processOf(server.url).json("pages", "list", "work")).toEqual({ roots: [] });
    const refused = await processOf(server.url)("model", "list", "nobody");
    expect(refused).toEqual({ status: 1, output: "", errors: "Error: Bank 'nobody' not found.\n" });
  });
});
