import type { ObservationVersion } from "../../domain/observation-changes.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** What an observation said before each of its changes, oldest first. */
export async function readObservationHistory(db: Db, bank: BankScope, observationNo: number): Promise<readonly ObservationVersion[]> {
  const { rows } = await db.query<ObservationVersion>(sql`
    SELECT previous_text AS "previousText", previous_tags AS "previousTags", previous_occurred_start AS "previousOccurredStart",
      previous_occurred_end AS "previousOccurredEnd", previous_mentioned_at AS "previousMentionedAt", changed_at AS "changedAt", reason,
      new_source_ids AS "newSourceMemoryIds"
    FROM observation_history WHERE bank_id = ${bank.key} AND observation_no = ${observationNo} ORDER BY version`);
  return rows;
}
