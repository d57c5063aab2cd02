// The trace of a recall, as the lab shows it: every candidate with its way through the arms, the fusion, the scores and the cuts.
// In: a reply with its trace. Out: candidates in the order of their rank, each with why it is shown or not. Pure.

import type { Recalled } from "./queries";

export const ARMS = ["semantic", "keyword", "graph", "temporal"] as const;
export type Arm = (typeof ARMS)[number];

/** The trace's names of the ranks. */
const RANKS = { semantic: "semantic_rank", keyword: "bm25_rank", graph: "graph_rank", temporal: "temporal_rank" } as const;

/** Why a candidate is not among the results; `shown` where it is. */
export type Fate = "shown" | "restatement" | "evidence" | "low_trust" | "instruction_like" | "tokens" | "score";

export interface ScorePart {
  readonly name: string;
  readonly value: number;
}

export interface Candidate {
  readonly id: string;
  readonly text: string;
  readonly rank: number;
  readonly score: number;
  readonly fused: number;
  readonly fusedRank: number | null;
  /** Places gained by scoring over the fused order; negative where it fell. */
  readonly rise: number;
  readonly arms: Readonly<Partial<Record<Arm, number>>>;
  readonly parts: readonly ScorePart[];
  readonly fate: Fate;
  /** Id of the memory that stands for it, where one does. */
  readonly by: string | null;
}

export interface Phase {
  readonly name: string;
  readonly ms: number;
}

export interface Trace {
  readonly candidates: readonly Candidate[];
  readonly phases: readonly Phase[];
  readonly degraded: readonly string[];
  readonly tokens: number;
  readonly skippedForTokens: number;
  readonly pool: number;
  readonly considered: number;
  readonly rerankedPairs: number;
  readonly serverMs: number;
  readonly language: string | null;
  readonly terms: readonly string[];
  readonly window: { readonly start: string; readonly end: string; readonly source: string } | null;
}

interface Wire {
  readonly query?: { language?: string; terms?: string[]; temporal_constraint?: Trace["window"] };
  readonly rrf_merged?: readonly {
    node_id: string;
    rrf_score: number;
    final_rrf_rank: number;
    source_ranks: Record<string, number | null>;
  }[];
  readonly reranked?: readonly {
    node_id: string;
    text: string;
    rerank_score: number;
    rerank_rank: number;
    rank_change: number;
    score_components: Record<string, number | null>;
  }[];
  readonly pruned?: readonly { node_id: string; reason: string; by?: string }[];
  readonly degraded?: readonly string[];
  readonly final_results?: readonly { node_id: string }[];
  readonly summary?: {
    tokens?: number;
    skipped_for_tokens?: number;
    pool?: number;
    candidates?: number;
    reranked_pairs?: number;
    total_duration_seconds?: number;
    phase_metrics?: readonly { phase_name: string; duration_seconds: number }[];
  };
}

/** Sums among the parts, which are not parts themselves. */
const SUMS: ReadonlySet<string> = new Set(["sum", "final"]);

export function readTrace({ trace }: Pick<Recalled, "trace">): Trace {
  const wire = (trace ?? {}) as Wire;
  const { summary = {}, query = {} } = wire;
  const fused = new Map((wire.rrf_merged ?? []).map((entry) => [entry.node_id, entry]));
  const shown = new Set((wire.final_results ?? []).map(({ node_id }) => node_id));
  const pruned = new Map((wire.pruned ?? []).map((entry) => [entry.node_id, entry]));
  const lastShown = (wire.reranked ?? []).findLastIndex(({ node_id }) => shown.has(node_id));
  const candidates = (wire.reranked ?? []).map((entry, place): Candidate => {
    const before = fused.get(entry.node_id);
    const cut = pruned.get(entry.node_id);
    return {
      id: entry.node_id,
      text: entry.text,
      rank: entry.rerank_rank,
      score: entry.rerank_score,
      fused: before?.rrf_score ?? 0,
      fusedRank: before?.final_rrf_rank ?? null,
      rise: entry.rank_change,
      arms: armsOf(before?.source_ranks ?? {}),
      parts: Object.entries(entry.score_components)
        .filter((part): part is [string, number] => !SUMS.has(part[0]) && typeof part[1] === "number" && part[1] !== 0)
        .map(([name, value]) => ({ name, value })),
      fate: shown.has(entry.node_id) ? "shown" : fateOf(cut?.reason, (summary.skipped_for_tokens ?? 0) > 0 || place < lastShown),
      by: cut?.by ?? null,
    };
  });
  return {
    candidates,
    phases: (summary.phase_metrics ?? []).map(({ phase_name, duration_seconds }) => ({ name: phase_name, ms: duration_seconds * 1000 })),
    degraded: wire.degraded ?? [],
    tokens: summary.tokens ?? 0,
    skippedForTokens: summary.skipped_for_tokens ?? 0,
    pool: summary.pool ?? candidates.length,
    considered: summary.candidates ?? candidates.length,
    rerankedPairs: summary.reranked_pairs ?? 0,
    serverMs: (summary.total_duration_seconds ?? 0) * 1000,
    language: query.language ?? null,
    terms: query.terms ?? [],
    window: query.temporal_constraint ?? null,
  };
}

function armsOf(ranks: Record<string, number | null>): Candidate["arms"] {
  return Object.fromEntries(ARMS.flatMap((arm) => (typeof ranks[RANKS[arm]] === "number" ? [[arm, ranks[RANKS[arm]]] as const] : [])));
}

/** What the trace gives no reason for did not fit the tokens, or lies below the least score that was asked for. */
function fateOf(reason: string | undefined, wasSkipped: boolean): Fate {
  if (reason === "restatement" || reason === "evidence" || reason === "low_trust" || reason === "instruction_like") return reason;
  return wasSkipped ? "tokens" : "score";
}
