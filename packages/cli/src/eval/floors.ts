// Floors for a run in CI: metrics that must not lie below.

import { isMetric } from "@hindsight-memory/client/relevance";
import { CliError } from "../api.js";
import type { EvalReport } from "./report.js";

/** Least value by metric; several may stand in one, between commas. */
export type Floors = Readonly<Record<string, number>>;

export function floorsOf(given: readonly string[]): Floors {
  return Object.fromEntries(
    given
      .flatMap((each) => each.split(","))
      .map((each) => {
        const [name = "", value = "", ...rest] = each.split("=").map((part) => part.trim());
        const least = Number(value);
        if (!isMetric(name) || name === "empty" || value === "" || rest.length > 0 || !Number.isFinite(least)) {
          throw new CliError(
            `--fail-under takes a metric and its least value, such as frac@10=0.8, any@5=0.9, mrr=0.5 or frac@1000tok=0.7; "${each}" is not that.`,
          );
        }
        return [name, least];
      }),
  );
}

/** A sentence for each floor that is not reached. With several settings it is enough that one reaches all: it is the one to be used. */
export function checked({ settings }: EvalReport, floors: Floors): readonly string[] {
  const missed = settings.map(({ name, metrics }) =>
    Object.entries(floors).flatMap(([metric, least]) => {
      const value = metrics[metric] ?? 0;
      return value < least
        ? [`${metric} is ${value.toFixed(3)}, and ${least} was asked for${settings.length > 1 ? ` (${name})` : ""}.`]
        : [];
    }),
  );
  return missed.some((lines) => lines.length === 0) ? [] : missed.flat();
}
