import type { LlmRequestBucket } from "../domain/llm-requests.js";
import { timeWindow } from "../domain/time-series.js";
import type { Hindsight } from "../hindsight.js";
import { countLlmRequests } from "../store/llm-requests/count-llm-requests.js";
import { listLlmRequests } from "../store/llm-requests/list-llm-requests.js";
import { listLlmTraces } from "../store/llm-requests/list-llm-traces.js";
import { type LlmRequestSum, sumLlmRequests } from "../store/llm-requests/sum-llm-requests.js";
import type { ResourceContext } from "./engine.js";
import { page } from "./page.js";

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
      const { unit, start, times } = timeWindow(period, now());
      const sums = await sumLlmRequests(db, bank, unit, { operation: operation ?? null, callType: callType ?? null, start });
      return { period, unit, start, buckets: filled(sums, times) };
    },
  };
}

function filled(sums: readonly LlmRequestSum[], times: readonly Date[]): readonly LlmRequestBucket[] {
  return times.map((time) => {
    const of = sums.filter((sum) => sum.time.getTime() === time.getTime());
    const total = (part: Exclude<keyof LlmRequestSum, "time" | "status">, among = of): number =>
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
      costUsd: total("microUsd") / 1e6,
      unpricedCalls: total("unpriced"),
    };
  });
}
