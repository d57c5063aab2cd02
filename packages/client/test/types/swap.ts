// Types: a program that is written for the published client compiles with ours.
// Checked by tsc alone (npm run types); nothing here runs.

import type * as ours from "@hindsight-memory/client";
import type * as theirs from "@vectorize-io/hindsight-client";

type Methods<T> = { [K in keyof T]: T[K] };
type Differing<Ours, Theirs> = { [K in keyof Theirs]-?: K extends keyof Ours ? (Ours[K] extends Theirs[K] ? never : K) : K }[keyof Theirs];

/** Compiles only when no name of theirs is missing here, or cannot stand in for theirs. */
type None<Names extends never> = Names;

/** The API of 1.1 knows an outcome of a dry run that 0.9.1, whose types these are, did not. */
type NewOutcome = "dryRunRefreshMentalModel";
export type Client = None<Exclude<Differing<Methods<ours.HindsightClient>, Methods<theirs.HindsightClient>>, NewOutcome>>;
export type Failure = None<Differing<ours.HindsightError, theirs.HindsightError>>;
/** What a program passes in: theirs must do for ours. */
export type Options = None<
  Differing<theirs.HindsightClientOptions, Pick<ours.HindsightClientOptions, keyof theirs.HindsightClientOptions>>
>;

type Sdk = typeof ours.sdk;
type TheirSdk = typeof theirs.sdk;
export type Functions = None<Exclude<keyof TheirSdk, keyof Sdk>>;
/** What theirs take, ours take. */
type First<F> = F extends (options: infer O) => unknown ? Parts<NonNullable<O>> : never;
type Parts<O> = { [K in keyof O & ("path" | "query" | "body")]: O[K] };
type Refusing = { [K in keyof TheirSdk & keyof Sdk]: First<TheirSdk[K]> extends First<Sdk[K]> ? never : K }[keyof TheirSdk & keyof Sdk];
/** The API of 1.1 names the values of tags_match here, and the fields of a template. */
type Stricter = "getGraph" | "listDocuments" | "importBankTemplate";
export type Arguments = None<Exclude<Refusing, Stricter>>;
type Data<F> = F extends (options: never) => Promise<infer R> ? Extract<R, { error: undefined }>["data" & keyof R] : never;
type Lacking = { [K in keyof TheirSdk & keyof Sdk]: Data<Sdk[K]> extends Data<TheirSdk[K]> ? never : K }[keyof TheirSdk & keyof Sdk];
export type Replies = None<Lacking>;

