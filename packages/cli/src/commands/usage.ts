// hindsight usage: what model calls of a bank took and cost, and what is left of its limits.

import type { Command } from "commander";
import { type Api, bankPath } from "../api.js";
import { type Output, table, when } from "../output.js";

interface Window {
  readonly resets_at: string;
  readonly calls: number;
  readonly failed_calls: number;
  readonly unpriced_calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_tokens: number;
  readonly total_tokens: number;
  readonly cost_usd: number;
  readonly reserved_tokens: number;
  readonly limit_tokens: number | null;
  readonly limit_usd: number | null;
}

interface Usage {
  readonly hour: Window;
  readonly day: Window;
}

export function usage(program: Command, connect: () => Api, print: () => Output): void {
  program
    .command("usage")
    .description("tokens and money that model calls of a bank took, this hour and this day (UTC)")
    .argument("<bank>", "bank id or alias")
    .action(async (bank: string) => {
      print().show(await connect().get<Usage>(bankPath(bank, "/llm-usage")), (used) =>
        [used.hour, used.day].every(isIdle)
          ? `No model was called for ${bank} this hour or this day, and nothing limits it.`
          : usageTable(used),
      );
    });
}

function usageTable({ hour, day }: Usage): string {
  const row = (name: string, of: (window: Window) => string): readonly string[] => [name, of(hour), of(day)];
  return table(
    ["of model calls", "this hour", "this day"],
    [
      row("calls", ({ calls, failed_calls }) => (failed_calls > 0 ? `${calls}, of these ${failed_calls} failed` : String(calls))),
      row("tokens in", ({ input_tokens, cached_tokens }) =>
        cached_tokens > 0 ? `${input_tokens}, ${cached_tokens} cached` : String(input_tokens),
      ),
      row("tokens out", ({ output_tokens }) => String(output_tokens)),
      row("tokens in all", ({ total_tokens, limit_tokens }) => against(String(total_tokens), limit_tokens)),
      row("set aside for calls under way", ({ reserved_tokens }) => String(reserved_tokens)),
      row("US dollars", ({ cost_usd, limit_usd }) => against(cost_usd.toFixed(4), limit_usd)),
      row("calls without a known price", ({ unpriced_calls }) => String(unpriced_calls)),
      row("starts anew (UTC)", ({ resets_at }) => when(resets_at)),
    ],
  );
}

const isIdle = ({ calls, reserved_tokens, limit_tokens, limit_usd }: Window): boolean =>
  calls === 0 && reserved_tokens === 0 && limit_tokens === null && limit_usd === null;

const against = (spent: string, limit: number | null): string => (limit === null ? `${spent}, no limit` : `${spent} of ${limit}`);
