import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { encodeValue } from "../values.js";

/** What an observation said before a change, and what the change brought. */
export interface ObservationVersion {
  readonly observationNo: number;
  readonly previousText: string;
  readonly previousTags: readonly string[];
  readonly previousOccurredStart: Date | null;
  readonly previousOccurredEnd: Date | null;
  readonly previousMentionedAt: Date | null;
  readonly newSourceIds: readonly string[];
  readonly reason: string | null;
}

const literal = (items: readonly string[]): string => encodeValue(items) as string;

/** Notes versions of observations, at most one of each in a call, numbered on from the last that is kept. */
export async function insertObservationHistory(tx: Db, bank: BankScope, rows: readonly ObservationVersion[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO observation_history (bank_id, observation_no, version, previous_text, previous_tags, previous_occurred_start, previous_occurred_end,
      previous_mentioned_at, new_source_ids, reason)
    SELECT ${bank.key}, r.observation_no,
      1 + coalesce((SELECT max(h.version) FROM observation_history AS h WHERE h.bank_id = ${bank.key} AND h.observation_no = r.observation_no), 0),
      r.previous_text, r.previous_tags::text[], r.previous_occurred_start, r.previous_occurred_end, r.previous_mentioned_at, r.new_source_ids::uuid[], r.reason
    FROM unnest(
      ${rows.map((r) => r.observationNo)}::integer[], ${rows.map((r) => r.previousText)}::text[], ${rows.map((r) => literal(r.previousTags))}::text[],
      ${rows.map((r) => r.previousOccurredStart)}::timestamptz[], ${rows.map((r) => r.previousOccurredEnd)}::timestamptz[],
      ${rows.map((r) => r.previousMentionedAt)}::timestamptz[], ${rows.map((r) => literal(r.newSourceIds))}::text[], ${rows.map((r) => r.reason)}::text[]
    ) AS r(observation_no, previous_text, previous_tags, previous_occurred_start, previous_occurred_end, previous_mentioned_at, new_source_ids, reason)`);
}
