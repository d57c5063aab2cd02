// Settings of the write path: rows of the table in `index.ts`.
// In: nothing. Out: rows.

import { integer, setting } from "./setting.js";

export const RETAIN_SETTINGS = {
  retainWallTimeout: setting(
    "HINDSIGHT_API_RETAIN_WALL_TIMEOUT",
    3600,
    integer(1, 86_400),
    "longest time that one retain may wait for language models, in seconds",
  ),
} as const;
