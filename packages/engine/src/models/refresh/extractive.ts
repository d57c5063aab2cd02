/** A document without a language model: what the memories say, word for word, one block for each. Nothing is made up. */

import { applyOperations, render, split } from "../../domain/document/index.js";
import type { MemoryKind } from "../../domain/memory.js";
import type { StructuredDocument } from "../../domain/mental-models.js";
import type { RecalledMemory } from "../../domain/requests.js";
import { oneLine } from "../../domain/text/one-line.js";
import { fitsTokens } from "../../domain/text/tokens.js";

const HEADINGS: Readonly<Record<MemoryKind, string>> = {
  observation: "What was concluded",
  world: "What is known",
  experience: "What was done",
};

/** A memory as a block; the same words give the same block, so that it is found again when the memory goes. */
export function blockOf(text: string): string {
  return `- ${oneLine(text)}`;
}

/** The document with the memories in it that it lacks, best first, as far as they fit; what is there stays byte for byte. */
export function withMemories(
  document: StructuredDocument,
  memories: readonly RecalledMemory[],
  maxTokens: number,
): { readonly document: StructuredDocument; readonly taken: readonly RecalledMemory[] } {
  const said = new Set(document.sections.flatMap(({ blocks }) => blocks.map(({ text }) => text)));
  const taken: RecalledMemory[] = [];
  let grown = document;
  for (const memory of memories) {
    const text = blockOf(memory.text);
    if (said.has(text)) {
      taken.push(memory);
      continue;
    }
    const next = appended(grown, HEADINGS[memory.kind], text);
    if (!fitsTokens(render(next), maxTokens)) continue;
    grown = next;
    said.add(text);
    taken.push(memory);
  }
  return { document: grown, taken };
}

export const EMPTY_DOCUMENT: StructuredDocument = split("");

function appended(document: StructuredDocument, heading: string, text: string): StructuredDocument {
  const section = document.sections.find((each) => each.heading === heading);
  const operation =
    section === undefined
      ? ({ op: "add_section", heading, level: 2, blocks: [text], after_section_id: null, new_id: null } as const)
      : ({ op: "append_block", section_id: section.id, text } as const);
  return applyOperations(document, [operation]).document;
}
