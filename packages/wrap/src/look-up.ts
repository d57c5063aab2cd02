// Asking the memory before a call: recall or reflect, within a time limit, and never an error.
// In: a question and the settings of the call. Out: the fenced block that is put before the model, or null; what was found, for whoever looks into it.

import { withDeadline } from "./deadline.js";
import { fenceMemories, fenceReflection } from "./fence.js";
import type { MemoryPort, RecalledMemory, RecallOptions, ReflectOptions } from "./port.js";
import { recent } from "./recent.js";
import { messageOf, type Report, statusOf } from "./report.js";
import type { WrapSettings } from "./settings.js";
import { worthTelling } from "./worth-telling.js";

/** What was put before a model, or why nothing was. */
export interface Injection {
  readonly bankId: string;
  readonly query: string;
  readonly mode: "recall" | "reflect";
  /** The text with its fence; null when nothing was found or the memory did not answer. */
  readonly block: string | null;
  readonly memories: readonly RecalledMemory[];
  readonly reflection: string | null;
  /** With `trace` or `reflectIncludeFacts`. */
  readonly details: unknown;
  readonly milliseconds: number;
  readonly error: unknown;
}

/** Answers in a row that fail before the memory is left alone for a while, and how long. */
const FAILURES = 3;
const REST_MS = 30_000;
/** A tool loop asks the same again and again; its answer is kept this long. */
const KEEP_MS = 120_000;

interface Question {
  readonly bankId: string;
  readonly query: string;
  readonly settings: WrapSettings;
  /** What was said so far. */
  readonly conversation: readonly string[];
  /** The exchange goes on: an answer found a moment ago is used again. */
  readonly isContinued: boolean;
  readonly signal?: AbortSignal | null;
  /** Most milliseconds, whatever the settings say; null for no such limit. */
  readonly patienceMs?: number | null;
}

export function lookUp(memory: MemoryPort, report: Report): (question: Question) => Promise<Injection> {
  const kept = recent<{ readonly injection: Injection; readonly at: number }>(100);
  let failures = 0;
  let restsUntil = 0;

  async function ask(
    question: Question,
    mode: Injection["mode"],
  ): Promise<Pick<Injection, "block" | "memories" | "reflection" | "details">> {
    const { bankId, query, settings, signal } = question;
    const most = question.patienceMs ?? Number.POSITIVE_INFINITY;
    if (mode === "reflect") {
      const limit = Math.min(settings.reflectTimeoutMs ?? 20_000, most);
      const answer = await withDeadline(
        (inner) => memory.reflect(bankId, query, { ...reflectOptions(settings), signal: inner }),
        limit,
        signal,
      );
      return { block: fenceReflection(answer), memories: [], reflection: answer.text, details: answer.based_on ?? null };
    }
    const limit = Math.min(settings.recallTimeoutMs ?? 3_000, most);
    const answer = await withDeadline(
      (inner) => memory.recall(bankId, query, { ...recallOptions(settings), signal: inner }),
      limit,
      signal,
    );
    const memories = worthTelling(answer.results, question.conversation).slice(0, settings.maxMemories);
    return { block: fenceMemories(memories), memories, reflection: null, details: answer.trace ?? null };
  }

  return async (question) => {
    const { bankId, query, settings, isContinued, signal } = question;
    const mode = settings.useReflect === true ? "reflect" : "recall";
    const started = Date.now();
    const nothing = { bankId, query, mode, block: null, memories: [], reflection: null, details: null, error: null } as const;
    const key = JSON.stringify([bankId, query, mode, mode === "reflect" ? reflectOptions(settings) : recallOptions(settings)]);
    const before = isContinued ? kept.get(key) : undefined;
    if (before !== undefined && started - before.at < KEEP_MS) return before.injection;
    if (started < restsUntil)
      return { ...nothing, milliseconds: 0, error: new Error("the memory failed several times and is left alone for a while") };
    try {
      const injection = { ...nothing, ...(await ask(question, mode)), milliseconds: Date.now() - started };
      failures = 0;
      kept.set(key, { injection, at: Date.now() });
      return injection;
    } catch (error) {
      const milliseconds = Date.now() - started;
      // A bank is made by its first retain; who hung up waits for nothing.
      if (statusOf(error) === 404) return { ...nothing, milliseconds };
      if (signal?.aborted === true) return { ...nothing, milliseconds, error };
      const injection = { ...nothing, milliseconds, error };
      kept.set(key, { injection, at: Date.now() });
      if (isOutage(error)) failures += 1;
      const rests = isOutage(error) && failures >= FAILURES;
      if (rests) restsUntil = Date.now() + REST_MS;
      const after = rests ? ` After ${failures} failures in a row it is left alone for ${REST_MS / 1_000} s.` : "";
      const message = `The memory gave nothing to this call: ${messageOf(error)}.${after}`;
      report({ stage: mode, bankId, outcome: "skipped", message, error });
      return injection;
    }
  };
}

/** Whether the next question, of whatever bank, would fail as well. What is wrong with one question, or one bank, is none of the others'. */
function isOutage(error: unknown): boolean {
  const status = statusOf(error);
  if (status === null) return !(error instanceof Error && "code" in error && error.code === "bad_argument");
  return status >= 500 || [401, 408, 425, 429].includes(status);
}

function recallOptions(settings: WrapSettings): RecallOptions {
  return {
    budget: settings.budget ?? "mid",
    maxTokens: settings.maxMemoryTokens ?? 4_096,
    includeEntities: settings.includeEntities ?? false,
    ...(settings.trace === true ? { trace: true } : {}),
    ...(settings.factTypes === undefined ? {} : { types: [...settings.factTypes] }),
    ...tagOptions(settings),
  };
}

function reflectOptions(settings: WrapSettings): ReflectOptions {
  return {
    budget: settings.budget ?? "mid",
    ...(settings.reflectContext === undefined ? {} : { context: settings.reflectContext }),
    ...(settings.reflectResponseSchema === undefined ? {} : { responseSchema: { ...settings.reflectResponseSchema } }),
    ...(settings.reflectIncludeFacts === true ? { includeFacts: true } : {}),
    ...(settings.factTypes === undefined ? {} : { factTypes: [...settings.factTypes] }),
    ...tagOptions(settings),
  };
}

function tagOptions({ recallTags, recallTagsMatch }: WrapSettings): Pick<RecallOptions, "tags" | "tagsMatch"> {
  return recallTags === undefined ? {} : { tags: [...recallTags], tagsMatch: recallTagsMatch ?? "any" };
}
