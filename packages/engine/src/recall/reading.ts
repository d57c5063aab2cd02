/**
 * What recall works out from a memory's text, once for as long as its row is there: a bank in memory keeps its rows, so the next question finds it done
 * (of 300 candidates tokens, normal forms and statements took 6 ms a recall). Gone with the row, so nothing that is forgotten stays here.
 */

import { tellsTime } from "../domain/text/sought-detail.js";
import { normalForm } from "../domain/text/text-hash.js";
import { countTokens } from "../domain/text/tokens.js";
import type { CandidateRow } from "../store/memories/load-candidates.js";
import { readStatement, type Statement } from "./restatement.js";
import { withoutSpeaker } from "./speaker.js";

interface Reading {
  tokens: number | null;
  form: string | null;
  isTimed: boolean | null;
}

const readings = new WeakMap<CandidateRow, Reading>();

function readingOf(row: CandidateRow): Reading {
  let reading = readings.get(row);
  if (reading === undefined) {
    reading = { tokens: null, form: null, isTimed: null };
    readings.set(row, reading);
  }
  return reading;
}

/** Tokens of its text (`countTokens`). */
export function tokensOf(row: CandidateRow): number {
  const reading = readingOf(row);
  reading.tokens ??= countTokens(row.text);
  return reading.tokens;
}

/** The same where they were counted before; null where they were not. */
export function knownTokens(row: CandidateRow): number | null {
  return readings.get(row)?.tokens ?? null;
}

/** Equal for memories of one kind that are exact duplicates (`normalForm`). */
export function formOf(row: CandidateRow): string {
  const reading = readingOf(row);
  reading.form ??= `${row.kind} ${normalForm(row.text)}`;
  return reading.form;
}

/** Whether its text holds a date, a time or a length of time (`tellsTime`; 1 ms of 300 candidates). */
export function isTimed(row: CandidateRow): boolean {
  const reading = readingOf(row);
  reading.isTimed ??= tellsTime(withoutSpeaker(row.text), row.language);
  return reading.isTimed;
}

/** Statements that are kept at once: each takes ten times the room of its text, 15 MB together. A full memory is emptied, which is cheaper than to keep an order. */
const KEPT_STATEMENTS = 6_000;
let statements = new WeakMap<CandidateRow, Statement>();
let keptStatements = 0;

/** Its text as `saysTheSame` and `areRivals` compare it. */
export function statementOf(row: CandidateRow): Statement {
  const known = statements.get(row);
  if (known !== undefined) return known;
  if (keptStatements >= KEPT_STATEMENTS) {
    statements = new WeakMap();
    keptStatements = 0;
  }
  const statement = readStatement(row.text);
  statements.set(row, statement);
  keptStatements += 1;
  return statement;
}
