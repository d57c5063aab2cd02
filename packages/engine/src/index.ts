// The engine: memory as a library. `openHindsight` gives the façade; servers, the CLI and embedded programs use nothing else.
// In: settings or an environment. Out: an open Hindsight, the types of its requests and results, its settings and its errors.

export * from "./admin.js";
export {
  BANK_SETTINGS,
  type BankSetting,
  type BankSettingName,
  type BankSettings,
  loadSettings,
  SETTINGS,
  type Settings,
  type UnknownVariable,
  unknownSettings,
} from "./config/index.js";
export {
  checkDatabase,
  checkEncoder,
  checkModels,
  checkPrices,
  type DatabaseLook,
  dataFolder,
  type EncoderCheck,
  type ModelCheck,
} from "./diagnose.js";
export * from "./domain/access.js";
export type { Attachment, AttachmentKind, ContentBlock } from "./domain/attachments.js";
export * from "./domain/audit.js";
export type * from "./domain/consolidation.js";
export type * from "./domain/curation.js";
export type * from "./domain/defense.js";
export type * from "./domain/directives.js";
export type * from "./domain/document-events.js";
export type * from "./domain/dry-run.js";
export type * from "./domain/files.js";
export type * from "./domain/graph.js";
export type * from "./domain/knowledge.js";
export type * from "./domain/llm-requests.js";
export type * from "./domain/memory.js";
export { MEMORY_KINDS } from "./domain/memory.js";
export type * from "./domain/mental-models.js";
export type * from "./domain/observations.js";
export type { PreviewedOperation, PromptPreview, PromptPreviewRequest, ShownSetting } from "./domain/prompt-preview.js";
export type * from "./domain/reflect.js";
export type * from "./domain/requests.js";
export type * from "./domain/resources.js";
export { tagGroupsProblem } from "./domain/tags.js";
export type * from "./domain/templates.js";
export type { Tenant, TenantConfig } from "./domain/tenants.js";
export {
  MEMORY_TIME_FIELDS,
  type MemoryTimeField,
  type MemoryTimeSeries,
  TIME_PERIODS,
  type TimeBucket,
  type TimePeriod,
  type TimeUnit,
} from "./domain/time-series.js";
export type * from "./domain/transfer.js";
export { type InstructionSign, TRUST_LEVELS, type Trust } from "./domain/trust.js";
export * from "./domain/webhooks.js";
export type { EndedWork, WatchedWork, WorkWatcher } from "./domain/work-watch.js";
export { ERRORS, type ErrorCode, HindsightError } from "./errors.js";
export { nearDetector, unknownDetectors } from "./guard/defense/index.js";
export type { CallOptions, Hindsight } from "./hindsight.js";
export { type OpenOptions, openHindsight, quietSettings } from "./open.js";
export type { WorkerStatus } from "./operations/index.js";
export { type Environment, type ExtensionSpec, loadExtension } from "./providers/extension.js";
export type { StorageExtension } from "./providers/objects/index.js";
export type { ParserExtension } from "./providers/parsers/index.js";
export type { DatabaseHealth } from "./store/db.js";
export { type FolderLock, lockFolder } from "./store/pglite/folder-lock.js";
export { commonLabels, createLog, type IncomingCall, type LogSettings, type LogSink, NO_SPAN, type Span } from "./telemetry/index.js";
export type { OpenTenant, Tenants } from "./tenants/index.js";
