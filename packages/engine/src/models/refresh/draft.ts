/** What a refresh comes to, before anything is written: all calls of models lie before it. */

import type { RequestContext } from "../../context.js";
import { readStored, render, split } from "../../domain/document/index.js";
import { NOTHING_KNOWN_YET, type RefreshFailure, type RefreshOutcome, type StructuredDocument } from "../../domain/mental-models.js";
import type { BankScope } from "../../domain/scope.js";
import { isBlank } from "../../domain/text/sanitise.js";
import { HindsightError } from "../../errors.js";
import {
  type Asker,
  createAsker,
  type ModelReflectionResult,
  readSchema,
  reflectForModel,
  structured,
  type Work,
} from "../../reflect/index.js";
import type { ModelForRefresh } from "../../store/mental-models/read-model-for-refresh.js";
import { listModelSources, type ModelSource, type StoredSource } from "../../store/model-refresh/list-model-sources.js";
import { type Baseline, baselineOf } from "./baseline.js";
import { editDelta } from "./delta.js";
import { EMPTY_DOCUMENT, withMemories } from "./extractive.js";
import { inputTokens } from "./operations-call.js";
import { isBeyondRetraction, retractByModel, retractWords } from "./retract.js";
import { type RefreshScope, requestOf, scopeOfRefresh } from "./scope.js";

export interface Draft {
  readonly model: ModelForRefresh;
  readonly baseline: Baseline;
  readonly scope: RefreshScope;
  readonly outcome: RefreshOutcome;
  readonly failure: { readonly reason: RefreshFailure; readonly message: string } | null;
  /** What the model is to say; what it says already where nothing is to be written. */
  readonly content: string;
  /** Null: the stored one holds. */
  readonly document: StructuredDocument | null;
  /** Written from the window alone. */
  readonly candidate: string;
  readonly reflection: ModelReflectionResult | null;
  readonly operations: { readonly applied: readonly unknown[]; readonly skipped: readonly unknown[] } | null;
  readonly retraction: Retraction | null;
  /** Whether the content says what a memory said that is gone: then it is not kept in the history either. */
  readonly isTainted: boolean;
  /** All that the content was written from: what stays of before, and what was read now. */
  readonly sources: readonly ModelSource[];
  readonly structuredOutput: Readonly<Record<string, unknown>> | null;
  /** Null without a language model. */
  readonly asker: Asker | null;
}

export interface Retraction {
  readonly gone: readonly StoredSource[];
  readonly applied: boolean;
}

export interface DraftRequest {
  /** What the content was written from so far. */
  readonly stored: readonly StoredSource[];
  /** How often the bank had forgotten memories, counted before these were read. */
  readonly forgettings?: number | null;
  readonly work: Pick<Work, "operation" | "operationId">;
  /** A full rebuild this once. */
  readonly once: "full" | null;
}

type Step = Pick<Draft, "outcome" | "failure" | "content" | "document" | "candidate" | "reflection" | "operations" | "sources">;

/** Throws what reflection and the models throw. */
export async function draftRefresh(ctx: RequestContext, bank: BankScope, model: ModelForRefresh, asked: DraftRequest): Promise<Draft> {
  const hasModel = ctx.models.has("mental_model_refresh");
  const isUnfounded = asked.stored.length > 0 && asked.stored.every(({ isThere }) => !isThere);
  const isBeyondRepair = isUnfounded || (!hasModel && isBeyondRetraction(model, asked.stored));
  const baseline = baselineOf(model, asked.once, isBeyondRepair);
  const isDelta = baseline.effective === "delta";
  const scope = await scopeOfRefresh(ctx, bank, model, isDelta);
  if (!hasModel && ctx.settings.reflectWithoutLlm === "error") {
    throw new HindsightError(
      "llm_not_configured",
      "No language model is configured for mental models. Set HINDSIGHT_API_LLM_PROVIDER and its key, or HINDSIGHT_API_REFLECT_WITHOUT_LLM=extractive.",
    );
  }
  const work: Work = {
    ...asked.work,
    purpose: "mental_model_refresh",
    isDocument: true,
    changed: { after: scope.after, before: scope.cutoff },
    recall: {
      includeChunks: model.trigger.includeChunks,
      maxTokens: model.trigger.recallMaxTokens,
      chunksMaxTokens: model.trigger.recallChunksMaxTokens,
    },
  };
  const asker = hasModel ? createAsker(ctx, bank, work, asked.forgettings ?? null) : null;
  const before = isDelta ? asked.stored : [];
  const unsaid = await unsay(ctx, asker, model, before);
  const step =
    isDelta && !scope.hasNews
      ? nothingNew(unsaid.document, model)
      : await reflected(ctx, bank, model, { baseline, scope, asker, work, isUnfounded }, unsaid.document);
  const kept = before.filter(({ isThere }) => isThere);
  const draft: Draft = {
    ...step,
    model,
    baseline,
    scope,
    retraction: isUnfounded ? { gone: asked.stored, applied: step.failure === null } : unsaid.retraction,
    isTainted: asked.stored.some(({ isThere }) => !isThere),
    sources: merged(kept, step.sources),
    structuredOutput: null,
    asker,
  };
  return draft.failure === null ? withStructure(ctx, draft) : draft;
}

