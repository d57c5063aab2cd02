import type { Tool } from "../tool.js";
export const DOCUMENT_TOOLS: readonly Tool[] = [];
