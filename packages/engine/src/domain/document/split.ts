import type { StructuredDocument } from "../mental-models.js";
import { fragmentsOf } from "./fragments.js";
import { blockId, PREAMBLE, sectionId } from "./ids.js";

const PREAMBLE_LEVEL = 2;

/** Markdown as sections and blocks. The same text gives the same ids. */
export function split(markdown: string): StructuredDocument {
  const taken = { sections: new Set<string>(), blocks: new Set<string>() };
  const sections: { id: string; heading: string; level: number; blocks: { id: string; text: string }[] }[] = [];
  const open = (id: string, heading: string, level: number) => {
    taken.sections.add(id);
    const section = { id, heading, level, blocks: [] };
    sections.push(section);
    return section;
  };
  for (const fragment of fragmentsOf(markdown)) {
    if (fragment.kind === "heading") {
      open(sectionId(fragment.heading, taken.sections), fragment.heading, fragment.level);
      continue;
    }
    const section = sections.at(-1) ?? open(PREAMBLE, "", PREAMBLE_LEVEL);
    const id = blockId(fragment.text, taken.blocks);
    taken.blocks.add(id);
    section.blocks.push({ id, text: fragment.text });
  }
  return { version: 2, sections };
}
