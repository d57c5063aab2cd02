// Settings of the write path: rows of the table in `index.ts`.
// In: nothing. Out: rows.

import { flag, integer, setting, text } from "./setting.js";

export const RETAIN_SETTINGS = {
  retainWallTimeout: setting(
    "HINDSIGHT_API_RETAIN_WALL_TIMEOUT",
    3600,
    integer(1, 86_400),
    "longest time that one retain may wait for language models, in seconds",
  ),
  retainBatchEnabled: setting(
    "HINDSIGHT_API_RETAIN_BATCH_ENABLED",
    false,
    flag,
    "read asynchronous retains in batches of the provider, for less money and within a day (docs/extraction.md); others are refused then",
  ),
  retainBatchPollInterval: setting(
    "HINDSIGHT_API_RETAIN_BATCH_POLL_INTERVAL_SECONDS",
    60,
    integer(1, 86_400),
    "how often a batch is looked at, in seconds",
  ),
  failOnExtractionErrors: setting(
    "HINDSIGHT_API_FAIL_ON_EXTRACTION_ERRORS",
    false,
    flag,
    "fail a retain when a chunk failed in its batch, instead of reading that chunk by itself",
  ),
  fireworksAccountId: setting("HINDSIGHT_API_FIREWORKS_ACCOUNT_ID", "", text, "account whose batches those of fireworks are"),
  fireworksBatchBaseUrl: setting(
    "HINDSIGHT_API_FIREWORKS_BATCH_BASE_URL",
    "https://api.fireworks.ai",
    text,
    "address of the batches of fireworks",
  ),
  batchMaxWait: setting(
    "HINDSIGHT_API_FIREWORKS_BATCH_MAX_WAIT_SECONDS",
    86_400,
    integer(1, 604_800),
    "longest wait for a batch, of whichever provider, in seconds",
  ),
} as const;
