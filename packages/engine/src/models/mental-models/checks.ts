/** What a model and its trigger may say. */

import { randomBytes } from "node:crypto";
import { Cron } from "croner";
import type { MentalModelFields, Trigger } from "../../domain/mental-models.js";
import { exceedsBytes, isPathStep } from "../../domain/names.js";
import { isBlank, sanitise } from "../../domain/text/sanitise.js";
import { HindsightError } from "../../errors.js";
import { readSchema } from "../../reflect/index.js";

/** Longest id, in bytes of UTF-8: as long as a bank's. */
const MAX_ID_BYTES = 192;
const LEAST_TOKENS = 256;
const MOST_TOKENS = 8192;
export const DEFAULT_TOKENS = 2048;

/** The id that a caller wants, or a made-up one. Dots, underscores and other scripts are fine. Throws `invalid_request`. */
export function modelIdOf(wanted: string | null | undefined): string {
  if (wanted === undefined || wanted === null) return `mm-${randomBytes(8).toString("hex")}`;
  const id = sanitise(wanted);
  if (isBlank(id)) throw refused("The id of a mental model must not be blank");
  if (/\p{Cc}/u.test(id)) throw refused("The id of a mental model must not have control characters");
  if (isPathStep(id))
    throw refused(`The id of a mental model must not be "${id}": clients take it out of a path, and no call would reach it`);
  if (exceedsBytes(id, MAX_ID_BYTES)) throw refused(`The id of a mental model may have ${MAX_ID_BYTES} bytes of UTF-8; this one has more`);
  return id;
}

/** Throws `invalid_request` for a blank name or question, or a size out of bounds. Absent fields say nothing. */
export function checkFields({ name, sourceQuery, maxTokens, trigger }: Partial<MentalModelFields>): void {
  if (name !== undefined && isBlank(name)) throw refused("The name of a mental model must not be blank");
  if (sourceQuery !== undefined && isBlank(sourceQuery)) throw refused("The source_query of a mental model must not be blank");
  if (maxTokens !== undefined && (!Number.isInteger(maxTokens) || maxTokens < LEAST_TOKENS || maxTokens > MOST_TOKENS)) {
    throw refused(`max_tokens takes a whole number from ${LEAST_TOKENS} to ${MOST_TOKENS}`);
  }
  if (trigger !== undefined) checkTrigger(trigger);
}

/** Throws `invalid_request` for fields that say nothing usable. Fields that are absent or null are not looked at. */
export function checkTrigger(trigger: Partial<Trigger>): void {
  const { minRefreshIntervalSeconds: interval, factTypes, responseSchema } = trigger;
  if (interval != null && (!Number.isInteger(interval) || interval < 0))
    throw refused("min_refresh_interval_seconds takes a whole number from 0");
  if (factTypes != null && factTypes.length === 0) throw refused("fact_types must name at least one kind; leave it out for all");
  if (responseSchema != null) readSchema(responseSchema);
  checkSchedules(trigger);
}

/** Throws `invalid_request` for a schedule that is none, and for two ways of refreshing at once. Blank is no schedule. */
export function checkSchedules({ refreshAfterConsolidation, refreshCron, fullRefreshCron }: Partial<Trigger>): void {
  checkCron("refresh_cron", refreshCron);
  checkCron("full_refresh_cron", fullRefreshCron);
  if (refreshAfterConsolidation === true && refreshCron != null && !isBlank(refreshCron)) {
    throw refused("refresh_after_consolidation and refresh_cron exclude one another: set one, and the other to false or null");
  }
}

/** When a schedule last fired before a time, in UTC; null when it never has, or is none. */
export function lastFired(cron: string, now: Date): Date | null {
  try {
    return scheduleOf(cron).previousRuns(1, now)[0] ?? null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return null; // a malformed schedule in the store is none
  }
}

function checkCron(field: string, cron: string | null | undefined): void {
  if (cron == null || isBlank(cron)) return;
  try {
    scheduleOf(cron);
  } catch (error) {
    const cause = error instanceof Error ? error : undefined;
    const example = "five fields, in UTC: minute, hour, day of the month, month, day of the week, as in '0 6 * * 1'";
    throw new HindsightError("invalid_request", `${field} is no schedule (${cause?.message ?? "unreadable"}). It takes ${example}.`, {
      cause,
    });
  }
}

function scheduleOf(cron: string): Cron {
  return new Cron(cron.trim(), { mode: "5-part", timezone: "Etc/UTC", paused: true });
}

const refused = (why: string): HindsightError => new HindsightError("invalid_request", `${why}.`);
