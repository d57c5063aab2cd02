// Mastra: a processor for agents that remember.
// In: a memory. Out: what an Agent takes as a processor.

export { hindsightProcessor, type MastraCall, type MastraMessage, type MastraOptions, type MastraProcessor } from "./processor.js";
