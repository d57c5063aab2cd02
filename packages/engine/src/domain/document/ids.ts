import { createHash } from "node:crypto";

/** Ids that a document has or had: what is gone keeps its id, so that a later part cannot be taken for it. */
export interface TakenIds {
  readonly sections: Set<string>;
  readonly blocks: Set<string>;
}

/** What stands before the first heading. */
export const PREAMBLE = "preamble";

/** Slug of a heading: a–z and 0–9, all else a dash; a heading without any of them is `section`. */
export function sectionId(heading: string, taken: ReadonlySet<string>): string {
  const slug = heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return unique(slug === "" ? "section" : slug, taken);
}

/** `b` and the first eight digits of the text's SHA-1; the same text once more gets a number behind it. */
export function blockId(text: string, taken: ReadonlySet<string>): string {
  return unique(`b${createHash("sha1").update(text).digest("hex").slice(0, 8)}`, taken);
}

function unique(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  for (let number = 2; ; number += 1) {
    const numbered = `${id}-${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}
