import type { Tool } from "../tool.js";
export const MENTAL_MODEL_TOOLS: readonly Tool[] = [];
