import type { ChainMember, NamedFields } from "../../config/index.js";
import type { FinishReason, Message, TokenUsage, Tool, ToolCall } from "./provider.js";

/** Which model, where, with which key: a member of a chain, without where its settings came from. */
export interface ModelSpec extends Omit<ChainMember, "variables" | "named"> {
  /** The variables that say so, for messages; absent: the global ones. */
  readonly named?: NamedFields;
}

/** One call as an adapter sends it. */
export interface ModelCall {
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
  readonly toolChoice: "auto" | "required" | { readonly name: string } | null;
  /** Null: left out. */
  readonly temperature: number | null;
  readonly maxOutputTokens: number | null;
  /** The object that is wanted; null for free text. `isStrict`: the provider is to enforce the schema, not only JSON. */
  readonly schema: { readonly name: string; readonly json: Readonly<Record<string, unknown>>; readonly isStrict: boolean } | null;
  /** Opaque id of the bank for gateways that account by user; null unless switched on. */
  readonly user: string | null;
  /** Fires at the deadline of this attempt too. */
  readonly signal: AbortSignal;
}

export interface ModelReply {
  /** Null where the provider sent null or nothing. */
  readonly text: string | null;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: FinishReason;
  readonly usage: TokenUsage;
}

/** What a model can be asked for. */
export interface ModelTraits {
  /** `schema`: constrained by JSON schema; `json`: any JSON object; `none`: the prompt alone. */
  readonly objects: "schema" | "json" | "none";
  readonly seesImages: boolean;
  readonly takesToolChoice: boolean;
  /** Its wire constrains every object by the schema, strict or not: the prompt need not repeat it. */
  readonly alwaysGetsSchema?: boolean;
}

/** One model of one provider: one attempt per call, no repeats of its own. Throws ModelCallError, and nothing else for the provider's sake. */
export interface ModelAdapter {
  readonly provider: string;
  readonly model: string;
  readonly traits: ModelTraits;
  call(call: ModelCall): Promise<ModelReply>;
  close?(): Promise<void>;
}

export type CallFailure =
  /** 429 and its like. */
  | "rate_limited"
  /** 408, 425, 5xx, 529, an error body with status 200, no choices. */
  | "unavailable"
  /** No connection, or it broke. */
  | "unreachable"
  | "timeout"
  /** 401, 403. */
  | "unauthorised"
  /** Content policy. */
  | "refused"
  | "context_too_long"
  /** Other 4xx: the same call fails again. */
  | "bad_request"
  | "cancelled";

/** Why an attempt failed. `message` holds no secret and is short. */
export class ModelCallError extends Error {
  readonly failure: CallFailure;
  readonly status: number | null;
  /** What the server asks to wait; null when it does not say. */
  readonly retryAfterMs: number | null;
  /** What was spent all the same. */
  readonly usage: TokenUsage | null;

  constructor(
    failure: CallFailure,
    message: string,
    options: { status?: number | null; retryAfterMs?: number | null; usage?: TokenUsage | null; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ModelCallError";
    this.failure = failure;
    this.status = options.status ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.usage = options.usage ?? null;
  }
}
