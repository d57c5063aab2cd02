/** The first stage: checks a request and reads what holds for it in its bank. What can be refused is refused here, before anything is searched. */

import { type BankSettings, resolveBankSettings } from "../config/index.js";
import type { RequestContext } from "../context.js";
import type { Directive, DirectiveScope } from "../domain/directives.js";
import { MEMORY_KINDS, type MemoryKind } from "../domain/memory.js";
import type { ReflectProgress, ReflectRequest } from "../domain/reflect.js";
import type { BankScope } from "../domain/scope.js";
import { asksForTags, type TagFilter } from "../domain/tags.js";
import { isBlank, sanitise } from "../domain/text/sanitise.js";
import { HindsightError } from "../errors.js";
import { withFuzzyTags } from "../recall/index.js";
import { readBank } from "../store/banks/read-bank.js";
import { listDirectives } from "../store/directives/list-directives.js";
import type { ModelConditions } from "../store/filters/model-filter.js";
import { hasReadableModels } from "../store/model-refresh/has-readable-models.js";
import { type ObjectSchema, readSchema } from "./response-schema.js";
import { ASKED, type Work } from "./work.js";

/** Most directives that one reflection is told (reference §2.9). */
const MOST_DIRECTIVES = 100;
const DEFAULT_MAX_TOKENS = 4096;
const DEFAULT_OBSERVATION_TOKENS = 5000;

export interface Task {
  readonly ctx: RequestContext;
  readonly bank: BankScope;
  readonly bankName: string;
  readonly settings: BankSettings;
  readonly request: ReflectRequest;
  readonly query: string;
  readonly budget: "low" | "mid" | "high";
  readonly maxTokens: number;
  readonly kinds: readonly MemoryKind[];
  /** In force here, highest priority first; those without content are left out. */
  readonly directives: readonly Directive[];
  readonly schema: ObjectSchema | null;
  readonly observations: { readonly maxTokens: number; readonly entities: boolean };
  /** Which mental models may be looked at; null when there is none, or none may. */
  readonly models: ModelConditions | null;
  readonly work: Work;
  readonly onProgress: (progress: ReflectProgress) => void;
}

/** What can be said of a request without its bank. Throws `invalid_request`. */
export function checkReflection(request: ReflectRequest): { readonly query: string; readonly schema: ObjectSchema | null } {
  if (asksForTags({ tags: request.tags }) && request.tagGroups) {
    throw new HindsightError("invalid_request", "tags and tag_groups exclude one another; give one.");
  }
  if (request.factTypes?.length === 0) {
    throw new HindsightError("invalid_request", "fact_types is empty: name at least one kind, or leave it out for all.");
  }
  const query = sanitise(request.query);
  if (isBlank(query)) throw new HindsightError("invalid_request", "The query is blank; ask something.");
  return { query, schema: request.responseSchema ? readSchema(request.responseSchema) : null };
}

/** Throws `invalid_request`, `bank_not_found`. */
export async function prepare(
  ctx: RequestContext,
  bank: BankScope,
  request: ReflectRequest,
  onProgress: (progress: ReflectProgress) => void,
  work: Work = ASKED,
): Promise<Task> {
  const { query, schema } = checkReflection(request);
  const { tags, tagsMatch } = request;
  const tagGroups = request.tagGroups ? await withFuzzyTags(ctx.db, bank, request.tagGroups) : null;
  const scope = { tags, tagsMatch, tagGroups };
  const [row, directives, models] = await Promise.all([
    readBank(ctx.db, bank),
    directivesFor(ctx, bank, request, scope),
    modelsFor(ctx, bank, request, scope),
  ]);
  if (row === null) throw new HindsightError("bank_not_found", `Bank '${bank.bankId}' not found`);
  const settings = resolveBankSettings(ctx.settings.bank, row.config);
  return {
    ctx,
    bank,
    bankName: row.name,
    settings,
    request,
    query,
    budget: request.budget ?? "low",
    maxTokens: Math.max(1, request.maxTokens ?? DEFAULT_MAX_TOKENS),
    kinds: MEMORY_KINDS.filter((kind) => request.factTypes?.includes(kind) ?? true),
    directives: directives.filter(({ content }) => !isBlank(content)),
    schema,
    observations: observationsOf(settings, request),
    models,
    work,
    onProgress,
  };
}

/** Untagged directives always apply; tagged ones when the request has a scope that they are in, or when it asks for all. */
function directivesFor(ctx: RequestContext, bank: BankScope, request: ReflectRequest, filter: TagFilter): Promise<readonly Directive[]> {
  const isScoped = (filter.tags ?? []).length > 0 || (filter.tagGroups ?? []).length > 0;
  const scope: DirectiveScope["scope"] = request.applyAllDirectives === true ? "every" : isScoped ? filter : "untagged";
  return listDirectives(ctx.db, bank, { activeOnly: true, scope, limit: MOST_DIRECTIVES, offset: 0 });
}

/** The models in the request's scope that say anything. */
async function modelsFor(ctx: RequestContext, bank: BankScope, request: ReflectRequest, scope: TagFilter): Promise<ModelConditions | null> {
  if (request.excludeMentalModels === true) return null;
  const conditions: ModelConditions = { ...scope, except: request.excludeMentalModelIds };
  return (await hasReadableModels(ctx.db, bank, conditions)) ? conditions : null;
}

/** The request's options over the bank's over the defaults. */
function observationsOf(settings: BankSettings, request: ReflectRequest): Task["observations"] {
  const defaults = settings.reflect_default_options ?? {};
  const tokens = defaults.reflect_search_observations_max_tokens;
  const entities = defaults.reflect_search_observations_include_entities;
  return {
    maxTokens: request.searchObservationsMaxTokens ?? (typeof tokens === "number" && tokens >= 1 ? tokens : DEFAULT_OBSERVATION_TOKENS),
    entities: request.searchObservationsIncludeEntities ?? (typeof entities === "boolean" ? entities : true),
  };
}
