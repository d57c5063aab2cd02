// Which pictures there are: each page, and each state of a page that looks different.
// In: nothing. Out: where each is taken, and what is done there before.

import { DOCUMENT_SHOTS } from "./documents.js";
import { KNOWLEDGE_SHOTS } from "./knowledge.js";
import { LAB_SHOTS } from "./labs.js";
import { MEMORY_SHOTS } from "./memories.js";
import { SETTINGS_SHOTS } from "./settings.js";
import { SHELL_SHOTS } from "./shell.js";
import type { Shot } from "./shot.js";

export type { Shot } from "./shot.js";

export const SHOTS: readonly Shot[] = [
  ...SHELL_SHOTS,
  ...MEMORY_SHOTS,
  ...LAB_SHOTS,
  ...KNOWLEDGE_SHOTS,
  ...DOCUMENT_SHOTS,
  ...SETTINGS_SHOTS,
];
