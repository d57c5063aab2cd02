/** What is kept of a refresh beside the content, by the contract's names. */

import type { BasedOn } from "../../domain/reflect.js";
import { countTokens } from "../../domain/text/tokens.js";
import { saysSomething } from "./baseline.js";
import type { Draft } from "./draft.js";

type Told = Readonly<Record<string, unknown>>;
type Category = "world" | "experience" | "observation" | "mental-models" | "directives";
export type BasedOnLists = Readonly<Record<Category, readonly Told[]>>;

/** What a reflection stands on, in the lists of the contract. */
export function listsOf({ memories, mentalModels, directives }: BasedOn): BasedOnLists {
  const ofKind = (kind: Category): readonly Told[] =>
    memories.filter((memory) => memory.kind === kind).map(({ id, text, context }) => ({ id, text, type: kind, context }));
  return {
    world: ofKind("world"),
    experience: ofKind("experience"),
    observation: ofKind("observation"),
    "mental-models": mentalModels.map(({ id, text }) => ({ id, text })),
    directives: directives.map(({ id, name, content }) => ({ id, text: `${name}: ${content}` })),
  };
}

/** `reflect_response`: what the content stands on, over all deltas since it was last rebuilt. A memory that is gone is not named any more. */
export function reflectResponse(draft: Draft): Told {
  const { model, baseline, content, outcome, operations, reflection } = draft;
  const there = new Set(draft.sources.map(({ memoryId }) => memoryId));
  const before = baseline.effective === "delta" ? (model.reflectResponse?.based_on as Partial<BasedOnLists> | undefined) : undefined;
  const now = listsOf(reflection?.basedOn ?? { memories: [], mentalModels: [], directives: [] });
  const all = Object.entries(now).map(([category, items]) => {
    const old = (before?.[category as Category] ?? []).filter(({ id }) => !MEMORIES.has(category) || there.has(String(id)));
    const known = new Set(items.map(({ id }) => id));
    return [category, [...old.filter(({ id }) => !known.has(id)), ...items]];
  });
  return {
    text: content,
    based_on: Object.fromEntries(all),
    mental_models: now["mental-models"],
    delta_applied: baseline.effective === "delta" && (operations?.applied.length ?? 0) > 0,
    delta_operations_applied: operations?.applied ?? [],
    delta_operations_skipped: operations?.skipped ?? [],
    delta_skipped_reason: baseline.fallback,
    document_tokens: countTokens(content),
    document_budget: model.maxTokens,
    outcome,
    extractive: isExtractive(draft),
    ...(draft.structuredOutput === null ? {} : { structured_output: draft.structuredOutput }),
    ...(model.trigger.keepTrace ? { trace: traceOf(draft, false) } : {}),
  };
}

/** True while no language model has had a hand in the content since it was last rebuilt. */
function isExtractive({ asker, baseline, model }: Draft): boolean {
  return asker === null && (baseline.effective === "full" || model.reflectResponse?.extractive !== false);
}

const MEMORIES: ReadonlySet<string> = new Set(["world", "experience", "observation"]);

/** Tool calls and model calls of a refresh. What tools brought is left out where the trace is kept: it would outlive the memories. */
export function traceOf({ baseline, outcome, operations, reflection, asker }: Draft, hasOutput: boolean): Told {
  return {
    effective_mode: baseline.effective,
    mode_fallback_reason: baseline.fallback,
    outcome,
    tool_calls: (reflection?.toolCalls ?? []).map(({ tool, input, output, durationMs, iteration }) => ({
      tool,
      reason: typeof input.reason === "string" ? input.reason : null,
      input,
      output: hasOutput ? output : null,
      // When the memories behind the output were last touched is not kept for a call; the contract wants the field.
      updated_at: null,
      result_count: countOf(output),
      duration_ms: durationMs,
      iteration,
    })),
    llm_calls: (asker?.calls() ?? []).map(({ scope, durationMs }) => ({ scope, duration_ms: durationMs })),
    delta_operations: hasOutput ? operations : null,
  };
}

function countOf(output: Told): number | null {
  const list = output.memories ?? output.observations ?? output.mental_models ?? output.results;
  return Array.isArray(list) ? list.length : null;
}

/** What the operation of a refresh tells: counts and names, no words of a memory. */
export function resultOf(draft: Draft): Told {
  const { model, content, outcome, operations, failure, reflection } = draft;
  const lists = listsOf(reflection?.basedOn ?? { memories: [], mentalModels: [], directives: [] });
  return {
    mental_model_id: model.id,
    name: model.name,
    outcome,
    failure_reason: failure?.reason ?? null,
    content_len: content.length,
    populated_content: saysSomething(content),
    based_on_counts: Object.fromEntries(Object.entries(lists).map(([category, items]) => [category, items.length])),
    delta_ops_applied: operations?.applied.length ?? 0,
    delta_ops_skipped: operations?.skipped.length ?? 0,
  };
}
