// --report of verbs that delete: what went with what was deleted, and what was set going.
// In: the server's report. Out: a sentence with a table below it.

import { facts } from "./output.js";

export interface DeletionReport {
  readonly memories: number;
  readonly observations: number;
  readonly entities: number;
  readonly links: number;
  readonly vectors: number;
  readonly requeued: number;
  readonly model_refreshes: number;
}

export interface Reported {
  readonly report?: DeletionReport;
}

export interface ReportOptions {
  readonly report?: boolean;
}

export const REPORT = ["--report", "show what went with it: memories, observations, entities, links, vectors"] as const;

/** What was deleted in a sentence, and the report where one was asked for. */
export function deletionText(sentence: string, { report }: Reported): string {
  if (report === undefined) return sentence;
  const rows: readonly (readonly [string, unknown])[] = [
    ["memories that went", report.memories],
    ["observations that went", report.observations],
    ["entities that went", report.entities],
    ["links that went", report.links],
    ["vectors that went", report.vectors],
    ["facts that stay, consolidated again", report.requeued],
    ["mental models that are written anew", report.model_refreshes],
  ];
  return `${sentence}\n${facts(rows)}`;
}