/** Takes out what rests on memories that are gone. Where all are, nothing is left to build on: the text is written anew (`baselineOf`). */
async function unsay(
  { settings }: RequestContext,
  asker: Asker | null,
  model: ModelForRefresh,
  sources: readonly StoredSource[],
): Promise<{ readonly document: StructuredDocument; readonly retraction: Retraction | null }> {
  const document = readStored(model.structure, model.content);
  const gone = sources.filter(({ isThere }) => !isThere);
  const left = sources.filter(({ isThere }) => isThere);
  if (gone.length === 0) return { document, retraction: null };
  if (asker === null) return { document: retractWords(document, gone, left), retraction: { gone, applied: true } };
  const edited = await retractByModel(asker, document, gone, left, inputTokens(settings));
  return { document: edited.document, retraction: { gone, applied: true } };
}

function nothingNew(document: StructuredDocument, { content: before }: ModelForRefresh): Step {
  const content = render(document);
  const isChanged = content !== before;
  return {
    outcome: isChanged ? "content_written" : "content_preserved_no_new_facts",
    failure: null,
    content,
    document: isChanged ? document : null,
    candidate: "",
    reflection: null,
    operations: null,
    sources: [],
  };
}

interface Parts {
  readonly baseline: Baseline;
  readonly scope: RefreshScope;
  readonly asker: Asker | null;
  readonly work: Work;
  /** All that the content was written from is gone. */
  readonly isUnfounded: boolean;
}

async function reflected(
  ctx: RequestContext,
  bank: BankScope,
  model: ModelForRefresh,
  parts: Parts,
  document: StructuredDocument,
): Promise<Step> {
  const { baseline, asker, work } = parts;
  const reflection = await reflectForModel(ctx, bank, { request: requestOf(model), work, asker });
  const sources = await sourcesOf(ctx, bank, reflection);
  const base = { reflection, candidate: reflection.text, operations: null, sources, failure: null };
  if (baseline.effective === "full") return full(model, parts, base);
  const { memories } = reflection.retrieved;
  if (memories.length === 0) return { ...nothingNew(document, model), reflection, sources: [] };
  if (asker === null) {
    const { document: grown, taken } = withMemories(document, memories, model.maxTokens);
    const cited = new Set(taken.map(({ id }) => id));
    return { ...base, ...written(grown, model), sources: sources.map((source) => ({ ...source, isCited: cited.has(source.memoryId) })) };
  }
  const language = ctx.settings.llmOutputLanguage;
  try {
    const edit = await editDelta(asker, model, document, {
      facts: memories,
      written: reflection.text,
      language,
      input: inputTokens(ctx.settings),
    });
    const operations = { applied: edit.applied, skipped: edit.skipped };
    if (edit.given > 0 && edit.applied.length === 0) {
      const reason = edit.readable === 0 ? "delta_ops_failed" : "delta_ops_all_skipped";
      return {
        ...base,
        ...failed(
          model,
          "refresh_failed_delta_not_applied",
          reason,
          `None of the ${edit.given} changes could be made: they name parts that the document has not, or cannot be read.`,
        ),
        operations,
      };
    }
    return { ...base, ...written(edit.document, model), operations };
  } catch (error) {
    if (!(error instanceof HindsightError) || error.code !== "llm_output_invalid") throw error;
    return { ...base, ...failed(model, "refresh_failed_delta_not_applied", "delta_ops_failed", error.message) };
  }
}

