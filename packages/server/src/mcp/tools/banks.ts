import type { Tool } from "../tool.js";
export const BANK_TOOLS: readonly Tool[] = [];
