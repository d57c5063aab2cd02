import type { DatePrecision } from "../../domain/memory.js";
import { type Statement, sql } from "../db.js";

/** An observation with the numbers of the facts behind it. */
export interface ObservationRow {
  readonly memoryNo: number;
  readonly id: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly language: string | null;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly datePrecision: DatePrecision | null;
  readonly mentionedAt: Date | null;
  /** In the order in which they came. */
  readonly sourceNos: readonly number[];
  readonly quotes: readonly (string | null)[];
}

/** The columns of an observation under the alias `m`. */
export const OBSERVATION: Statement = sql`m.memory_no AS "memoryNo", m.id, m.text, m.tags, m.language, m.occurred_start AS "occurredStart",
  m.occurred_end AS "occurredEnd", m.date_precision AS "datePrecision", m.mentioned_at AS "mentionedAt",
  ARRAY(SELECT s.memory_no FROM observation_source AS s WHERE s.bank_id = m.bank_id AND s.observation_no = m.memory_no
        ORDER BY s.created_at, s.memory_no) AS "sourceNos",
  ARRAY(SELECT s.quote FROM observation_source AS s WHERE s.bank_id = m.bank_id AND s.observation_no = m.memory_no
        ORDER BY s.created_at, s.memory_no) AS quotes`;