/** Types by name: what comes out of ours is what theirs promises, and what theirs takes ours takes. A template that comes out may have label groups of a kind that 0.9.1 did not know. */
interface OursOut {
  AsyncOperationSubmitResponse: ours.AsyncOperationSubmitResponse;
  BankConfigResponse: ours.BankConfigResponse;
  BankProfileResponse: ours.BankProfileResponse;
  BankTemplateImportResponse: ours.BankTemplateImportResponse;
  BankTemplateDirective: ours.BankTemplateDirective;
  CreateKnowledgePageResponse: ours.CreateKnowledgePageResponse;
  CreateMentalModelResponse: ours.CreateMentalModelResponse;
  DirectiveListResponse: ours.DirectiveListResponse;
  DirectiveResponse: ours.DirectiveResponse;
  DocumentResponse: ours.DocumentResponse;
  FileRetainResponse: ours.FileRetainResponse;
  KnowledgeNode: ours.KnowledgeNode;
  KnowledgePageBundleResponse: ours.KnowledgePageBundleResponse;
  KnowledgePageResponse: ours.KnowledgePageResponse;
  KnowledgePageSearchResponse: ours.KnowledgePageSearchResponse;
  KnowledgeTreeResponse: ours.KnowledgeTreeResponse;
  ListDocumentsResponse: ours.ListDocumentsResponse;
  ListMemoryUnitsResponse: ours.ListMemoryUnitsResponse;
  MentalModelListResponse: ours.MentalModelListResponse;
  MentalModelResponse: ours.MentalModelResponse;
  RecallResponse: ours.RecallResponse;
  RecallResult: ours.RecallResult;
  ReflectResponse: ours.ReflectResponse;
  RetainResponse: ours.RetainResponse;
  UpdateDocumentResponse: ours.UpdateDocumentResponse;
  VersionResponse: ours.VersionResponse;
  MemoryItemInput: ours.MemoryItemInput;
  EntityInput: ours.EntityInput;
  MinScores: ours.MinScores;
  TagGroupAndInput: ours.TagGroupAndInput;
  TagGroupLeaf: ours.TagGroupLeaf;
  TagGroupNotInput: ours.TagGroupNotInput;
  TagGroupOrInput: ours.TagGroupOrInput;
  Budget: ours.Budget;
}
interface TheirsOut {
  AsyncOperationSubmitResponse: theirs.AsyncOperationSubmitResponse;
  BankConfigResponse: theirs.BankConfigResponse;
  BankProfileResponse: theirs.BankProfileResponse;
  BankTemplateImportResponse: theirs.BankTemplateImportResponse;
  BankTemplateDirective: theirs.BankTemplateDirective;
  CreateKnowledgePageResponse: theirs.CreateKnowledgePageResponse;
  CreateMentalModelResponse: theirs.CreateMentalModelResponse;
  DirectiveListResponse: theirs.DirectiveListResponse;
  DirectiveResponse: theirs.DirectiveResponse;
  DocumentResponse: theirs.DocumentResponse;
  FileRetainResponse: theirs.FileRetainResponse;
  KnowledgeNode: theirs.KnowledgeNode;
  KnowledgePageBundleResponse: theirs.KnowledgePageBundleResponse;
  KnowledgePageResponse: theirs.KnowledgePageResponse;
  KnowledgePageSearchResponse: theirs.KnowledgePageSearchResponse;
  KnowledgeTreeResponse: theirs.KnowledgeTreeResponse;
  ListDocumentsResponse: theirs.ListDocumentsResponse;
  ListMemoryUnitsResponse: theirs.ListMemoryUnitsResponse;
  MentalModelListResponse: theirs.MentalModelListResponse;
  MentalModelResponse: theirs.MentalModelResponse;
  RecallResponse: theirs.RecallResponse;
  RecallResult: theirs.RecallResult;
  ReflectResponse: theirs.ReflectResponse;
  RetainResponse: theirs.RetainResponse;
  UpdateDocumentResponse: theirs.UpdateDocumentResponse;
  VersionResponse: theirs.VersionResponse;
  MemoryItemInput: theirs.MemoryItemInput;
  EntityInput: theirs.EntityInput;
  MinScores: theirs.MinScores;
  TagGroupAndInput: theirs.TagGroupAndInput;
  TagGroupLeaf: theirs.TagGroupLeaf;
  TagGroupNotInput: theirs.TagGroupNotInput;
  TagGroupOrInput: theirs.TagGroupOrInput;
  Budget: theirs.Budget;
}
export type NamesOut = None<Differing<OursOut, TheirsOut>>;
interface OursIn {
  BankTemplateConfig: ours.BankTemplateConfig;
  BankTemplateManifest: ours.BankTemplateManifest;
  BankTemplateDirective: ours.BankTemplateDirective;
  BankTemplateMentalModel: ours.BankTemplateMentalModel;
  CreateBankRequest: ours.CreateBankRequest;
  RecallRequest: ours.RecallRequest;
  ReflectRequest: ours.ReflectRequest;
  RetainRequest: ours.RetainRequest;
  MemoryItemInput: ours.MemoryItemInput;
  EntityInput: ours.EntityInput;
  MinScores: ours.MinScores;
  TagGroupAndInput: ours.TagGroupAndInput;
  TagGroupLeaf: ours.TagGroupLeaf;
  TagGroupNotInput: ours.TagGroupNotInput;
  TagGroupOrInput: ours.TagGroupOrInput;
  Budget: ours.Budget;
}
interface TheirsIn {
  BankTemplateConfig: theirs.BankTemplateConfig;
  BankTemplateManifest: theirs.BankTemplateManifest;
  BankTemplateDirective: theirs.BankTemplateDirective;
  BankTemplateMentalModel: theirs.BankTemplateMentalModel;
  CreateBankRequest: theirs.CreateBankRequest;
  RecallRequest: theirs.RecallRequest;
  ReflectRequest: theirs.ReflectRequest;
  RetainRequest: theirs.RetainRequest;
  MemoryItemInput: theirs.MemoryItemInput;
  EntityInput: theirs.EntityInput;
  MinScores: theirs.MinScores;
  TagGroupAndInput: theirs.TagGroupAndInput;
  TagGroupLeaf: theirs.TagGroupLeaf;
  TagGroupNotInput: theirs.TagGroupNotInput;
  TagGroupOrInput: theirs.TagGroupOrInput;
  Budget: theirs.Budget;
}
export type NamesIn = None<Differing<TheirsIn, OursIn>>;
