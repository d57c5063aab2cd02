import { createTwoFilesPatch } from "diff";
import type { RequestContext } from "../../context.js";
import type { DryRunRefresh } from "../../domain/mental-models.js";
import { scopeOf } from "../../domain/model-scope.js";
import type { BankScope } from "../../domain/scope.js";
import { HindsightError } from "../../errors.js";
import { NO_USAGE } from "../../providers/llm/index.js";
import { countForgettings } from "../../store/forgetting/count-forgettings.js";
import { readModelForRefresh } from "../../store/mental-models/read-model-for-refresh.js";
import { listModelSources } from "../../store/model-refresh/list-model-sources.js";
import { type Draft, draftRefresh } from "./draft.js";
import { listsOf, traceOf } from "./told.js";

/** What a refresh would come to now; models are asked as they would be, and nothing is kept. Throws `mental_model_not_found`, and what the models throw. */
export async function dryRunRefresh(ctx: RequestContext, bank: BankScope, id: string): Promise<DryRunRefresh> {
  const started = performance.now();
  const model = await readModelForRefresh(ctx.db, bank, id);
  if (model === null) throw new HindsightError("mental_model_not_found", `Mental model '${id}' not found`);
  const work = { operation: "dry_run_refresh_mental_model", operationId: null } as const;
  const forgettings = await countForgettings(ctx.db, bank);
  const stored = await listModelSources(ctx.db, bank, [id]);
  const draft = await draftRefresh(ctx, bank, model, { work, once: null, stored, forgettings });
  const { baseline, scope, reflection, retraction } = draft;
  const basedOn = listsOf(reflection?.basedOn ?? { memories: [], mentalModels: [], directives: [] });
  const { tags, tagsMatch, tagGroups } = scopeOf(model);
  const durationMs = Math.round(performance.now() - started);
  const usage = draft.asker?.usage() ?? NO_USAGE;
  const warnings = warningsOf(draft);
  return {
    mentalModelId: model.id,
    name: model.name,
    requestedMode: baseline.requested,
    effectiveMode: baseline.effective,
    modeFallbackReason: baseline.fallback,
    outcome: draft.outcome,
    wouldPersist: draft.failure === null && draft.content !== model.content,
    scope: {
      tags,
      tagsMatch,
      tagGroups,
      factTypes: model.trigger.factTypes,
      excludeMentalModels: model.trigger.excludeMentalModels,
      excludeMentalModelIds: [model.id, ...(model.trigger.excludeMentalModelIds ?? [])],
    },
    window: { createdAfter: dateOf(scope.after), createdBefore: new Date(scope.cutoff), watermark: dateOf(scope.watermark) },
    facts: { retrieved: countsOf(reflection?.retrieved.memories ?? []), used: countsOf(reflection?.basedOn.memories ?? []) },
    basedOn,
    currentContent: model.content,
    candidateContent: draft.candidate,
    previewContent: draft.content,
    diff: model.content === draft.content ? "" : createTwoFilesPatch("current", "preview", model.content, draft.content),
    deltaOperations: draft.operations,
    retraction:
      retraction === null
        ? null
        : {
            factIds: retraction.gone.map(({ memoryId }) => memoryId),
            factTexts: retraction.gone.map(({ text }) => text),
            applied: retraction.applied,
            deferredReason: null,
          },
    trace: { ...traceOf(draft, true), recorded_at: ctx.now().toISOString(), duration_ms: durationMs, warnings },
    usage,
    durationMs,
    warnings,
  };
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

function countsOf(memories: readonly { readonly kind: string }[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind } of memories) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function warningsOf({ reflection, failure, scope }: Draft): readonly string[] {
  const { memories } = reflection?.retrieved ?? { memories: [] };
  return [
    ...(failure === null ? [] : [failure.message]),
    ...(scope.watermark === null ? ["No memory is in the scope of this model: check its tags and its trigger."] : []),
    ...(scope.watermark !== null && memories.length === 0 && reflection !== null
      ? ["No memory that speaks to the question was found."]
      : []),
    ...(memories.length > 0 && reflection?.basedOn.memories.length === 0 ? ["Memories were found, and none was used."] : []),
  ];
}
