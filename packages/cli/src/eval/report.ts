// What an evaluation found, as it is kept: the JSON of -o json, which --compare reads again.

import { type JudgedCase, METRICS, type Metrics, metricsOf } from "@hindsight-memory/client/relevance";
import { CliError } from "../api.js";
import type { Answered, Outcome } from "./run.js";

export interface CaseReport {
  readonly line: number;
  readonly query: string;
  readonly category: string | null;
  /** Share of what is expected that the first ten results hold. */
  readonly frac10: number;
  readonly found: JudgedCase["found"];
  /** What stood first; null where nothing came. */
  readonly first: string | null;
  readonly ms: number;
}

export interface SettingReport {
  readonly name: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly metrics: Metrics;
  readonly by_category: Readonly<Record<string, Metrics>>;
  /** Milliseconds from here, with the network. */
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly cases: readonly CaseReport[];
}

export interface EvalReport {
  readonly bank: string;
  readonly settings: readonly SettingReport[];
}

/** `more` are metrics beside the usual ones. */
export function asReport(bank: string, outcomes: readonly Outcome[], more: readonly string[]): EvalReport {
  const names = [...new Set([...METRICS, ...more])];
  return {
    bank,
    settings: outcomes.map(({ setting, answers }) => {
      const categories = [...new Set(answers.flatMap(({ asked }) => asked.category ?? []))].sort();
      const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
      return {
        name: setting.name,
        request: setting.request,
        metrics: metricsOf(
          answers.map(({ judged }) => judged),
          names,
        ),
        by_category: Object.fromEntries(categories.map((name) => [name, metricsOf(ofCategory(answers, name), names)])),
        p50_ms: quantile(times, 0.5),
        p95_ms: quantile(times, 0.95),
        cases: answers.map(caseOf),
      };
    }),
  };
}

const ofCategory = (answers: readonly Answered[], name: string) =>
  answers.filter(({ asked }) => asked.category === name).map(({ judged }) => judged);

/** The value that so large a share of all is at or below; 0 of none. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function caseOf({ asked, judged, ms, first }: Answered): CaseReport {
  const { line, query, category } = asked;
  return { line, query, category, frac10: metricsOf([judged], ["frac@10"])["frac@10"] ?? 0, found: judged.found, first, ms };
}

/** @throws CliError for what is no such report */
export function earlierReport(text: string, file: string): EvalReport {
  const wrong = (why: string, cause?: unknown) =>
    new CliError(`${file} is no result of an evaluation (${why}). Make one with: hindsight eval … -o json > ${file}`, { cause });
  let report: Partial<EvalReport> | null;
  try {
    report = JSON.parse(text) as Partial<EvalReport> | null;
  } catch (cause) {
    throw wrong("it is no JSON", cause);
  }
  const isReport =
    Array.isArray(report?.settings) &&
    report.settings.length > 0 &&
    report.settings.every(
      (each: Partial<SettingReport>) => typeof each.name === "string" && typeof each.metrics === "object" && Array.isArray(each.cases),
    );
  if (!isReport) throw wrong("it has no settings with metrics and cases");
  return report as EvalReport;
}
