// Results: percentiles, a table for people, and a JSON file with machine and date for the record.
// In: measurements. Out: text on stdout and a file under bench/results/.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import path from "node:path";
import { repository } from "./server.js";

export interface Spread {
  readonly n: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Percentiles by nearest rank, rounded to a tenth. */
export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0);
  return { n: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

export const round = (value: number, digits = 1): number => Math.round(value * 10 ** digits) / 10 ** digits;

export function machine(): Readonly<Record<string, unknown>> {
  const { version } = JSON.parse(readFileSync(path.join(repository, "packages/server/package.json"), "utf8")) as { version: string };
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memory_gib: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    hindsight: version,
  };
}

/** A table in Markdown, so that it can be pasted into a decision or an issue. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => (cell ?? "").padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...cells.slice(1).map(line)].join("\n");
}

/** Writes `bench/results/<name>.json` and returns its path. */
export function save(name: string, results: unknown): string {
  const file = path.join(repository, "bench/results", `${name}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine: machine(), results }, null, 2)}\n`);
  return file;
}
