// Settings of the worker, its queue and the records of what it did: rows of the table in `index.ts`.
// In: nothing. Out: rows.

import { flag, integer, setting, text } from "./setting.js";

const API = "HINDSIGHT_API";

const reserved = (type: string, what: string) =>
  setting(`${API}_WORKER_${type}_RESERVED_SLOTS`, 0, integer(0, 256), `slots that only ${what} may take`);

/** An unset floor is `null`: consolidation then has two slots of its own, or as many as leave one for the others. */
const optional = (value: string, env: string): number | null => integer(0, 256)(value, env);

export const WORKER_SETTINGS = {
  workerEnabled: setting(
    `${API}_WORKER_ENABLED`,
    true,
    flag,
    "work the queue in the server's process; false leaves it, and the vectors of what is retained, to `hindsight worker`",
  ),
  workerId: setting(`${API}_WORKER_ID`, "", text, "name of the worker, shown with what it has in hand; unset is the host's name"),
  workerHttpPort: setting(`${API}_WORKER_HTTP_PORT`, 8889, integer(0, 65_535), "port of `hindsight worker`; 0 takes a free one"),
  workerMaxSlots: setting(
    `${API}_WORKER_MAX_SLOTS`,
    10,
    integer(1, 256),
    "operations that one process works at once, at most all but one of a bank",
  ),
  workerPollIntervalMs: setting(
    `${API}_WORKER_POLL_INTERVAL_MS`,
    500,
    integer(10, 60_000),
    "how often a worker looks for what other processes queued, in milliseconds",
  ),
  workerMaxRetries: setting(`${API}_WORKER_MAX_RETRIES`, 3, integer(0, 100), "tries of an operation after a failure that may pass"),
  workerRetryBackoff: setting(
    `${API}_WORKER_TASK_RETRY_BACKOFF_SECONDS`,
    60,
    integer(1, 86_400),
    "longest pause before such a try; the first is a sixteenth of it, the second a quarter",
  ),
  workerLeaseSeconds: setting(
    `${API}_WORKER_LEASE_SECONDS`,
    60,
    integer(2, 3600),
    "silence after which a worker counts as dead and others take up its operations",
  ),
  workerConsolidationReservedSlots: setting<number | null>(
    `${API}_WORKER_CONSOLIDATION_RESERVED_SLOTS`,
    null,
    optional,
    "slots that only consolidation may take; unset is 2, less where there are few",
  ),
  workerRetainReservedSlots: reserved("RETAIN", "retains"),
  workerFileConvertRetainReservedSlots: reserved("FILE_CONVERT_RETAIN", "the reading of files"),
  workerRefreshMentalModelReservedSlots: reserved("REFRESH_MENTAL_MODEL", "refreshes of mental models"),
  workerWebhookDeliveryReservedSlots: reserved("WEBHOOK_DELIVERY", "deliveries of webhooks"),
  operationRetentionDays: setting(
    `${API}_OPERATION_RETENTION_DAYS`,
    0,
    integer(0, 36_500),
    "days for which the records of ended operations are kept; 0 keeps them for ever",
  ),
  operationCleanupBatchSize: setting(`${API}_OPERATION_CLEANUP_BATCH_SIZE`, 1000, integer(1, 100_000), "records that are deleted at once"),
  operationCleanupIntervalSeconds: setting(
    `${API}_OPERATION_CLEANUP_INTERVAL_SECONDS`,
    900,
    integer(1, 86_400),
    "how often old records are looked for",
  ),
  metricsBacklogEnabled: setting(
    `${API}_METRICS_BACKLOG_ENABLED`,
    false,
    flag,
    "count waiting, running and failed operations in the metrics, every 30 s",
  ),
} as const;
