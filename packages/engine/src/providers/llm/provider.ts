import type { z } from "zod";
import type { BankScope } from "../../domain/scope.js";
import type { CallFailure } from "./adapter.js";
import type { BatchPlace, ModelBatches } from "./batch/index.js";

/** What a call is for: each purpose may have a model of its own, its own limits, and is metered apart. */
export type Purpose = "retain" | "consolidation" | "reflect" | "mental_model_refresh" | "verification";
export const PURPOSES: readonly Purpose[] = ["retain", "consolidation", "reflect", "mental_model_refresh", "verification"];

/** Tokens as providers count them. `input` includes `cached`; `output` excludes `thoughts`; `total` is their sum. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  readonly total: number;
  /** Part of `input` that the provider had in its cache. */
  readonly cached: number;
  /** Reasoning that is paid for and not shown. */
  readonly thoughts: number;
}

export const NO_USAGE: TokenUsage = Object.freeze({ input: 0, output: 0, total: 0, cached: 0, thoughts: 0 });

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    total: a.total + b.total,
    cached: a.cached + b.cached,
    thoughts: a.thoughts + b.thoughts,
  };
}

export type MessagePart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "file"; readonly mediaType: string; readonly bytes: Uint8Array; readonly filename?: string | undefined };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** Parsed arguments; an unreadable text of arguments becomes `{}` with `problem` set. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly problem?: string | undefined;
}

export type Message =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; readonly content: string | readonly MessagePart[] }
  | { readonly role: "assistant"; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: "tool"; readonly toolCallId: string; readonly name: string; readonly content: string };

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments, without union types: weak providers refuse them. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter" | "other";

