/** What a mental model is written from: a reflection on its question, which gives a document and all that it was written from. */

import type { RequestContext } from "../context.js";
import type { BasedOn, ReflectRequest, ReflectTrace } from "../domain/reflect.js";
import type { RecalledMemory } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import { truncateToTokens } from "../domain/text/tokens.js";
import { lookUp } from "./agent.js";
import type { Asker } from "./asker.js";
import { inTime } from "./deadline.js";
import { told } from "./evidence.js";
import type { ReadModel } from "./models.js";
import { search } from "./search.js";
import { prepare } from "./task.js";
import type { Work } from "./work.js";

export interface ModelReflection {
  readonly request: ReflectRequest;
  readonly work: Work;
  /** Null: without a language model, evidence alone is looked up. */
  readonly asker: Asker | null;
}

export interface ModelReflectionResult {
  /** Markdown; empty when nothing was found, and without a model. */
  readonly text: string;
  /** What the text stands on, by what it names. */
  readonly basedOn: BasedOn;
  /** Whatever was read, best first without a model. */
  readonly retrieved: { readonly memories: readonly RecalledMemory[]; readonly models: readonly ReadModel[] };
  readonly toolCalls: ReflectTrace["toolCalls"];
}

/** Throws as `reflect` does. */
export async function reflectForModel(
  caller: RequestContext,
  bank: BankScope,
  reflection: ModelReflection,
): Promise<ModelReflectionResult> {
  const { request, work, asker } = reflection;
  return inTime(caller, async (ctx) => {
    const task = await prepare(ctx, bank, request, () => undefined, work);
    if (asker !== null) {
      const { text, cited, evidence, toolCalls } = await lookUp(task, asker);
      return { text, basedOn: evidence.basedOn(cited), retrieved: { memories: evidence.all(), models: evidence.models() }, toolCalls };
    }
    const query = truncateToTokens(task.query, ctx.settings.recallMaxQueryTokens);
    const maxTokens = work.recall.maxTokens ?? task.maxTokens;
    const started = performance.now();
    const found = /[\p{L}\p{N}]/u.test(query) ? (await search(task, { query, kinds: task.kinds, maxTokens })).results : [];
    const output = { memories: found.map(({ id, text }) => ({ id, text })) };
    const call = {
      tool: "recall",
      input: { query, max_tokens: maxTokens },
      output,
      durationMs: Math.round(performance.now() - started),
      iteration: 0,
    };
    const basedOn = { memories: found, mentalModels: [], directives: told(task.directives) };
    return { text: "", basedOn, retrieved: { memories: found, models: [] }, toolCalls: [call] };
  });
}
