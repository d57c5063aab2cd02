import type { Tool } from "../tool.js";
export const OPERATION_TOOLS: readonly Tool[] = [];
