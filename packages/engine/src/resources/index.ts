// resources: what callers list, read and change besides retaining and recalling: banks, memories, documents, chunks, entities, tags, statistics.
// In: the open engine's parts. Out: the façade's resource objects; part of the façade, so that it may call any feature.
// Each call opens its bank by name first; every row it then touches is named through that scope.

export { auditLogResource } from "./audit-logs.js";
export { bankResource } from "./banks.js";
export { consolidationResource } from "./consolidation.js";
export { curationResource } from "./curation.js";
export { directiveResource } from "./directives.js";
export { documentResource } from "./documents.js";
export type { ResourceContext } from "./engine.js";
export { entityResource } from "./entities.js";
export { knowledgeResource } from "./knowledge.js";
export { llmHealth } from "./llm-health.js";
export { llmRequestResource } from "./llm-requests.js";
export { memoryResource } from "./memories.js";
export { mentalModelResource } from "./mental-models.js";
export { observationResource } from "./observations.js";
export { operationResource } from "./operations.js";
export { promptPreview } from "./prompts.js";
export { chunkReader, tagReader } from "./readers.js";
export { templateResource } from "./templates.js";
export { transferResource } from "./transfer.js";
export { viewResource } from "./views.js";
export { webhookResource } from "./webhooks.js";
