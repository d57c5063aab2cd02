// Every block of settings on the page about local models can be started with: known names, values that are taken.

import { readFileSync } from "node:fs";
import { loadSettings, unknownSettings } from "@hindsight-memory/engine";
import { expect, test } from "vitest";

const page = readFileSync(new URL("../../docs/local-models.md", import.meta.url), "utf8");
const blocks = [...page.matchAll(/^```ini\n([\s\S]*?)^```/gm)].map(([, block = ""]) =>
  Object.fromEntries(
    block
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  ),
);

test("the page has blocks of settings at all", () => {
  expect(blocks.length).toBeGreaterThanOrEqual(4); // control
  expect(unknownSettings({ HINDSIGHT_API_LLM_MODDEL: "x" })).toHaveLength(1); // control
});

test.each(blocks.map((block) => [Object.keys(block)[0] ?? "", block]))("%s and what follows", (_, block) => {
  expect(unknownSettings(block)).toEqual([]);
  expect(() => loadSettings(block)).not.toThrow();
});

test("what the two whole blocks share is the same in both", () => {
  const [ollama, llamacpp] = ["ollama", "llamacpp"].map((name) => blocks.find((block) => block.HINDSIGHT_API_LLM_PROVIDER === name) ?? {});
  const own = ["PROVIDER", "BASE_URL", "MODEL", "OLLAMA_NUM_CTX", "EXTRA_BODY"].map((name) => `HINDSIGHT_API_LLM_${name}`);
  const shared = (block: Readonly<Record<string, string>>) => Object.entries(block).filter(([name]) => !own.includes(name));
  expect(shared(ollama ?? {})).toEqual(shared(llamacpp ?? {}));
  expect(shared(ollama ?? {}).length).toBeGreaterThan(10); // control
});
