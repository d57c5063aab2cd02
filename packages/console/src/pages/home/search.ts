// What of the home page stands in its address: the period of the chart.
// In: the parsed query. Out: the page's state; absent is the preset.

import { oneOf } from "../../app/search-params";

export const PERIODS = ["1h", "12h", "1d", "7d", "30d", "90d"] as const;
export type Period = (typeof PERIODS)[number];
export const PRESET_PERIOD: Period = "30d";

export interface HomeSearch {
  period?: Period | undefined;
}

export const homeSearch = (search: Record<string, unknown>): HomeSearch => ({ period: oneOf(search, "period", PERIODS) });
