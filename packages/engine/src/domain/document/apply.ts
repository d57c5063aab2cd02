/** Operations on a document, one after the other: each finds its place in what the former ones left. One that cannot be carried out says why. */

import type { DocumentBlock, DocumentSection, StructuredDocument } from "../mental-models.js";
import { fragmentsOf, withClosedFence } from "./fragments.js";
import { headingText } from "./given.js";
import { blockId, sectionId, type TakenIds } from "./ids.js";
import type { DocumentOperation } from "./operations.js";
import { isOrphanRow, isTable } from "./table.js";

/** An operation that was carried out, with the ids that it made. */
export type Change = DocumentOperation & {
  readonly new_section_id?: string;
  readonly new_block_ids?: readonly string[];
  /** The table that took in a row. */
  readonly merged_into_block_id?: string;
};

export interface SkippedOperation {
  readonly operation: unknown;
  readonly reason: string;
}

export interface Edited {
  readonly document: StructuredDocument;
  readonly applied: readonly Change[];
  readonly skipped: readonly SkippedOperation[];
}

type Made = Pick<Change, "new_section_id" | "new_block_ids" | "merged_into_block_id">;
type Step = { readonly sections: readonly DocumentSection[]; readonly made?: Made } | { readonly reason: string };

/** Blocks that no operation names stay as they are, to the byte. */
export function applyOperations(document: StructuredDocument, operations: readonly DocumentOperation[]): Edited {
  const taken: TakenIds = {
    sections: new Set(document.sections.map(({ id }) => id)),
    blocks: new Set(document.sections.flatMap(({ blocks }) => blocks.map(({ id }) => id))),
  };
  let { sections } = document;
  const applied: Change[] = [];
  const skipped: SkippedOperation[] = [];
  for (const operation of operations) {
    const step = carryOut(sections, operation, taken);
    if ("reason" in step) skipped.push({ operation, reason: step.reason });
    else {
      sections = step.sections;
      applied.push({ ...operation, ...step.made });
    }
  }
  return { document: { version: 2, sections }, applied, skipped };
}

function carryOut(sections: readonly DocumentSection[], operation: DocumentOperation, taken: TakenIds): Step {
  if (operation.op === "add_section") return addSection(sections, operation, taken);
  const section = sections.find(({ id }) => id === operation.section_id);
  if (section === undefined) return { reason: `there is no section ${operation.section_id}` };
  const others = (next: DocumentSection): readonly DocumentSection[] => sections.map((each) => (each === section ? next : each));
  switch (operation.op) {
    case "remove_section":
      return { sections: sections.filter((each) => each !== section) };
    case "rename_section": {
      const heading = headingText(operation.new_heading);
      return heading === "" ? { reason: "the new heading is empty" } : { sections: others({ ...section, heading }) };
    }
    case "replace_section_blocks": {
      const read = blocksOf(operation.blocks, taken);
      if ("reason" in read) return read;
      return { sections: others({ ...section, blocks: read.blocks }), made: { new_block_ids: idsOf(read.blocks) } };
    }
    case "append_block":
      return placed(section, section.blocks.length, operation.text, taken, others);
    case "insert_block": {
      if (operation.after_block_id === null) return placed(section, 0, operation.text, taken, others);
      const at = place(sections, section, operation.after_block_id);
      return typeof at === "number" ? placed(section, at + 1, operation.text, taken, others) : at;
    }
    case "remove_block": {
      const at = place(sections, section, operation.block_id);
      if (typeof at !== "number") return at;
      return { sections: others({ ...section, blocks: section.blocks.toSpliced(at, 1) }) };
    }
    case "replace_block": {
      const at = place(sections, section, operation.block_id);
      if (typeof at !== "number") return at;
      const read = blocksOf([operation.text], taken);
      if ("reason" in read) return read;
      const [first, ...more] = read.blocks as readonly [DocumentBlock, ...DocumentBlock[]];
      const blocks = section.blocks.toSpliced(at, 1, { id: operation.block_id, text: first.text }, ...more);
      return { sections: others({ ...section, blocks }), ...(more.length === 0 ? {} : { made: { new_block_ids: idsOf(more) } }) };
    }
  }
}

function addSection(sections: readonly DocumentSection[], operation: DocumentOperation & { op: "add_section" }, taken: TakenIds): Step {
  const heading = headingText(operation.heading);
  if (heading === "") return { reason: "the heading is empty" };
  const { after_section_id: after } = operation;
  const at = after === null ? sections.length : sections.findIndex(({ id }) => id === after) + 1;
  if (after !== null && at === 0) return { reason: `there is no section ${after}` };
  const read = operation.blocks.length === 0 ? { blocks: [] } : blocksOf(operation.blocks, taken);
  if ("reason" in read) return read;
  const id = sectionId(operation.new_id ?? heading, taken.sections);
  taken.sections.add(id);
  const section: DocumentSection = { id, heading, level: operation.level, blocks: read.blocks };
  return { sections: sections.toSpliced(at, 0, section), made: { new_section_id: id, new_block_ids: idsOf(read.blocks) } };
}

/** Puts text at a place of a section; rows without a head join the table before them. */
function placed(
  section: DocumentSection,
  at: number,
  text: string,
  taken: TakenIds,
  others: (next: DocumentSection) => readonly DocumentSection[],
): Step {
  const before = section.blocks[at - 1];
  const row = text.replace(/^\s*\n|\s+$/g, "");
  if (before !== undefined && isTable(before.text) && isOrphanRow(row)) {
    const grown = { id: before.id, text: `${before.text}\n${row}` };
    return { sections: others({ ...section, blocks: section.blocks.with(at - 1, grown) }), made: { merged_into_block_id: before.id } };
  }
  const read = blocksOf([text], taken);
  if ("reason" in read) return read;
  return {
    sections: others({ ...section, blocks: section.blocks.toSpliced(at, 0, ...read.blocks) }),
    made: { new_block_ids: idsOf(read.blocks) },
  };
}

/** Where a block stands in its section, or why not. */
function place(sections: readonly DocumentSection[], section: DocumentSection, id: string): number | { readonly reason: string } {
  const at = section.blocks.findIndex((block) => block.id === id);
  if (at >= 0) return at;
  const other = sections.find(({ blocks }) => blocks.some((block) => block.id === id));
  return { reason: other === undefined ? `there is no block ${id}` : `block ${id} stands in section ${other.id}, not in ${section.id}` };
}

/** Texts as blocks with ids of their own; headings are sections, and have operations of their own. */
function blocksOf(texts: readonly string[], taken: TakenIds): { readonly blocks: readonly DocumentBlock[] } | { readonly reason: string } {
  const fragments = texts.flatMap((text) => fragmentsOf(withClosedFence(text)));
  if (fragments.length === 0) return { reason: "the text is empty" };
  const blocks: DocumentBlock[] = [];
  for (const fragment of fragments) {
    if (fragment.kind === "heading") return { reason: "the text holds a heading; that takes add_section" };
    const id = blockId(fragment.text, taken.blocks);
    taken.blocks.add(id);
    blocks.push({ id, text: fragment.text });
  }
  return { blocks };
}

const idsOf = (blocks: readonly DocumentBlock[]): readonly string[] => blocks.map(({ id }) => id);
