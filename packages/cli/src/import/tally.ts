// What an import came to: counts by kind and by outcome, and by reason what was left out.
// In: what is found and what became of it. Out: the report, as JSON and as tables.

import { facts, many, table, when } from "../output.js";
import type { Found, FoundItem, Kind } from "./found.js";

export interface Failure {
  readonly at: string;
  readonly why: string;
}

/** Stored without something that memory defense took out. */
interface Redacted {
  readonly at: string;
  readonly detectors: readonly string[];
}

interface Omitted {
  readonly why: string;
  count: number;
  /** Where, of the first ones. */
  readonly at: string[];
}

/** Named one by one; beyond that they are counted. */
const NAMED_FAILURES = 1_000;
const NAMED_SKIPPED = 5;
const SHOWN_FAILURES = 30;

export interface Report {
  readonly bank_id: string;
  readonly source: string;
  readonly format: string;
  readonly dry_run: boolean;
  /** Everything that was looked at: `sent` + `unchanged` + `superseded` + `skipped` + `failed` (a dry run: `would_send` in place of the first three). */
  read: number;
  would_send: number;
  sent: number;
  unchanged: number;
  superseded: number;
  skipped: number;
  failed: number;
  kinds: Partial<Record<Kind, number>>;
  characters: number;
  first: string | null;
  last: string | null;
  memories_stored: number;
  memories_removed: number;
  /** Of what was sent: stored without what memory defense took out. */
  redacted: number;
  readonly redactions: Redacted[];
  readonly skipped_why: Omitted[];
  readonly failures: Failure[];
}

export interface Tally {
  readonly report: Report;
  /** Something was found: an item that is to be sent, or what is not. */
  note(found: Found): void;
  outcome(outcome: string): void;
  fail(failure: Failure): void;
  redact(redacted: Redacted): void;
}

export function tally(head: Pick<Report, "bank_id" | "source" | "format" | "dry_run">): Tally {
  const report: Report = {
    ...head,
    read: 0,
    would_send: 0,
    sent: 0,
    unchanged: 0,
    superseded: 0,
    skipped: 0,
    failed: 0,
    kinds: {},
    characters: 0,
    first: null,
    last: null,
    memories_stored: 0,
    memories_removed: 0,
    redacted: 0,
    redactions: [],
    skipped_why: [],
    failures: [],
  };
  function fail({ at, why }: Failure): void {
    report.failed += 1;
    if (report.failures.length < NAMED_FAILURES) report.failures.push({ at, why });
  }
  function skip(at: string, why: string): void {
    report.skipped += 1;
    let omitted = report.skipped_why.find((each) => each.why === why);
    if (omitted === undefined) {
      omitted = { why, count: 0, at: [] };
      report.skipped_why.push(omitted);
    }
    omitted.count += 1;
    if (omitted.at.length < NAMED_SKIPPED) omitted.at.push(at);
  }
  function count({ kind, item, first, last }: FoundItem): void {
    report.kinds[kind] = (report.kinds[kind] ?? 0) + 1;
    report.characters += item.content.length;
    if (first !== null && (report.first === null || first < report.first)) report.first = first;
    if (last !== null && (report.last === null || last > report.last)) report.last = last;
    if (head.dry_run) report.would_send += 1;
  }
  return {
    report,
    note(found) {
      report.read += 1;
      if (found.what === "item") count(found);
      else if (found.what === "failed") fail(found);
      else skip(found.at, found.why);
    },
    outcome(outcome) {
      if (outcome === "unchanged") report.unchanged += 1;
      else if (outcome === "superseded") report.superseded += 1;
      else report.sent += 1;
    },
    fail,
    redact(redacted) {
      report.redacted += 1;
      if (report.redactions.length < NAMED_FAILURES) report.redactions.push(redacted);
    },
  };
}

/** Of an import that was stopped: what was read, and is not known to be stored. */
export const notSent = ({ read, sent, unchanged, superseded, skipped, failed }: Report): number =>
  read - sent - unchanged - superseded - skipped - failed;

export function reportText(report: Report & { readonly not_sent?: number }): string {
  const kinds = Object.entries(report.kinds).map(([kind, count]) => many(count, kind));
  const rows: (readonly [string, unknown])[] = [
    ["format", report.format],
    ["read", report.read],
    ["of these to be sent, by kind", kinds.join(", ")],
    ["from", when(report.first)],
    ["to", when(report.last)],
    ["characters", report.characters],
    ...(report.dry_run ? ([["documents that would be sent", report.would_send]] as const) : sentRows(report)),
    ["skipped", report.skipped],
    ["failed", report.failed],
    ...(report.not_sent === undefined ? [] : [["read, and not known to be stored", report.not_sent] as const]),
  ];
  return [
    facts(rows),
    ...(report.skipped_why.length === 0
      ? []
      : [
          table(
            ["skipped", "why", "where"],
            report.skipped_why.map(({ count, why, at }) => [String(count), why, count > at.length ? `${at.join(", ")}, …` : at.join(", ")]),
          ),
        ]),
    ...(report.redactions.length === 0
      ? []
      : [
          table(
            ["redacted", "what memory defense took out"],
            report.redactions.slice(0, SHOWN_FAILURES).map(({ at, detectors }) => [at, detectors.join(", ")]),
          ),
        ]),
    ...(report.failures.length === 0
      ? []
      : [
          table(
            ["failed", "why"],
            report.failures.slice(0, SHOWN_FAILURES).map(({ at, why }) => [at, why]),
          ),
        ]),
    ...(report.dry_run ? ["Nothing was sent."] : []),
  ].join("\n");
}

function sentRows(report: Report): readonly (readonly [string, unknown])[] {
  return [
    ["documents sent", report.sent],
    ["unchanged", report.unchanged],
    ...(report.superseded > 0 ? [["replaced by a later write meanwhile", report.superseded] as const] : []),
    ["memories stored", report.memories_stored],
    ["memories replaced", report.memories_removed],
    ...(report.redacted > 0 ? [["stored without a secret", report.redacted] as const] : []),
  ];
}
