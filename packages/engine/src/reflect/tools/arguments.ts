/** Arguments as models write them: lenient where the meaning is plain. */

import { sanitise } from "../../domain/text/sanitise.js";
import { type ToolInput, ToolMistake } from "./tool.js";

/** What models write where they mean "as usual". */
const UNSET: ReadonlySet<unknown> = new Set(["", "none", "null", "undefined", "0"]);

interface Bounds {
  readonly preset: number;
  readonly least: number;
  readonly most: number;
}

/** A whole number within bounds; nothing, a word for nothing and zero are the preset. Throws ToolMistake for what is no whole number. */
export function integerOf(input: ToolInput, name: string, { preset, least, most }: Bounds): number {
  const given = input[name];
  const plain = typeof given === "string" ? given.trim().toLowerCase() : given;
  if (plain === undefined || plain === null || plain === 0 || UNSET.has(plain)) return preset;
  const value = typeof plain === "string" ? Number(plain) : plain;
  if (typeof value !== "number" || !Number.isInteger(value)) {
    throw new ToolMistake(`${name} is ${JSON.stringify(given)}; it takes a whole number, or nothing for ${preset}.`);
  }
  return Math.min(most, Math.max(least, value));
}

/** Text with a word in it. Throws ToolMistake for anything else. */
export function queryOf(input: ToolInput): string {
  const text = typeof input.query === "string" ? sanitise(input.query).trim() : "";
  if (!/[\p{L}\p{N}]/u.test(text)) throw new ToolMistake("query is missing: say in words what to look for.");
  return text;
}

/** A list of ids: also a single one, or a text with several. */
export function idsOf(value: unknown): readonly string[] {
  const parts = Array.isArray(value) ? value : typeof value === "string" ? value.split(/[\s,;"'[\]]+/) : [];
  const texts = parts.filter((part): part is string => typeof part === "string").map((part) => part.trim());
  return [...new Set(texts.filter((text) => text !== ""))];
}

/** A tool's name without what models wrap around it: `functions.recall`, `call=recall`, `recall<|channel|>…`. */
export function toolName(written: string): string {
  const [head = ""] = written.split("<|");
  return head
    .trim()
    .replace(/^call=/, "")
    .replace(/^functions[.:]/, "")
    .trim();
}
