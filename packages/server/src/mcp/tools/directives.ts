import type { Tool } from "../tool.js";
export const DIRECTIVE_TOOLS: readonly Tool[] = [];
