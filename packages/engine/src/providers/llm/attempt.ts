// One attempt: permits, the spend guard, a hard deadline, the record. In: a call and whose it is. Out: the reply, or why there is none.

import { type ModelAdapter, type ModelCall, ModelCallError, type ModelReply } from "./adapter.js";
import type { Clock } from "./clock.js";
import { withoutEcho } from "./echo.js";
import { cancellation } from "./failure.js";
import type { Permits } from "./limits.js";
import type { Member } from "./member.js";
import { addUsage, type CallObserver, type LlmRequest, NO_USAGE, type ObservedCall, type TokenUsage } from "./provider.js";
import { stripReasoning } from "./read-object/index.js";
import { lengthOf, recorded } from "./record.js";

/** What a request has spent so far, over all its attempts. */
export interface Tally {
  add(usage: TokenUsage): void;
  total(): TokenUsage;
}

export function tally(): Tally {
  let total = NO_USAGE;
  return {
    add(usage) {
      total = addUsage(total, usage);
    },
    total: () => total,
  };
}

export interface AttemptParts {
  readonly observer: CallObserver;
  readonly clock: Clock;
}

export interface Attempt {
  readonly request: LlmRequest;
  readonly member: Member;
  /** The purpose's own limit. */
  readonly lane: Permits | null;
  readonly call: Omit<ModelCall, "signal">;
  readonly timeoutMs: number;
  readonly spent: Tally;
  /** From 1. */
  readonly number: number;
  /** Place in the chain, from 0. */
  readonly place: number;
}

/**
 * Makes one attempt. The purpose's permit is taken before the provider's, so that a busy purpose holds no place of the provider while it waits.
 * Throws ModelCallError, what the observer throws, or the cancellation of the request.
 */
export async function attempt(parts: AttemptParts, one: Attempt): Promise<ModelReply> {
  const { request, member, call } = one;
  const adapter = await member.adapter();
  if (request.signal.aborted) throw cancellation(request.signal);
  const { provider, model } = member;
  await parts.observer.before(request.origin, request.purpose, { provider, model, characters: lengthOf(call.messages) });
  let startedAt = parts.clock.now();
  let reply: ModelReply | null = null;
  try {
    reply = await withPermits([one.lane, member.permits], request.signal, () => {
      startedAt = parts.clock.now();
      const work = () => withinDeadline(adapter, call, request.signal, one.timeoutMs);
      return parts.observer.around === undefined ? work() : parts.observer.around(observed(one), work);
    });
    check(reply, call.schema === null ? "text" : "object");
  } catch (failure) {
    const error = withoutEcho(failure, call.messages);
    noteAttempt(parts, one, startedAt, reply, error);
    throw request.signal.aborted ? cancellation(request.signal) : error;
  }
  noteAttempt(parts, one, startedAt, reply, null);
  return reply;
}

function observed({ request, member, call, number }: Attempt): ObservedCall {
  return {
    origin: request.origin,
    purpose: request.purpose,
    provider: member.provider,
    model: member.model,
    temperature: call.temperature,
    maxOutputTokens: call.maxOutputTokens,
    schemaName: call.schema?.name ?? null,
    attempt: number,
    input: () => recorded(call.messages),
  };
}

async function withPermits<T>(limits: readonly (Permits | null)[], signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const releases: (() => void)[] = [];
  try {
    for (const limit of limits) if (limit !== null) releases.push(await limit.acquire(signal));
    return await work();
  } finally {
    for (const release of releases.reverse()) release();
  }
}

/** Meters and records an attempt, a failed one too. */
function noteAttempt(parts: AttemptParts, one: Attempt, startedAt: number, reply: ModelReply | null, error: unknown): void {
  const { request, member, call, spent } = one;
  const usage = reply?.usage ?? (error instanceof ModelCallError ? error.usage : null) ?? NO_USAGE;
  spent.add(usage);
  parts.observer.after({
    origin: request.origin,
    purpose: request.purpose,
    provider: member.provider,
    model: member.model,
    startedAt: new Date(startedAt),
    durationMs: parts.clock.now() - startedAt,
    status: error === null ? "success" : "error",
    usage,
    finishReason: reply?.finishReason ?? null,
    input: recorded(call.messages),
    output: reply === null ? null : (reply.text ?? (reply.toolCalls.length === 0 ? null : JSON.stringify(reply.toolCalls))),
    error: error === null ? null : error instanceof Error ? error.message : String(error),
    parameters: {
      ...(call.temperature === null ? {} : { temperature: call.temperature }),
      ...(call.maxOutputTokens === null ? {} : { max_output_tokens: call.maxOutputTokens }),
      ...(call.schema === null ? {} : { schema: call.schema.name, strict: call.schema.isStrict }),
      ...(call.tools.length === 0 ? {} : { tools: call.tools.map(({ name }) => name) }),
      attempt: one.number,
      place: one.place,
    },
  });
}

/** The adapter's answer, or a time-out even if it ignores its signal: then nobody waits for it any more. */
async function withinDeadline(
  adapter: ModelAdapter,
  call: Omit<ModelCall, "signal">,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<ModelReply> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let cancelled: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ModelCallError("timeout", `did not answer within ${timeoutMs / 1000} s`));
      stop.abort(new DOMException("The model did not answer in time.", "TimeoutError"));
    }, timeoutMs);
    cancelled = () => {
      reject(new ModelCallError("cancelled", "was cancelled"));
      stop.abort(signal.reason);
    };
    signal.addEventListener("abort", cancelled, { once: true });
  });
  try {
    return await Promise.race([adapter.call({ ...call, signal: stop.signal }), stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancelled);
  }
}

/** A reply that says nothing is a failed attempt; unless it ran into its token limit, which a repeat would too. */
function check(reply: ModelReply, wanted: "object" | "text"): void {
  if (reply.finishReason === "content_filter") {
    throw new ModelCallError("refused", "its content filter stopped the answer", { usage: reply.usage });
  }
  const isEmpty = reply.toolCalls.length === 0 && stripReasoning(reply.text ?? "", wanted).trim() === "";
  if (isEmpty && reply.finishReason !== "length") {
    throw new ModelCallError("unavailable", "it answered with no content", { usage: reply.usage });
  }
}
