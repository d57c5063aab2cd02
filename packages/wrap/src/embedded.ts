// The embedded engine as a memory for wrappers: no server, no HTTP.
// In: an open Hindsight. Out: a MemoryPort, with errors that carry their HTTP status as the client's do.

import type { MemoryPort, RecalledMemory } from "./port.js";

interface Options {
  readonly signal?: AbortSignal;
}

/** The part of an open engine that is used; `openHindsight()` of `@hindsight-memory/engine` gives it. */
export interface EmbeddedEngine {
  retain(bankId: string, request: EmbeddedRetain, options?: Options): Promise<unknown>;
  recall(bankId: string, request: EmbeddedRecall, options?: Options): Promise<{ readonly results: readonly EmbeddedMemory[] }>;
  reflect(
    bankId: string,
    request: EmbeddedReflect,
    options?: Options,
  ): Promise<{ readonly text: string; readonly structuredOutput: unknown; readonly basedOn: unknown }>;
}

type Type = "world" | "experience" | "observation";
type Match = "any" | "all" | "any_strict" | "all_strict" | "exact";

interface EmbeddedRetain {
  readonly items: readonly {
    readonly content: string;
    readonly timestamp?: string | null;
    readonly context?: string | null;
    readonly metadata?: Readonly<Record<string, string>> | null;
    readonly documentId?: string | null;
    readonly tags?: readonly string[] | null;
    readonly updateMode?: "replace" | "append" | null;
  }[];
  readonly async?: boolean;
  readonly operationId?: string | null;
}

interface EmbeddedRecall {
  readonly query: string;
  readonly types?: readonly Type[] | null;
  readonly budget?: "low" | "mid" | "high";
  readonly maxTokens?: number;
  readonly trace?: boolean;
  readonly tags?: readonly string[] | null;
  readonly tagsMatch?: Match;
}

interface EmbeddedReflect {
  readonly query: string;
  readonly context?: string | null;
  readonly budget?: "low" | "mid" | "high";
  readonly tags?: readonly string[] | null;
  readonly tagsMatch?: Match;
  readonly responseSchema?: Readonly<Record<string, unknown>> | null;
  readonly factTypes?: readonly Type[] | null;
}

interface EmbeddedMemory {
  readonly id: string;
  readonly text: string;
  readonly kind: Type;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly mentionedAt: Date | null;
  readonly documentId: string | null;
  readonly trust: string;
  readonly instructionSigns: readonly string[];
}

/** Makes a MemoryPort of an open engine. Unknown banks answer a recall with no memories. Closing the engine stays the caller's. */
export function embeddedMemory(engine: EmbeddedEngine): MemoryPort {
  return {
    retain(bankId, content, { signal, async, operationId, ...item } = {}) {
      const request = { items: [{ content, ...item }], ...(async === undefined ? {} : { async }), ...(operationId ? { operationId } : {}) };
      return engine.retain(bankId, request, withSignal(signal));
    },
    async recall(bankId, query, { signal, includeEntities: _, ...options } = {}) {
      const { results } = await engine.recall(bankId, { query, ...options }, withSignal(signal)).catch(emptyWhenUnknown);
      return { results: results.map(shown) };
    },
    async reflect(bankId, query, { signal, includeFacts, ...options } = {}) {
      const answer = await engine.reflect(bankId, { query, ...options }, withSignal(signal));
      const facts = includeFacts === true ? { based_on: answer.basedOn } : {};
      return { text: answer.text, structured_output: answer.structuredOutput, ...facts };
    },
  };
}

const withSignal = (signal: AbortSignal | undefined): Options => (signal === undefined ? {} : { signal });

function emptyWhenUnknown(error: unknown): { readonly results: readonly EmbeddedMemory[] } {
  if (error instanceof Error && "code" in error && error.code === "bank_not_found") return { results: [] };
  throw error;
}

function shown({ id, text, kind, occurredStart, occurredEnd, mentionedAt, ...memory }: EmbeddedMemory): RecalledMemory {
  return {
    id,
    text,
    type: kind,
    occurred_start: occurredStart?.toISOString() ?? null,
    occurred_end: occurredEnd?.toISOString() ?? null,
    mentioned_at: mentionedAt?.toISOString() ?? null,
    document_id: memory.documentId,
    source_trust: memory.trust,
    instruction_like: memory.instructionSigns,
  };
}
