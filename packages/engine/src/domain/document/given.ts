import type { StructuredDocument } from "../mental-models.js";
import { withClosedFence } from "./fragments.js";
import { split } from "./split.js";

const DEFAULT_LEVEL = 2;

/**
 * A document as a model gives it, `{sections: [{heading, level, blocks: [text]}]}`: hashes before a heading go, a level is from 1 to 6, a block of several
 * fragments becomes several, and entries of another form are left out. Null when there are no sections at all.
 */
export function fromGiven(given: unknown): StructuredDocument | null {
  const sections = isRecord(given) ? given.sections : given;
  if (!Array.isArray(sections)) return null;
  return split(sections.filter(isRecord).map(markdownOf).join("\n\n"));
}

function markdownOf({ heading, level, blocks }: Readonly<Record<string, unknown>>): string {
  const title = typeof heading === "string" ? headingText(heading) : "";
  const texts = (Array.isArray(blocks) ? blocks : [blocks]).map(textOf).filter((text) => text.trim() !== "");
  const parts = texts.map((text) => withClosedFence(text.replace(/\r\n/g, "\n")));
  return [...(title === "" ? [] : [`${"#".repeat(levelOf(level))} ${title}`]), ...parts].join("\n\n");
}

/** One line, without the hashes that models write before it. */
export function headingText(heading: string): string {
  return heading
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^#{1,6}(?:\s+|$)/, "")
    .trim();
}

export function levelOf(level: unknown): number {
  const number = typeof level === "string" ? Number(level) : level;
  return typeof number === "number" && Number.isFinite(number) ? Math.min(6, Math.max(1, Math.round(number))) : DEFAULT_LEVEL;
}

/** A block is a text; some models wrap it as `{text}`. */
const textOf = (block: unknown): string => {
  if (typeof block === "string") return block;
  return isRecord(block) && typeof block.text === "string" ? block.text : "";
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
