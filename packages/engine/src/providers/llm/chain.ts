// The chain of a purpose: its members in their order, each with its own retries, until one can do the work.
// In: the chain's settings. Out: `run`, which does work with a member, and the members for pages and probes.

import type { Logger } from "pino";
import type { ModelChain } from "../../config/index.js";
import { HindsightError } from "../../errors.js";
import type { ModelReply } from "./adapter.js";
import { type AttemptParts, type Tally, tally } from "./attempt.js";
import { buildCall } from "./call.js";
import { mayFailOver, withUsage } from "./failure.js";
import type { Permits } from "./limits.js";
import type { Member, MemberPool } from "./member.js";
import type { Ask } from "./object.js";
import { memberOrder } from "./order.js";
import type { LlmRequest, TokenUsage } from "./provider.js";
import { persist } from "./retry.js";

export interface ChainParts extends AttemptParts {
  readonly log: Logger;
  readonly isBankSent: boolean;
}

export type Work<T> = (ask: Ask, member: Member) => Promise<T>;

export interface Chain {
  readonly settings: ModelChain;
  readonly members: readonly Member[];
  /** Throws the HindsightErrors of LanguageModels, with `usageOf` behind them. */
  run<T>(request: LlmRequest, work: Work<T>): Promise<{ readonly result: T; readonly member: Member; readonly usage: TokenUsage }>;
  /** One attempt of one member, without retries. */
  once(request: LlmRequest, member: Member): Promise<ModelReply>;
}

export function openChain(parts: ChainParts, settings: ModelChain, pool: MemberPool, lane: Permits | null): Chain {
  const members = settings.members.map((member) => pool.of(member));
  const nextOrder = memberOrder(members.length, settings.strategy);

  function asking(request: LlmRequest, member: Member, place: number, spent: Tally, chain: ModelChain): Ask {
    const budget = { retries: chain.maxRetries, attempts: 0 };
    return async (messages, schema) => {
      const call = buildCall(request, chain, member, parts.isBankSent, messages, schema);
      return persist(parts, chain, budget, { request, member, lane, call, spent, place });
    };
  }

  return {
    settings,
    members,
    async run(request, work) {
      const spent = tally();
      const failures: unknown[] = [];
      for (const place of nextOrder()) {
        const member = members[place] as Member;
        try {
          return { result: await work(asking(request, member, place, spent, settings), member), member, usage: spent.total() };
        } catch (error) {
          failures.push(error);
          if (!mayFailOver(error)) break;
          if (failures.length < members.length) parts.log.warn({ err: error, purpose: request.purpose }, "the next model is asked");
        }
      }
      throw withUsage(withEarliestRetry(failures), spent.total());
    },
    once: (request, member) =>
      asking(request, member, members.indexOf(member), tally(), { ...settings, maxRetries: 0 })(request.messages, null),
  };
}

/**
 * The last error, but one that a later try may not meet before one that every try meets; where it is a matter of waiting, with the earliest time at
 * which any member takes calls again.
 */
function withEarliestRetry(failures: readonly unknown[]): unknown {
  const end = failures.at(-1);
  const passing = failures.findLast((error) => error instanceof HindsightError && error.code === "llm_unavailable");
  const last = end instanceof HindsightError && end.code === "llm_rejected" ? (passing ?? end) : end;
  if (failures.length < 2 || !(last instanceof HindsightError) || last.code !== "llm_unavailable") return last;
  const [retryAt] = failures
    .map(retryAtOf)
    .filter((time) => time !== null)
    .sort();
  if (retryAt === undefined) return last;
  return new HindsightError(last.code, last.message, { cause: last, details: { retryAt } });
}

/** When the provider said it will take calls again, as an ISO date; null where it did not. */
export function retryAtOf(error: unknown): string | null {
  if (!(error instanceof HindsightError) || typeof error.details !== "object" || error.details === null) return null;
  const { retryAt } = error.details as { readonly retryAt?: unknown };
  return typeof retryAt === "string" ? retryAt : null;
}
