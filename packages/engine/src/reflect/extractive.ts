/** The answer without a language model: the best evidence in its own words, grouped by what it is, each line with its source. */

import type { MemoryKind } from "../domain/memory.js";
import type { BasedOn, ReflectedToolCall } from "../domain/reflect.js";
import type { RecalledMemory } from "../domain/requests.js";
import { oneLine } from "../domain/text/one-line.js";
import { countTokens, fitsTokens, truncateToTokens } from "../domain/text/tokens.js";
import { shownAsSource, told } from "./evidence.js";
import { type ReadModel, searchModels } from "./models.js";
import { search } from "./search.js";
import type { Task } from "./task.js";
import { shownModel } from "./tools/search-models.js";

/** The whole answer when nothing was found; also of a model's run. */
export const NOTHING_KNOWN = "Nothing is known about this: no memory of this bank speaks to the question.";

/** Memories that an answer shows at most: more of them is a list, not an answer. */
const MOST_SHOWN = { low: 8, mid: 12, high: 20 } as const;

/** Standing answers that are looked at. */
const MOST_MODELS = 3;

const HEADINGS: Readonly<Record<MemoryKind, string>> = {
  observation: "What was concluded",
  world: "What is known",
  experience: "What was done",
};

interface Extract {
  readonly text: string;
  readonly basedOn: BasedOn;
  readonly toolCalls: readonly ReflectedToolCall[];
}

export async function extractiveAnswer(task: Task): Promise<Extract> {
  const { query, maxTokens, kinds, directives, onProgress } = task;
  const input = { query: truncateToTokens(query, task.ctx.settings.recallMaxQueryTokens), max_tokens: maxTokens };
  const started = performance.now();
  onProgress({ type: "tool_call", tool: "recall", input, iteration: 0 });
  const found = /[\p{L}\p{N}]/u.test(input.query) ? (await search(task, { query: input.query, kinds, maxTokens })).results : [];
  onProgress({ type: "evidence", tool: "recall", iteration: 0, found: found.length, memories: found.length });
  const output = { memories: found.map(({ id, text }) => ({ id, text })) };
  const searched = { tool: "recall", input, output, durationMs: Math.round(performance.now() - started), iteration: 0 };
  const standing = await standingAnswer(task, input.query);
  const left = maxTokens - (standing === null ? 0 : countTokens(standing.model.content));
  const best = found.filter(({ text }) => standing?.model.content.includes(oneLine(text)) !== true).slice(0, MOST_SHOWN[task.budget]); // not said twice
  const some = fitting(best, left);
  const shown = some.length > 0 || standing !== null ? some : best.slice(0, 1); // whatever was wished for, something is known
  return {
    text: shown.length === 0 && standing === null ? NOTHING_KNOWN : written(shown, standing?.model ?? null),
    basedOn: { memories: shown, mentalModels: standing === null ? [] : [shownAsSource(standing.model)], directives: told(directives) },
    toolCalls: [...(standing === null ? [] : [standing.call]), searched],
  };
}

/** The first standing answer to the question that is up to date and fits half of the answer. */
async function standingAnswer(task: Task, query: string): Promise<{ readonly model: ReadModel; readonly call: ReflectedToolCall } | null> {
  if (task.models === null || !/[\p{L}\p{N}]/u.test(query)) return null;
  const started = performance.now();
  const found = await searchModels(task, task.models, { query, limit: MOST_MODELS });
  const isUsable = (model: ReadModel): boolean =>
    model.stalenessReason === null && fitsTokens(model.content, Math.floor(task.maxTokens / 2));
  const model = found.find(isUsable);
  if (model === undefined) return null;
  const durationMs = Math.round(performance.now() - started);
  const output = { count: found.length, mental_models: found.map((each) => shownModel(each, each === model)) };
  return { model, call: { tool: "search_mental_models", input: { query }, output, durationMs, iteration: 0 } };
}

/** One that does not fit is skipped, the next may fit; numbers and sources take about 40 tokens each. */
function fitting(memories: readonly RecalledMemory[], maxTokens: number): readonly RecalledMemory[] {
  let left = maxTokens;
  return memories.filter((memory) => {
    const tokens = countTokens(lineOf(memory)) + 40;
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}

/** Groups in the order of their best memory; numbers count through, and lead to the ids at the end. */
function written(memories: readonly RecalledMemory[], model: ReadModel | null): string {
  const ids = [...(model === null ? [] : [model.id]), ...memories.map(({ id }) => id)];
  const numbers = new Map(ids.map((id, index) => [id, index + 1]));
  const groups = [...new Set(memories.map(({ kind }) => kind))].map((kind) => {
    const lines = memories.filter((memory) => memory.kind === kind).map((memory) => `- ${lineOf(memory)} [${numbers.get(memory.id)}]`);
    return `**${HEADINGS[kind]}**\n${lines.join("\n")}`;
  });
  const standing = model === null ? [] : [`**${model.name}** [${numbers.get(model.id)}]\n\n${model.content.trim()}`];
  const sources = ids.map((id) => `[${numbers.get(id)}] ${id}`);
  return `${[...standing, ...groups].join("\n\n")}\n\nSources: ${sources.join(", ")}`;
}

function lineOf({ text, occurredStart, occurredEnd }: RecalledMemory): string {
  const day = (date: Date): string => date.toISOString().slice(0, 10);
  const line = oneLine(text);
  if (occurredStart === null) return line;
  const [from, to] = [day(occurredStart), day(occurredEnd ?? occurredStart)];
  return `${line} (${from === to ? from : `${from} to ${to}`})`;
}
