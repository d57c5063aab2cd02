// A meter: what language models used for each tenant today, told behind each reply. Over the limit, calls are refused and work of the queue waits.
//
//   HINDSIGHT_API_OPERATION_VALIDATOR_EXTENSION=./metering-validator.js
//   HINDSIGHT_API_OPERATION_VALIDATOR_DAILY_TOKENS=200000

import type { ExtensionContext, OperationValidator } from "@hindsight-memory/server";

/** What asks a language model. */
const ASKING: ReadonlySet<string> = new Set(["retain", "reflect", "mental_model_refresh", "consolidation", "refresh_mental_model"]);

export default function meteringValidator({ settings, log }: ExtensionContext, now: () => Date = () => new Date()): OperationValidator {
  const limit = Number(settings.daily_tokens ?? 200_000);
  let day = "";
  const used = new Map<string, number>();

  function usedBy(tenant: string): number {
    const today = now().toISOString().slice(0, 10);
    if (today !== day) used.clear();
    day = today;
    return used.get(tenant) ?? 0;
  }
  function midnight(): Date {
    const at = new Date(now());
    at.setUTCHours(24, 0, 0, 0);
    return at;
  }

  return {
    async validate({ operation, tenant }) {
      if (!ASKING.has(operation) || usedBy(tenant) < limit) return undefined;
      return { reason: `Today's ${limit} tokens are used up.`, status: 429, headers: { "Retry-After": "3600" } };
    },
    async completed({ tenant, operation, subject, result, error, durationMs }) {
      const tokens = tokensIn(result);
      used.set(tenant, usedBy(tenant) + tokens);
      log.info({ tenant, operation, subject, tokens, failed: error !== null, ms: Math.round(durationMs) }, "metered");
    },
    async validateWork({ type, tenant }) {
      if (!ASKING.has(type) || usedBy(tenant) < limit) return undefined;
      return { reason: `Today's ${limit} tokens are used up.`, deferUntil: midnight() };
    },
    async workCompleted({ type, tenant, status }) {
      log.info({ tenant, type, status }, "worked");
    },
  };
}

/** Replies of verbs that asked a model have its usage. */
function tokensIn(result: unknown): number {
  const { usage } = (result ?? {}) as { readonly usage?: { readonly total_tokens?: number } | null };
  return usage?.total_tokens ?? 0;
}
