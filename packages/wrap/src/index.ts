// Memory around an LLM client, in two lines.
// In: a client of a provider's SDK and a memory. Out: the same client, which remembers.
// Frameworks have sub-paths of their own (`/ai-sdk`, `/langchain`, …): nothing of theirs is imported here.

export { wrapAnthropic } from "./anthropic.js";
export type { Wrapped } from "./client.js";
export { type EmbeddedEngine, embeddedMemory } from "./embedded.js";
export type { Injection } from "./look-up.js";
export { createMemory, type Memory, type MemoryHandle, type WrapOptions } from "./memory.js";
export { wrapOpenAI } from "./openai.js";
export type { Flushed, Parcel } from "./outbox.js";
export type * from "./port.js";
export type { MemoryReport, Report } from "./report.js";
export { type CallFields, type CallSettings, thisCall, type WrapSettings } from "./settings.js";
export type { Speakers, ToolTurns, Turn } from "./turns.js";
