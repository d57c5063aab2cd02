// batch: many requests handed to a provider at once, answered within a day, where it takes them so, for less.
// In: requests for objects, each under a key. Out: the batch's id, how far it is, and its replies, each of which stands in for the first call of its request.
// Nothing here waits or remembers: whoever submits keeps the id, and asks again.

import { createHash } from "node:crypto";
import type { ModelChain } from "../../../config/index.js";
import { HindsightError } from "../../../errors.js";
import { type ModelCall, ModelCallError, type ModelReply, type ModelSpec } from "../adapter.js";
import type { AttemptParts } from "../attempt.js";
import { buildCall } from "../call.js";
import { withoutEcho } from "../echo.js";
import { failureOf, withUsage } from "../failure.js";
import type { Member } from "../member.js";
import { askForObject, framed } from "../object.js";
import { BATCHES, presetOf } from "../presets.js";
import { addUsage, type CallOrigin, type LanguageModels, NO_USAGE, type ObjectRequest, type Purpose } from "../provider.js";
import { lengthOf, recorded } from "../record.js";
import { bodyOf, replyIn, withoutTier } from "./by-adapter.js";
import type { FireworksAccount } from "./fireworks.js";
import type { BatchLine, BatchLook, BatchReply, BatchWire } from "./wire.js";

export type { BatchLook, BatchReply } from "./wire.js";

export interface BatchRequest {
  readonly key: string;
  readonly request: ObjectRequest<unknown>;
}

/** A batch as whoever submits it knows it, before and after. */
export interface Ticket {
  /** Unlike any other: `[a-z0-9-]`, at most 59 characters. The batch is found again by it. */
  readonly name: string;
  /** A UUID: what is set aside for the batch bears it. */
  readonly reservation: string;
  readonly since: Date;
  /** Lines of the batch. */
  readonly count: number;
  readonly origin: CallOrigin;
}

/** Requests written as lines: as many as one batch takes. */
export interface Written {
  readonly lines: readonly BatchLine[];
  /** Length of their messages, in UTF-16 units. */
  readonly characters: number;
}

/** Batches of the first model of a chain that has them. All throw the HindsightErrors of LanguageModels. */
export interface ModelBatches {
  readonly provider: string;
  readonly model: string;
  /** Where it is: with the provider, whose batches these are. A digest, since callers see it and an address may be no business of theirs. */
  readonly address: string;
  /** Requests that can be written, in order, until the batch is full. */
  write(requests: AsyncIterable<BatchRequest>): Promise<Written>;
  /** Asks the spend guard, sets the estimate aside for `waitMs`, and submits. Resolves to the batch's id. */
  submit(ticket: Ticket, written: Written, waitMs: number, signal: AbortSignal): Promise<string>;
  /** Batches that may have been submitted with this ticket, whose id was not kept; each but a few is certain. */
  find(ticket: Ticket, signal: AbortSignal): Promise<readonly string[]>;
  look(id: string, signal: AbortSignal): Promise<BatchLook>;
  /** One for each line that has any, in no order. */
  replies(id: string, signal: AbortSignal): Promise<readonly BatchReply[]>;
  cancel(id: string, signal: AbortSignal): Promise<void>;
  /**
   * Models whose first answer to a request for an object is that of the batch, which is metered then. It is read like any other; what cannot be used
   * is asked for anew, alone. Throws for a line that failed in the batch: `llm_unavailable`, `llm_refused` and so on.
   */
  answering(reply: BatchReply, ticket: Ticket): LanguageModels;
  /** Meters a reply that nobody wants any more. */
  discard(reply: BatchReply, ticket: Ticket): Promise<void>;
  /** Frees what was set aside for a batch that has no replies, and notes why. */
  giveUp(ticket: Ticket, why: string): void;
}

export interface BatchParts extends AttemptParts {
  readonly isBankSent: boolean;
  readonly fireworks: FireworksAccount;
}

/** Which batches are meant, once they are begun. */
export type BatchPlace = Pick<ModelBatches, "provider" | "address">;

