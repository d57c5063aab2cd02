// The settings that a page of the documentation shows. In: a page and the mark before the block. Out: variables, as a terminal would have them.

import { readFileSync } from "node:fs";

/** The block of `NAME=value` lines behind `<!-- settings: mark -->`. Throws where there is none. */
export function pageSettings(page: string, mark: string): Readonly<Record<string, string>> {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");
  const block = text.split(`<!-- settings: ${mark} -->\n`)[1]?.match(/^```ini\n([\s\S]*?)^```/m)?.[1];
  if (block === undefined) throw new Error(`docs/${page} has no settings of ${mark}`);
  const lines = block.split("\n").filter((line) => line.trim() !== "");
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}