/** Which work a call belongs to: for metering, for the spend guard and for the trace. */
export interface CallOrigin {
  /** Null only for calls of the server itself, as the check at its start. */
  readonly bank: BankScope | null;
  /** The API's verb or the operation's type: `retain`, `reflect`, `consolidation`, `dry_run_extract`, `bank_llm_health`. */
  readonly operation: string;
  /** Finer than the purpose, by the contract's names: `consolidation_dedup`, `reflect_tool_call`, `final_rewrite`, … Absent: the purpose's own. */
  readonly scope?: string;
  /** All calls of one run share it (a UUID). */
  readonly traceId: string;
  /** Of an asynchronous operation; null for a synchronous call. */
  readonly operationId?: string | null;
  /** How often the bank had forgotten memories before those were read that the call shows; its texts are recorded only while it has forgotten no more. */
  readonly forgettings?: number | null;
  /** Kept with the trace: document_id, chunk_index, memory_ids, … */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface LlmRequest {
  readonly purpose: Purpose;
  readonly origin: CallOrigin;
  readonly messages: readonly Message[];
  readonly tools?: readonly Tool[];
  /** `required`: some tool; a name: that one. Absent: the model decides. */
  readonly toolChoice?: "auto" | "required" | { readonly name: string };
  /** Absent: the purpose's setting; null: the parameter is left out. */
  readonly temperature?: number | null;
  /** Transport limit. Absent: the purpose's setting, or none. */
  readonly maxOutputTokens?: number;
  readonly signal: AbortSignal;
}

/** A request for an object. The schema goes to the provider where it can constrain its output, else into the prompt. */
export interface ObjectRequest<T> extends LlmRequest {
  /** Read leniently (`z.looseObject`, defaults): a validation failure costs a repair call. */
  readonly schema: z.ZodType<T>;
  /** Given to the provider in place of the schema's own JSON schema, where the wire shape is part of the contract. */
  readonly jsonSchema?: Readonly<Record<string, unknown>>;
  /** Name of the object towards the provider, `[a-z_]`. */
  readonly schemaName: string;
  /** Turns an answer of another shape into the wanted one before it is validated, as a bare array into `{facts}`. */
  readonly normalise?: (value: unknown) => unknown;
}

interface Answer {
  readonly provider: string;
  readonly model: string;
  /** Of every attempt of this request, failed ones, fall-backs and repairs too. */
  readonly usage: TokenUsage;
}

export interface TextAnswer extends Answer {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** `length`: the text was cut by a token limit. One that was cut before it began is an error, as a cut object is. */
  readonly finishReason: FinishReason;
}

export interface ObjectAnswer<T> extends Answer {
  readonly object: T;
}

/**
 * The language models of a server: one chain of models for each purpose.
 *
 * All three throw HindsightErrors: `llm_not_configured` (no model for this purpose), `llm_unavailable` (after all retries and fall-backs),
 * `llm_rejected` (the key, the model or the call is wrong for each model: a repeat meets the same),
 * `llm_refused` (content policy; at once), `llm_output_invalid` (no object after one repair), `llm_output_too_long` (cut by a token limit; the
 * caller splits its input), `llm_context_too_long` (the input is over the model's window), `spend_limit_reached`, `request_cancelled`.
 * What was spent is in `usageOf(error)`.
 */
export interface LanguageModels {
  /** False when no model is configured for the purpose: then nothing may be asked of it. */
  has(purpose: Purpose): boolean;
  /** What would be asked first, for pages and messages; null without one. */
  describe(purpose: Purpose): { readonly provider: string; readonly model: string; readonly seesImages: boolean } | null;
  /** Batches of the purpose's chain: those of the first model that has any, or those at a place where some were begun; null where there are none. */
  batches(purpose: Purpose, at?: BatchPlace): ModelBatches | null;
  /** Whether the prompts of the purpose's first model say the schema of a wanted object in words (`behindRules`); false without a model. Asks nobody. */
  saysSchema(purpose: Purpose): Promise<boolean>;
  complete(request: LlmRequest): Promise<TextAnswer>;
  completeObject<T>(request: ObjectRequest<T>): Promise<ObjectAnswer<T>>;
  /** One tiny call to each model of the purpose's chain, first one first; never throws for the models' sake. */
  probe(purpose: Purpose, signal: AbortSignal): Promise<readonly ProbeResult[]>;
  close(): Promise<void>;
}

export interface ProbeResult {
  readonly provider: string;
  readonly model: string;
  readonly ok: boolean;
  readonly latencyMs: number;
  readonly error: string | null;
  /** The kind of `error`, where the provider was reached or ought to have been. */
  readonly failure?: CallFailure | undefined;
}

/** One attempt, as it is metered: failed ones too. */
export interface CallRecord {
  readonly origin: CallOrigin;
  readonly purpose: Purpose;
  readonly provider: string;
  readonly model: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: "success" | "error";
  readonly usage: TokenUsage;
  readonly finishReason: FinishReason | null;
  /** Messages as sent, bytes replaced by a note of their size. */
  readonly input: unknown;
  readonly output: string | null;
  /** Without secrets. */
  readonly error: string | null;
  /** Temperature, token limit, schema name, attempt, place in the chain. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Answered in a batch, at the price of batches. */
  readonly isBatch?: boolean;
  /** What was set aside under this name is free again; absent: what was set aside for the attempt. */
  readonly reservation?: string;
}

/** What is known of an attempt before it is made; of a batch, of all its calls. */
export interface ExpectedCall {
  readonly provider: string;
  readonly model: string;
  /** Length of its messages, in UTF-16 units. */
  readonly characters: number;
  /** Many calls at once, whose answers come when they come: what is set aside for them bears this name (a UUID), and stays for so long. */
  readonly batch?: { readonly reservation: string; readonly calls: number; readonly waitMs: number };
}

/** An attempt as those around it see it. */
export interface ObservedCall {
  readonly origin: CallOrigin;
  readonly purpose: Purpose;
  readonly provider: string;
  readonly model: string;
  readonly temperature: number | null;
  readonly maxOutputTokens: number | null;
  /** Null where text is wanted. */
  readonly schemaName: string | null;
  /** From 1. */
  readonly attempt: number;
  /** Messages as sent, bytes replaced by a note of their size. */
  input(): unknown;
}

/** What an attempt brought, for those around it. */
export interface ObservedReply {
  readonly text: string | null;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: FinishReason;
  readonly usage: TokenUsage;
}

/** Who watches the calls: the spend guard refuses before, the meter and the trace note after. */
export interface CallObserver {
  /**
   * Called before each attempt; throws `spend_limit_reached` to forbid it. What it sets aside for the attempt is the better for `expected`. Near a limit
   * it waits for calls under way, whose true cost may leave room: so it is called before a place among the calls at once is taken.
   */
  before(origin: CallOrigin, purpose: Purpose, expected?: ExpectedCall): Promise<void>;
  /** Called exactly once after each attempt that `before` let pass, cancelled ones too; never throws, and nobody waits for what it writes. */
  after(record: CallRecord): void;
  /** Called in place of the attempt, which it makes by `work` and whose outcome it hands on: what runs inside is inside what it opens. */
  around?<R extends ObservedReply>(call: ObservedCall, work: () => Promise<R>): Promise<R>;
}
