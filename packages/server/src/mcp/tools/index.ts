// The tools of MCP, in the order in which they are listed.
// In: nothing. Out: the one list that the server, authorization and the tests read.

import type { Tool } from "../tool.js";
import { BANK_TOOLS } from "./banks.js";
import { CURATION_TOOLS } from "./curation.js";
import { DIRECTIVE_TOOLS } from "./directives.js";
import { DOCUMENT_TOOLS } from "./documents.js";
import { KNOWLEDGE_TOOLS } from "./knowledge.js";
import { MEMORY_TOOLS } from "./memories.js";
import { MENTAL_MODEL_TOOLS } from "./mental-models.js";
import { OPERATION_TOOLS } from "./operations.js";
import { RECALL } from "./recall.js";
import { REFLECT } from "./reflect.js";
import { RETAIN_TOOLS } from "./retain.js";

export const TOOLS: readonly Tool[] = [
  ...RETAIN_TOOLS,
  RECALL,
  REFLECT,
  ...MEMORY_TOOLS,
  ...CURATION_TOOLS,
  ...DOCUMENT_TOOLS,
  ...OPERATION_TOOLS,
  ...MENTAL_MODEL_TOOLS,
  ...DIRECTIVE_TOOLS,
  ...KNOWLEDGE_TOOLS,
  ...BANK_TOOLS,
];
