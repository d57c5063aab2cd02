// llm: language models, whoever serves them.
// In: messages and, for an object, its schema. Out: text, tool calls or a validated object, with what it cost; or a HindsightError that says why not.
// One chain of models for each purpose; retries, limits, repair and metering happen here and nowhere else.

export type { BatchReply, ModelBatches, Ticket, Written as WrittenBatch } from "./batch/index.js";
export { retryAtOf } from "./chain.js";
export { checkAtStart } from "./check-at-start.js";
export { checkModelSettings } from "./check-settings.js";
export { usageOf } from "./failure.js";
export { createLanguageModels, type ModelsOptions } from "./models.js";
export { NO_MODELS } from "./none.js";
export { NO_OBSERVER } from "./observer.js";
export {
  addUsage,
  type CallObserver,
  type CallOrigin,
  type CallRecord,
  type ExpectedCall,
  type LanguageModels,
  type LlmRequest,
  type Message,
  type MessagePart,
  NO_USAGE,
  type ObjectAnswer,
  type ObjectRequest,
  type ObservedCall,
  type ObservedReply,
  type ProbeResult,
  PURPOSES,
  type Purpose,
  type TextAnswer,
  type TokenUsage,
  type Tool,
  type ToolCall,
} from "./provider.js";
export { behindRules } from "./schema.js";
