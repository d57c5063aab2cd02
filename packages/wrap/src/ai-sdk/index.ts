// The AI SDK (package `ai`, version 6): a middleware that remembers, and the memory as tools.
// In: a memory. Out: what `wrapLanguageModel` and `generateText` take.

export { type MemoryMiddleware, memoryMiddleware } from "./middleware.js";
export { createHindsightTools, type HindsightTools, type ToolsClient, type ToolsOptions } from "./tools.js";
