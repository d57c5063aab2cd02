// Settings of consolidation, mental models and webhooks: rows of the table in `index.ts`.
// In: nothing. Out: rows.

import { decimal, flag, hosts, httpUrl, integer, list, oneOf, seconds, setting, text } from "./setting.js";

export const LEARNING_SETTINGS = {
  consolidationWithoutLlm: setting(
    "HINDSIGHT_API_CONSOLIDATION_WITHOUT_LLM",
    "restatements",
    oneOf("restatements", "off"),
    "what consolidation does without a language model: make observations of facts that are said again, in their own words, or nothing",
  ),
  consolidationBatchSize: setting(
    "HINDSIGHT_API_CONSOLIDATION_BATCH_SIZE",
    50,
    integer(1, 10_000),
    "facts that a consolidation loads at once",
  ),
  consolidationMaxAttempts: setting(
    "HINDSIGHT_API_CONSOLIDATION_MAX_ATTEMPTS",
    3,
    integer(1, 100),
    "tries of one consolidation call before its facts are split in two",
  ),
  consolidationMaxTokens: setting(
    "HINDSIGHT_API_CONSOLIDATION_MAX_TOKENS",
    512,
    integer(1),
    "tokens of related observations that are looked up for each fact",
  ),
  consolidationRecallBudget: setting(
    "HINDSIGHT_API_CONSOLIDATION_RECALL_BUDGET",
    "low",
    oneOf("low", "mid", "high"),
    "how deep related observations are looked up",
  ),
  consolidationDedupThreshold: setting(
    "HINDSIGHT_API_CONSOLIDATION_DEDUP_THRESHOLD",
    0.97,
    decimal(0, 2),
    "cosine from which a language model decides whether two observations are one; 1 and more switches it off",
  ),
  consolidationReconcileIntervalSeconds: setting(
    "HINDSIGHT_API_CONSOLIDATION_RECONCILE_INTERVAL_SECONDS",
    300,
    seconds(1),
    "how often banks with facts that nobody consolidates are looked for, in seconds",
  ),
  consolidationWallTimeout: setting(
    "HINDSIGHT_API_CONSOLIDATION_WALL_TIMEOUT",
    7_200,
    seconds(1),
    "longest time of one consolidation job, in seconds",
  ),
  enableObservationHistory: setting("HINDSIGHT_API_ENABLE_OBSERVATION_HISTORY", true, flag, "keep what observations said before"),
  observationHistoryMaxEntries: setting(
    "HINDSIGHT_API_OBSERVATION_HISTORY_MAX_ENTRIES",
    50,
    integer(0),
    "versions kept of an observation; 0 is no limit",
  ),
  enableMentalModelHistory: setting("HINDSIGHT_API_ENABLE_MENTAL_MODEL_HISTORY", true, flag, "keep earlier contents of mental models"),
  mentalModelHistoryMaxEntries: setting(
    "HINDSIGHT_API_MENTAL_MODEL_HISTORY_MAX_ENTRIES",
    50,
    integer(0),
    "versions kept of a mental model; 0 is no limit",
  ),
  mentalModelRefreshTickSeconds: setting(
    "HINDSIGHT_API_MENTAL_MODEL_REFRESH_TICK_SECONDS",
    300,
    seconds(1),
    "how often mental models with a schedule are looked for, in seconds",
  ),
  webhookUrl: setting("HINDSIGHT_API_WEBHOOK_URL", "", httpUrl, "where events of every bank are told; unset is nowhere"),
  webhookSecret: setting("HINDSIGHT_API_WEBHOOK_SECRET", "", text, "signs what is told there; unset leaves it unsigned"),
  webhookEventTypes: setting(
    "HINDSIGHT_API_WEBHOOK_EVENT_TYPES",
    ["consolidation.completed"],
    list,
    "events that are told there, separated by commas",
  ),
  webhookAllowedHosts: setting(
    "HINDSIGHT_API_WEBHOOK_ALLOWED_HOSTS",
    [],
    hosts,
    "hosts, addresses or CIDR ranges that webhooks may reach though they are private, separated by commas",
  ),
  webhookExposeResponseBody: setting(
    "HINDSIGHT_API_WEBHOOK_EXPOSE_RESPONSE_BODY",
    false,
    flag,
    "show what the receivers of webhooks answered",
  ),
} as const;