interface Opening {
  readonly purpose: Purpose;
  readonly chain: ModelChain;
  readonly members: readonly Member[];
  readonly models: LanguageModels;
  /** Absent: the first model that has batches. */
  readonly at?: BatchPlace | undefined;
}

/**
 * Most tokens of one answer. What a chunk holds comes to a tenth of it, and a larger limit is refused by many models, in a batch for every line and hours
 * later; an answer that is cut all the same is asked for in halves.
 */
const OUTPUT_TOKENS = 16_000;

/** Longest input, in bytes: it is in memory while it is sent. About 5,000 chunks with their prompts. */
const MOST_BYTES = 64_000_000;

/** Null where no model of the chain has batches, or none at that place. */
export function openBatches(parts: BatchParts, { purpose, chain, members, models, at }: Opening): ModelBatches | null {
  const place = chain.members.findIndex((one) => {
    if (BATCHES[one.provider] === undefined) return false;
    return at === undefined || (one.provider === at.provider && addressOf(one) === at.address);
  });
  const settings = chain.members[place];
  const member = members[place];
  if (settings === undefined || member === undefined) return null;
  const { variables: _, ...own } = settings;
  const spec: ModelSpec = withoutTier({ ...own, model: member.model });
  let wire: Promise<BatchWire> | null = null;

  async function withWire<T>(work: (wire: BatchWire) => Promise<T>): Promise<T> {
    wire ??= wireOf(spec, parts.fireworks);
    wire.catch(() => {
      wire = null; // the caller gets the reason; the next call tries again
    });
    try {
      return await work(await wire);
    } catch (error) {
      if (!(error instanceof ModelCallError)) throw error;
      if (error.failure !== "bad_request") throw failureOf(error, { ...(member as Member), attempts: 1, retryAt: null });
      const words = error.message.replace(/\s*\.?\s*$/, ".");
      throw new HindsightError("batch_failed", `${spec.provider} refuses the batch: ${words}`, { cause: error }); // and would again
    }
  }

  /** The call of a request as the chain would make it, but for its limit. */
  async function callOf(request: ObjectRequest<unknown>): Promise<ModelCall> {
    const limited = { ...chain, maxOutputTokens: Math.min(chain.maxOutputTokens ?? OUTPUT_TOKENS, OUTPUT_TOKENS) };
    const { messages, schema } = await framed(request, limited, member as Member);
    return { ...buildCall(request, limited, member as Member, parts.isBankSent, messages, schema), signal: request.signal };
  }

  /** Reads a reply and meters it. */
  async function read(reply: BatchReply, ticket: Ticket, call: ModelCall, origin: CallOrigin): Promise<ModelReply> {
    try {
      const found = await replyIn(spec, call, reply);
      note(ticket, origin, call, found, null);
      return found;
    } catch (failure) {
      const error = withoutEcho(failure, call.messages);
      note(ticket, origin, call, null, error);
      if (!(error instanceof ModelCallError)) throw error;
      throw withUsage(failureOf(error, { ...(member as Member), attempts: 1, retryAt: null }), error.usage ?? NO_USAGE);
    }
  }

  function note(ticket: Ticket, origin: CallOrigin, call: ModelCall | null, reply: ModelReply | null, error: unknown): void {
    parts.observer.after({
      origin,
      purpose,
      provider: spec.provider,
      model: spec.model,
      startedAt: new Date(parts.clock.now()),
      durationMs: 0, // a batch takes hours: no call of its own does
      status: error === null ? "success" : "error",
      usage: reply?.usage ?? (error instanceof ModelCallError ? error.usage : null) ?? NO_USAGE,
      finishReason: reply?.finishReason ?? null,
      input: call === null ? [] : recorded(call.messages),
      output: reply?.text ?? null,
      error: error === null ? null : error instanceof Error ? error.message : String(error),
      parameters: { batch: ticket.name },
      reservation: ticket.reservation,
      isBatch: true,
    });
  }

  return {
    provider: spec.provider,
    model: spec.model,
    address: addressOf(settings),
    async write(requests) {
      const { mostBytes, mostLines } = await withWire(async (one) => one);
      const lines: BatchLine[] = [];
      let bytes = 0;
      let characters = 0;
      for await (const { key, request } of requests) {
        const call = await callOf(request);
        const body = await bodyOf(spec, call);
        bytes += Buffer.byteLength(JSON.stringify(body)) + 200;
        if (bytes > Math.min(mostBytes, MOST_BYTES) || lines.length === mostLines) break;
        characters += lengthOf(call.messages);
        lines.push({ key, body });
      }
      return { lines, characters };
    },
    async submit(ticket, { lines, characters }, waitMs, signal) {
      const batch = { reservation: ticket.reservation, calls: lines.length, waitMs };
      await parts.observer.before(ticket.origin, purpose, { provider: spec.provider, model: spec.model, characters, batch });
      try {
        return await withWire((one) => one.submit(ticket.name, lines, signal));
      } catch (error) {
        note(ticket, ticket.origin, null, null, error);
        throw error;
      }
    },
    find: ({ name, count, since }, signal) => withWire((one) => one.find({ ticket: name, count, since }, signal)),
    look: (id, signal) => withWire((one) => one.look(id, signal)),
    replies: async (id, signal) => unique(await withWire((one) => one.replies(id, signal))),
    cancel: (id, signal) => withWire((one) => one.cancel(id, signal)),
    answering(reply, ticket) {
      let isTaken = false;
      return {
        ...models,
        async completeObject(request) {
          if (isTaken) return models.completeObject(request);
          isTaken = true;
          const call = await callOf(request as ObjectRequest<unknown>);
          const found = await read(reply, ticket, call, request.origin);
          try {
            const object = await askForObject(request, { ...chain, maxRetries: 0 }, member, async () => found);
            return { object, provider: spec.provider, model: spec.model, usage: found.usage };
          } catch (error) {
            if (!(error instanceof HindsightError) || error.code !== "llm_output_invalid") throw withUsage(error, found.usage);
            const answer = await models.completeObject(request);
            return { ...answer, usage: addUsage(found.usage, answer.usage) };
          }
        },
      };
    },
    async discard(reply, ticket) {
      try {
        await read(reply, ticket, NO_CALL, ticket.origin);
      } catch (error) {
        if (!(error instanceof HindsightError)) throw error; // a failed reply is metered, and that is all
      }
    },
    giveUp: (ticket, why) => note(ticket, ticket.origin, null, null, new Error(why)),
  };
}

