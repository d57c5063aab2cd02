// The types of the API and of the options, under their names.
// In: nothing. Out: types alone.

import type * as api from "./types.gen.js";

export type * from "./methods/bank-options.js";
export type { ListedBank, ListedDirective } from "./methods/banks.js";
export type { ListedDocument, ListedEntity, ListedTag } from "./methods/documents.js";
export type { ListedMemory } from "./methods/memories.js";
export type * from "./methods/memory-options.js";
export type * from "./methods/model-options.js";
export type { ListedMentalModel } from "./methods/models.js";
export type * from "./methods/operation-options.js";
export type { ListedOperation } from "./methods/operations.js";
export type {
  AsyncOperationSubmitResponse,
  BankConfigResponse,
  BankListResponse,
  BankProfileResponse,
  BankTemplateConfig,
  BankTemplateDirective,
  BankTemplateImportResponse,
  BankTemplateManifest,
  BankTemplateMentalModel,
  CancelOperationResponse,
  CreateBankRequest,
  CreateKnowledgePageResponse,
  CreateMentalModelResponse,
  DirectiveListResponse,
  DirectiveResponse,
  DocumentResponse,
  EntityListResponse,
  FileRetainResponse,
  KnowledgeNode,
  KnowledgePageBundleResponse,
  KnowledgePageResponse,
  KnowledgePageSearchResponse,
  KnowledgeTreeResponse,
  ListDocumentsResponse,
  ListMemoryUnitsResponse,
  ListTagsResponse,
  MentalModelDryRunRefreshResult,
  MentalModelListResponse,
  MentalModelResponse,
  OperationStatusResponse,
  OperationsListResponse,
  RecallRequest,
  RecallResponse,
  RecallResult,
  ReflectRequest,
  ReflectResponse,
  RetainRequest,
  RetainResponse,
  TagGroupAnd as TagGroupAndInput,
  TagGroupLeaf,
  TagGroupNot as TagGroupNotInput,
  TagGroupOr as TagGroupOrInput,
  UpdateDocumentResponse,
  VersionResponse,
} from "./types.gen.js";
/** Score floors of a recall. */
export type MinScores = NonNullable<api.MinScores>;
export type TemporalWindow = NonNullable<api.TemporalWindow>;
export type { FileStream } from "./wire/multipart.js";
