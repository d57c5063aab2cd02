// An evaluation as people read it: metrics side by side, what moved, and what was missed.

import { begun, table } from "../output.js";
import type { Comparison } from "./compare.js";
import type { CaseReport, EvalReport, SettingReport } from "./report.js";

/** Characters of a question or a text. */
const SHOWN = 90;

export function reportText(report: EvalReport, comparison: Comparison | null, misses: number): string {
  const best = [...report.settings].sort(
    (a, b) => (b.metrics["frac@10"] ?? 0) - (a.metrics["frac@10"] ?? 0) || a.p50_ms - b.p50_ms,
  )[0] as SettingReport;
  return [
    metricTable(report, comparison),
    ...(report.settings.length > 1 ? [`Best by frac@10: ${best.name}`] : []),
    ...(comparison === null ? [] : movedText(comparison)),
    ...missText(best, misses),
  ].join("\n");
}

/** A row for each metric, a column for each setting; categories below. */
function metricTable({ settings }: EvalReport, comparison: Comparison | null): string {
  const names = Object.keys(settings[0]?.metrics ?? {});
  const categories = [...new Set(settings.flatMap(({ by_category }) => Object.keys(by_category)))];
  const cell = (name: string, value: number | undefined): string =>
    value === undefined ? "–" : name === "questions" ? String(value) : value.toFixed(3);
  const rows = [
    ...names.map((name) => [
      name,
      ...settings.map(({ metrics }, side) => cell(name, metrics[name]) + change(name, comparison?.settings[side])),
    ]),
    ...categories.map((category) => [
      `frac@10 ${category}`,
      ...settings.map(({ by_category }) => cell("", by_category[category]?.["frac@10"])),
    ]),
    ["p50 ms", ...settings.map(({ p50_ms }) => p50_ms.toFixed(0))],
    ["p95 ms", ...settings.map(({ p95_ms }) => p95_ms.toFixed(0))],
  ];
  return table(["metric", ...settings.map(({ name }) => name.replaceAll(" ", "\n"))], rows);
}

function change(name: string, side: Comparison["settings"][number] | undefined): string {
  const moved = side?.metrics[name];
  if (moved === undefined || name === "questions" || Math.abs(moved) < 0.0005) return "";
  return ` (${moved > 0 ? "+" : "−"}${Math.abs(moved).toFixed(3)})`;
}

function movedText({ settings }: Comparison): readonly string[] {
  return settings.flatMap(({ name, against, better, worse, unmatched }) => {
    if (against === null) return [`\n${name}: the earlier run has no such setting.`];
    const rows = [...worse, ...better].map(({ query, before, now }) => [before.toFixed(2), now.toFixed(2), begun(query, SHOWN)]);
    const line = `\n${settings.length > 1 ? `${name}: ` : ""}${better.length} better, ${worse.length} worse`;
    return [
      `${line}${unmatched === 0 ? "" : `, ${unmatched} asked in one run only`}`,
      ...(rows.length === 0 ? [] : [table(["before", "now", "question"], rows)]),
    ];
  });
}

/** Questions of which the first ten results lack something, the worst first. */
function missText({ cases, name }: SettingReport, most: number): readonly string[] {
  const missed = cases.filter(({ frac10 }) => frac10 < 1).sort((a, b) => a.frac10 - b.frac10 || a.line - b.line);
  if (missed.length === 0) return ["\nEvery question has all that is expected among its first ten results."];
  if (most === 0) return [`\n${missed.length} of ${cases.length} questions lack something among their first ten results.`];
  const rows = missed
    .slice(0, most)
    .map((each) => [
      String(each.line),
      begun(each.query, SHOWN),
      lacking(each),
      each.first === null ? "nothing" : begun(each.first, SHOWN),
    ]);
  return [
    `\nNot among the first ten results (${missed.length} of ${cases.length} questions; ${name}):`,
    table(["line", "question", "missing", "what stood first"], rows),
    ...(missed.length > most ? [`${missed.length - most} more; --misses ${missed.length} lists them`] : []),
  ];
}

const DEPTH = 10;

function lacking({ found }: CaseReport): string {
  return found
    .filter(({ rank }) => rank === null || rank > DEPTH)
    .map(({ value, rank }) => `${begun(value, 40)}${rank === null ? "" : ` (rank ${rank})`}`)
    .join("\n");
}