const NO_CALL: ModelCall = {
  messages: [{ role: "user", content: "" }],
  tools: [],
  toolChoice: null,
  temperature: null,
  maxOutputTokens: null,
  schema: null,
  user: null,
  signal: new AbortController().signal,
};

function addressOf({ provider, baseUrl }: { readonly provider: string; readonly baseUrl: string }): string {
  const url = baseUrl.trim() === "" ? presetOf(provider).baseUrl : baseUrl.trim();
  return createHash("sha256")
    .update(url.replace(/[?#].*$/, "").replace(/\/+$/, ""))
    .digest("hex")
    .slice(0, 16);
}

/** A line may stand in the file of replies and in that of errors; the reply counts. */
function unique(replies: readonly BatchReply[]): readonly BatchReply[] {
  const byKey = new Map<string, BatchReply>();
  for (const reply of replies) if (!byKey.has(reply.key) || reply.status === 200) byKey.set(reply.key, reply);
  return [...byKey.values()];
}

async function wireOf(spec: ModelSpec, fireworks: FireworksAccount): Promise<BatchWire> {
  const site = (await import("../adapters/site.js")).siteOf(spec);
  switch (BATCHES[spec.provider]) {
    case "openai":
      return (await import("./openai.js")).openaiBatches(site);
    case "anthropic":
      return (await import("./anthropic.js")).anthropicBatches(site);
    case "gemini":
      return (await import("./gemini.js")).geminiBatches(site);
    case "fireworks":
      return (await import("./fireworks.js")).fireworksBatches(site, fireworks);
    default:
      throw new HindsightError("internal", `The provider ${spec.provider} has no batches.`);
  }
}
