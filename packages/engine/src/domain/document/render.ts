import type { StructuredDocument } from "../mental-models.js";

/** A document as Markdown: parts stand apart by one blank line, one line break ends it, and an empty document is an empty text. */
export function render({ sections }: StructuredDocument): string {
  const parts = sections.flatMap(({ heading, level, blocks }) => [
    ...(heading === "" ? [] : [`${"#".repeat(level)} ${heading}`]),
    ...blocks.map(({ text }) => text).filter((text) => text.trim() !== ""),
  ]);
  return parts.length === 0 ? "" : `${parts.join("\n\n")}\n`;
}
