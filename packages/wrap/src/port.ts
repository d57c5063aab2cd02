// The memory as wrappers see it: three verbs, by the names and options of the TypeScript client.
// In: nothing. Out: types only. A `HindsightClient` is a MemoryPort as it stands; `embeddedMemory` makes one of an open engine.

export type Budget = "low" | "mid" | "high";
export type MemoryType = "world" | "experience" | "observation";
export type TagsMatch = "any" | "all" | "any_strict" | "all_strict" | "exact";

export interface RetainOptions {
  readonly timestamp?: string;
  readonly context?: string;
  readonly metadata?: Record<string, string>;
  readonly documentId?: string;
  /** The server answers when the text is durable in its queue. */
  readonly async?: boolean;
  /** UUID: a retain that is sent again under it is stored once. Needs `async`. */
  readonly operationId?: string;
  readonly tags?: string[];
  readonly updateMode?: "replace" | "append";
  readonly signal?: AbortSignal;
}

export interface RecallOptions {
  readonly types?: MemoryType[];
  readonly maxTokens?: number;
  readonly budget?: Budget;
  readonly trace?: boolean;
  readonly includeEntities?: boolean;
  readonly tags?: string[];
  readonly tagsMatch?: TagsMatch;
  readonly signal?: AbortSignal;
}

export interface ReflectOptions {
  readonly context?: string;
  readonly budget?: Budget;
  readonly tags?: string[];
  readonly tagsMatch?: TagsMatch;
  readonly responseSchema?: Record<string, unknown>;
  readonly factTypes?: MemoryType[];
  readonly includeFacts?: boolean;
  readonly signal?: AbortSignal;
}

/** One memory as it is put before a model. Dates are ISO 8601. */
export interface RecalledMemory {
  readonly text: string;
  readonly id?: string | null;
  readonly type?: string | null;
  readonly occurred_start?: string | null;
  readonly occurred_end?: string | null;
  readonly mentioned_at?: string | null;
  readonly document_id?: string | null;
  /** low: its source is not to be believed. */
  readonly source_trust?: string | null;
  /** Ways in which its text instructs whoever reads it. */
  readonly instruction_like?: readonly string[] | null;
}

export interface RecallAnswer {
  readonly results: readonly RecalledMemory[];
  readonly trace?: unknown;
}

export interface ReflectAnswer {
  readonly text: string;
  readonly structured_output?: unknown;
  readonly based_on?: unknown;
}

/** What a wrapper needs of a memory. A bank that does not exist yet answers a recall with an error whose `statusCode` is 404; it is made by the first retain. */
export interface MemoryPort {
  retain(bankId: string, content: string, options?: RetainOptions): Promise<unknown>;
  recall(bankId: string, query: string, options?: RecallOptions): Promise<RecallAnswer>;
  reflect(bankId: string, query: string, options?: ReflectOptions): Promise<ReflectAnswer>;
}
