// Remembered text for a model's eyes, where its form is ours to choose.
// In: text that somebody stored. Out: the same between marks that it cannot know, so that nothing inside passes for what stands around it.

import { randomBytes } from "node:crypto";
import { DATA } from "./tools/about.js";

/** The marks are new each time: a stored text that ends them early would have to guess. */
export function asData(text: string): string {
  const mark = `remembered-${randomBytes(6).toString("hex")}`;
  return `${DATA}\n\n<${mark}>\n${text.trim()}\n</${mark}>`;
}
