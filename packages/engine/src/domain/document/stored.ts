import type { DocumentBlock, DocumentSection, StructuredDocument } from "../mental-models.js";
import { render } from "./render.js";
import { split } from "./split.js";

/** The structure kept beside a content; one that is missing, of another version or does not say what the content says is made anew from it. */
export function readStored(structure: unknown, content: string): StructuredDocument {
  return isDocument(structure) && render(structure) === content ? structure : split(content);
}

type Unread<T> = { readonly [Key in keyof T]?: unknown };

function isDocument(value: unknown): value is StructuredDocument {
  if (typeof value !== "object" || value === null) return false;
  const { version, sections } = value as Unread<StructuredDocument>;
  return version === 2 && Array.isArray(sections) && sections.every(isSection) && areDistinct(sections);
}

function isSection(value: unknown): value is DocumentSection {
  if (typeof value !== "object" || value === null) return false;
  const { id, heading, level, blocks } = value as Unread<DocumentSection>;
  const isHeaded = typeof id === "string" && typeof heading === "string" && Number.isInteger(level);
  return isHeaded && Array.isArray(blocks) && blocks.every(isBlock);
}

function isBlock(value: unknown): value is DocumentBlock {
  if (typeof value !== "object" || value === null) return false;
  const { id, text } = value as Unread<DocumentBlock>;
  return typeof id === "string" && typeof text === "string";
}

/** An operation names its target by id. */
function areDistinct(sections: readonly DocumentSection[]): boolean {
  const blocks = sections.flatMap((section) => section.blocks.map(({ id }) => id));
  return new Set(sections.map(({ id }) => id)).size === sections.length && new Set(blocks).size === blocks.length;
}
