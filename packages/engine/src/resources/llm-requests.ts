import type { LlmRequestBucket, LlmRequestStats, StatsPeriod } from "../domain/llm-requests.js";
import type { Hindsight } from "../hindsight.js";
import { countLlmRequests } from "../store/llm-requests/count-llm-requests.js";
import { listLlmRequests } from "../store/llm-requests/list-llm-requests.js";
import { listLlmTraces } from "../store/llm-requests/list-llm-traces.js";
import { type LlmRequestSum, sumLlmRequests } from "../store/llm-requests/sum-llm-requests.js";
import type { ResourceContext } from "./engine.js";
import { page } from "./page.js";

const UNIT_MS = { hour: 3_600_000, day: 86_400_000 } as const;

/** Buckets of each period, the present one, which is not over, included. */
const PERIODS: Readonly<Record<StatsPeriod, { readonly unit: "hour" | "day"; readonly buckets: number }>> = {
  "1d": { unit: "hour", buckets: 24 },
  "7d": { unit: "day", buckets: 7 },
  "30d": { unit: "day", buckets: 30 },
};

/** Reads the trace of a bank's model calls. `flush` writes what this process still holds, so that a call is seen as soon as it was answered. */
export function llmRequestResource({ db, banks }: ResourceContext, flush: () => Promise<void>, now: () => Date): Hindsight["llmRequests"] {
  return {
    async list(bankId, filter) {
      const bank = await banks.open(bankId);
      await flush();
      return page(
        filter,
        () => (filter.group ? listLlmTraces(db, bank, filter) : listLlmRequests(db, bank, filter)),
        () => countLlmRequests(db, bank, filter),
      );
    },
    async stats(bankId, { period, operation, callType }) {
      const bank = await banks.open(bankId);
      await flush();
      const { unit, buckets } = PERIODS[period];
      const start = new Date(Math.floor(now().getTime() / UNIT_MS[unit]) * UNIT_MS[unit] - (buckets - 1) * UNIT_MS[unit]);
      const sums = await sumLlmRequests(db, bank, unit, { operation: operation ?? null, callType: callType ?? null, start });
      return { period, unit, start, buckets: filled(sums, start, UNIT_MS[unit], buckets) } satisfies LlmRequestStats;
    },
  };
}

function filled(sums: readonly LlmRequestSum[], start: Date, unitMs: number, count: number): readonly LlmRequestBucket[] {
  return Array.from({ length: count }, (_, place) => {
    const time = new Date(start.getTime() + place * unitMs);
    const of = sums.filter((sum) => sum.time.getTime() === time.getTime());
    const total = (part: "calls" | "input" | "output" | "cached" | "thoughts" | "total", among = of): number =>
      among.reduce((all, sum) => all + sum[part], 0);
    return {
      time,
      success: total(
        "calls",
        of.filter(({ status }) => status === "success"),
      ),
      error: total(
        "calls",
        of.filter(({ status }) => status === "error"),
      ),
      tokens: {
        input: total("input"),
        output: total("output"),
        cached: total("cached"),
        thoughts: total("thoughts"),
        total: total("total"),
      },
    };
  });
}
