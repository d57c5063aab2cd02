// Reflection, as callers ask for it and read it.
// In: nothing. Out: types only.

import type { MemoryKind } from "./memory.js";
import type { Budget, RecalledMemory, TagGroup, TagsMatch, UsageTotals } from "./requests.js";

export interface ReflectRequest {
  readonly query: string;
  /** How long it may search; `low` when absent. */
  readonly budget?: Budget;
  /** Length of the answer that is wished for; 4096 when absent. */
  readonly maxTokens?: number;
  /** Said to the model besides the question. */
  readonly context?: string | null;
  /** An object schema; the answer is given in that form as well. */
  readonly responseSchema?: Readonly<Record<string, unknown>> | null;
  readonly tags?: readonly string[] | null;
  readonly tagsMatch?: TagsMatch;
  readonly tagGroups?: readonly TagGroup[] | null;
  /** Directives of every scope, not those of the request's tags alone. */
  readonly applyAllDirectives?: boolean;
  /** Kinds to look at; absent or null is all. */
  readonly factTypes?: readonly MemoryKind[] | null;
  readonly excludeMentalModels?: boolean;
  readonly excludeMentalModelIds?: readonly string[] | null;
  readonly searchObservationsMaxTokens?: number | null;
  readonly searchObservationsIncludeEntities?: boolean | null;
}

export interface ReflectedModel {
  readonly id: string;
  readonly text: string;
  readonly context: string | null;
}

export interface ReflectedDirective {
  readonly id: string;
  readonly name: string;
  readonly content: string;
}

/** What an answer stands on. */
export interface BasedOn {
  readonly memories: readonly RecalledMemory[];
  readonly mentalModels: readonly ReflectedModel[];
  readonly directives: readonly ReflectedDirective[];
}

export interface ReflectedToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
  readonly durationMs: number;
  /** From 0. */
  readonly iteration: number;
}

export interface ReflectTrace {
  readonly toolCalls: readonly ReflectedToolCall[];
  readonly llmCalls: readonly { readonly scope: string; readonly durationMs: number }[];
}

export interface ReflectResult {
  readonly bankId: string;
  readonly text: string;
  readonly basedOn: BasedOn;
  readonly structuredOutput: Readonly<Record<string, unknown>> | null;
  /** Why there is no structured output although one was asked for. */
  readonly structuredOutputError: string | null;
  readonly usage: UsageTotals;
  readonly trace: ReflectTrace;
  /** True when no language model took part: the text is put together from memories. */
  readonly extractive: boolean;
}

/** What a reflection is at. */
export type ReflectProgress =
  | { readonly type: "tool_call"; readonly tool: string; readonly input: Readonly<Record<string, unknown>>; readonly iteration: number }
  | { readonly type: "evidence"; readonly tool: string; readonly iteration: number; readonly found: number; readonly memories: number };
