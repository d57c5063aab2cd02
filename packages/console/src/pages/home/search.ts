// What of the home page stands in its address: the period of the one chart, the measure of the other.
// In: the parsed query. Out: the page's state; absent is the preset.

import { oneOf } from "../../app/search-params";
import { LLM_METRICS, type LlmMetric } from "../../charts/llm-series";

export const PERIODS = ["1h", "12h", "1d", "7d", "30d", "90d"] as const;
export type Period = (typeof PERIODS)[number];
export const PRESET_PERIOD: Period = "30d";
export const PRESET_METRIC: LlmMetric = "cost";

export interface HomeSearch {
  period?: Period | undefined;
  metric?: LlmMetric | undefined;
}

export const homeSearch = (search: Record<string, unknown>): HomeSearch => ({
  period: oneOf(search, "period", PERIODS),
  metric: oneOf(search, "metric", LLM_METRICS),
});