function full(
  model: ModelForRefresh,
  { baseline, scope, asker, isUnfounded }: Parts,
  base: Omit<Step, "outcome" | "content" | "document">,
): Step {
  const { memories } = base.reflection?.retrieved ?? { memories: [] };
  if (asker === null && memories.length > 0) {
    const { document, taken } = withMemories(EMPTY_DOCUMENT, memories, model.maxTokens);
    const cited = new Set(taken.map(({ id }) => id));
    const sources = base.sources.map((source) => ({ ...source, isCited: cited.has(source.memoryId) }));
    return { ...base, ...written(document, model), candidate: render(document), sources };
  }
  const document = split(base.candidate);
  if (!isBlank(render(document))) return { ...base, ...written(document, model) };
  const isKnown = (base.reflection?.retrieved.memories.length ?? 0) > 0;
  if (isKnown)
    return {
      ...base,
      ...failed(model, "refresh_failed_empty_candidate", "no_answer", "The model answered with nothing, though memories were found."),
    };
  if (baseline.hasContent && scope.watermark !== null && !isUnfounded) {
    return {
      ...base,
      ...failed(
        model,
        "refresh_failed_empty_candidate",
        "empty_candidate",
        "No memory that speaks to the question was found; what the model says is kept.",
      ),
    };
  }
  return { ...base, ...written(split(NOTHING_KNOWN_YET), model) };
}

type Result = Pick<Step, "outcome" | "failure" | "content" | "document">;

function written(document: StructuredDocument, { content: before }: ModelForRefresh): Result {
  const content = render(document);
  const isChanged = content !== before;
  return { outcome: isChanged ? "content_written" : "content_unchanged", failure: null, content, document: isChanged ? document : null };
}

function failed(model: ModelForRefresh, outcome: RefreshOutcome, reason: RefreshFailure, message: string): Result {
  return { outcome, failure: { reason, message }, content: model.content, document: null };
}

/** Everything that was read: memories, and what the models that were read had been written from. */
async function sourcesOf(
  ctx: RequestContext,
  bank: BankScope,
  { retrieved, basedOn }: ModelReflectionResult,
): Promise<readonly ModelSource[]> {
  const cited = new Set(basedOn.memories.map(({ id }) => id));
  const own = retrieved.memories.map(({ id, text }) => ({ memoryId: id, text, isCited: cited.has(id) }));
  if (retrieved.models.length === 0) return own;
  const inherited = await listModelSources(
    ctx.db,
    bank,
    retrieved.models.map(({ id }) => id),
  );
  return merged(
    inherited.map(({ memoryId, text }) => ({ memoryId, text, isCited: false })),
    own,
  );
}

/** By memory; the later list wins, and what was cited once stays so. */
function merged(first: readonly ModelSource[], second: readonly ModelSource[]): readonly ModelSource[] {
  const all = new Map<string, ModelSource>();
  for (const { memoryId, text, isCited } of [...first, ...second]) {
    all.set(memoryId, { memoryId, text, isCited: isCited || (all.get(memoryId)?.isCited ?? false) });
  }
  return [...all.values()];
}

/** The form that the trigger wants, from the whole content. */
async function withStructure(ctx: RequestContext, draft: Draft): Promise<Draft> {
  const { model, asker } = draft;
  if (model.trigger.responseSchema === null || asker === null || draft.content === NOTHING_KNOWN_YET) return draft;
  const schema = readSchema(model.trigger.responseSchema);
  const { output, error } = await structured({ schema, ctx, query: model.sourceQuery }, asker, draft.content);
  if (error === null) return { ...draft, structuredOutput: output };
  const failure = { reason: "structured_output_failed", message: error } as const;
  return { ...draft, outcome: "refresh_failed_structured_output", failure, content: model.content, document: null };
}
