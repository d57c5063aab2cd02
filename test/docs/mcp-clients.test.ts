// The settings of agents on the page about MCP clients: each parses, and names one bank's address or the command that is there.

import { existsSync, readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { expect, test } from "vitest";

const page = readFileSync(new URL("../../docs/mcp-clients.md", import.meta.url), "utf8");
const sections = page.split(/^## /m).slice(1);
const blocks = sections.flatMap((section) =>
  [...section.matchAll(/^```(json|toml)\n([\s\S]*?)^```/gm)].map((found, index) => ({
    name: `${section.slice(0, section.indexOf("\n"))} ${index + 1}`,
    settings: (found[1] === "toml" ? parse(found[2] ?? "") : JSON.parse(found[2] ?? "")) as unknown,
  })),
);

const AGENTS = ["Claude Code", "Claude Desktop", "Cursor", "VS Code", "Codex", "OpenCode"];
const COMMAND = ["node", "/path/to/hindsight/packages/cli/bin/hindsight.js", "mcp", "--bank", "my-project"];

/** The one entry called `hindsight`, wherever the agent wants it. */
function entry(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== "object" || value === null) return null;
  const fields = value as Readonly<Record<string, unknown>>;
  if (typeof fields.hindsight === "object") return fields.hindsight as Readonly<Record<string, unknown>>;
  return (
    Object.values(fields)
      .map(entry)
      .find((found) => found !== null) ?? null
  );
}

test("each agent has its settings", () => {
  for (const agent of AGENTS) expect(blocks.filter(({ name }) => name.startsWith(agent)).length, agent).toBeGreaterThanOrEqual(2);
});

test.each(blocks)("$name reaches one bank", ({ settings }) => {
  const server = entry(settings);
  if (server?.url !== undefined) return expect(server.url).toBe("http://localhost:8888/mcp/my-project/");
  expect([server?.command, server?.args ?? []].flat()).toEqual(COMMAND);
});

test("the command that they name is there", () => {
  const file = (COMMAND[1] ?? "").replace("/path/to/hindsight/", "../../");
  expect(existsSync(new URL(file, import.meta.url))).toBe(true);
});
