import type { Tool } from "../tool.js";
export const KNOWLEDGE_TOOLS: readonly Tool[] = [];
