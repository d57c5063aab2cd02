// LangChain.js: chat models that remember, and the memory as a retriever.
// In: a memory. Out: runnables of `@langchain/core`.

export { HindsightRetriever, type RetrieverOptions } from "./retriever.js";
export { type ChatModel, type RememberingModel, withMemory } from "./with-memory.js";
