// Why a recall answered as it did, as people read it.
// In: a reply with its trace. Out: what was understood, each result with its way, what was left out and why, and where the time went.

import { type RecallTrace, readTrace } from "@hindsight-memory/client/trace";
import { facts } from "../output.js";
import { cutTable } from "./cuts.js";
import { resultTable } from "./results.js";
import { timeTable } from "./times.js";

export interface Told {
  readonly results: readonly {
    readonly id: string;
    readonly text: string;
    readonly mentioned_at?: string | null;
    readonly occurred_start?: string | null;
    readonly occurred_end?: string | null;
    readonly document_id?: string | null;
  }[];
  readonly trace?: unknown;
}

/** `limit` is how many results and how many cuts are shown; `most` how many characters of each memory. */
export function why(reply: Told, limit: number, most: number): string {
  const trace = readTrace(reply.trace);
  const shown = trace.candidates.filter(({ fate }) => fate === "shown");
  const cut = trace.candidates.filter(({ fate }) => fate !== "shown");
  return [
    facts(understood(trace)),
    shown.length === 0 ? "Nothing in this bank answers that." : resultTable(shown.slice(0, limit), reply.results, most),
    ...(shown.length > limit ? [`${shown.length - limit} more; -n ${shown.length} shows them`] : []),
    ...(cut.length === 0 ? [] : ["\nLeft out, the nearest first:", cutTable(cut, limit, trace, most)]),
    "\nWhere the time went:",
    timeTable(trace),
  ].join("\n");
}

const WIDE: Readonly<Record<string, string>> = {
  several: "several things",
  all: "all there is",
  order: "things in their order: the first results stand by time",
};

function understood(trace: RecallTrace): readonly (readonly [string, unknown])[] {
  const { language, terms, window, budget, considered, pool, tokens, maxTokens, degraded, reranker, wide } = trace;
  const rows: readonly (readonly [string, unknown])[] = [
    ["words looked for", terms],
    ["language", language],
    ["time asked for (UTC)", window === null ? null : `${window.start.slice(0, 10)} to ${window.end.slice(0, 10)}`],
    ["asks for", wide === null ? null : (WIDE[wide] ?? wide)],
    ["budget", budget],
    ["candidates", `${considered} found, ${pool} of them ranked`],
    [
      "reranked",
      reranker === null ? null : `${trace.rerankedPairs} of ${reranker.candidates} by ${reranker.model}, within ${reranker.budgetMs} ms`,
    ],
    ["tokens", maxTokens === null ? tokens : `${tokens} of ${maxTokens}`],
    ["cut short", degraded.length === 0 ? null : degraded],
  ];
  return rows.filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0));
}
