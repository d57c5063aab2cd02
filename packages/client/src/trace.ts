// The trace of a recall, read: every candidate with its way through the arms, the fusion, the scores and the cuts, and the time of each stage.
// In: the field `trace` of a reply, of this server or another of the API: what one does not tell is absent.
// Out: candidates in their final order, then what was cut before there was one. Pure.

export const ARMS = ["semantic", "keyword", "graph", "temporal"] as const;
export type Arm = (typeof ARMS)[number];

/** The trace's names of the ranks. */
const RANKS = { semantic: "semantic_rank", keyword: "bm25_rank", graph: "graph_rank", temporal: "temporal_rank" } as const;

export const CUTS = ["unrelated", "low_trust", "instruction_like", "min_score", "evidence", "restatement", "tokens"] as const;
/** Why a candidate is not among the results; `shown` where it is. */
export type Fate = "shown" | (typeof CUTS)[number];

export interface ScorePart {
  readonly name: string;
  readonly value: number;
}

export interface TracedCandidate {
  readonly id: string;
  readonly text: string;
  /** From 1; of what was cut before the final order, among all that was ranked; null where nothing was. */
  readonly rank: number | null;
  readonly score: number | null;
  /** Sum of the arms' reciprocal ranks. */
  readonly fused: number;
  readonly fusedRank: number | null;
  /** Places gained by scoring over the fused order; negative where it fell. */
  readonly rise: number;
  readonly arms: Readonly<Partial<Record<Arm, number>>>;
  /** Without those that are 0. */
  readonly parts: readonly ScorePart[];
  /** It counts half, since its source or its text is not to be believed. */
  readonly isDemoted: boolean;
  readonly fate: Fate;
  /** Id of the memory that stands for it, where one does. */
  readonly by: string | null;
  /** The floor that it lies below. */
  readonly floor: { readonly name: string; readonly least: number } | null;
  /** Tokens of its text, and how many were left when its turn came. */
  readonly tokens: { readonly needed: number; readonly left: number } | null;
}

export interface TracedPhase {
  readonly name: string;
  readonly ms: number;
  /** The stage that it is a part of. */
  readonly within: string | null;
}

export interface RecallTrace {
  readonly candidates: readonly TracedCandidate[];
  readonly phases: readonly TracedPhase[];
  /** Stages that were left out or cut short. */
  readonly degraded: readonly string[];
  readonly tokens: number;
  readonly skippedForTokens: number;
  /** Candidates that were loaded and ranked. */
  readonly pool: number;
  /** Memories that the arms named together. */
  readonly considered: number;
  readonly rerankedPairs: number;
  /** The cross-encoder that took part: how many candidates it was given, and how long it may take; null where none did. */
  readonly reranker: { readonly model: string; readonly candidates: number; readonly budgetMs: number } | null;
  /** The question asks for several things: "several", "all", or "order", which are shown by time; null where it does not. */
  readonly wide: string | null;
  readonly serverMs: number;
  readonly budget: string | null;
  readonly maxTokens: number | null;
  readonly language: string | null;
  readonly terms: readonly string[];
  readonly window: { readonly start: string; readonly end: string; readonly source?: string } | null;
}

interface Pruned {
  readonly node_id: string;
  readonly reason: string;
  readonly text?: string;
  readonly rank?: number | null;
  readonly score?: number | null;
  readonly by?: string;
  readonly floor?: string;
  readonly least?: number;
  readonly tokens?: number;
  readonly tokens_left?: number;
}

interface Fused {
  readonly node_id: string;
  readonly text?: string;
  readonly rrf_score: number;
  readonly final_rrf_rank: number;
  readonly source_ranks?: Readonly<Record<string, number | null>>;
}

interface Reranked {
  readonly node_id: string;
  readonly text: string;
  readonly rerank_score: number;
  readonly rerank_rank: number;
  readonly rank_change?: number;
  readonly score_components?: Readonly<Record<string, number | null>>;
  readonly demoted?: boolean;
}

interface Wire {
  readonly query?: {
    readonly language?: string | null;
    readonly terms?: readonly string[];
    readonly temporal_constraint?: RecallTrace["window"];
    readonly budget?: string;
    readonly max_tokens?: number;
    readonly wide?: string | null;
  };
  readonly rrf_merged?: readonly Fused[];
  readonly reranked?: readonly Reranked[];
  readonly pruned?: readonly Pruned[];
  readonly degraded?: readonly string[];
  readonly reranker?: { readonly model?: string; readonly candidates?: number; readonly budget_ms?: number } | null;
  readonly final_results?: readonly { readonly node_id: string }[];
  readonly summary?: {
    readonly tokens?: number;
    readonly skipped_for_tokens?: number;
    readonly pool?: number;
    readonly candidates?: number;
    readonly reranked_pairs?: number;
    readonly total_duration_seconds?: number;
    readonly phase_metrics?: readonly {
      readonly phase_name: string;
      readonly duration_seconds: number;
      readonly details?: { readonly within?: string };
    }[];
  };
}

/** Sums among the parts, which are not parts themselves. */
const SUMS: ReadonlySet<string> = new Set(["sum", "final"]);

export function readTrace(trace: unknown): RecallTrace {
  const wire = (typeof trace === "object" && trace !== null ? trace : {}) as Wire;
  const { summary = {}, query = {} } = wire;
  const ranked = wire.reranked ?? [];
  const fused = new Map((wire.rrf_merged ?? []).map((entry) => [entry.node_id, entry]));
  const shown = new Set((wire.final_results ?? []).map(({ node_id }) => node_id));
  const pruned = new Map((wire.pruned ?? []).map((entry) => [entry.node_id, entry]));
  const lastShown = ranked.map(({ node_id }) => shown.has(node_id)).lastIndexOf(true);
  const seen = new Set(ranked.map(({ node_id }) => node_id));
  const wasSkipped = (summary.skipped_for_tokens ?? 0) > 0;
  const candidates = [
    ...ranked.map((entry, place): TracedCandidate => {
      const cut = pruned.get(entry.node_id);
      return {
        ...wayOf(fused.get(entry.node_id)),
        ...cutOf(cut),
        id: entry.node_id,
        text: entry.text,
        rank: entry.rerank_rank,
        score: entry.rerank_score,
        rise: entry.rank_change ?? 0,
        parts: Object.entries(entry.score_components ?? {})
          .filter((part): part is [string, number] => !SUMS.has(part[0]) && typeof part[1] === "number" && part[1] !== 0)
          .map(([name, value]) => ({ name, value })),
        isDemoted: entry.demoted === true,
        fate: shown.has(entry.node_id) ? "shown" : fateOf(cut?.reason, wasSkipped || place < lastShown),
      };
    }),
    ...[...pruned.values()]
      .filter(({ node_id }) => !seen.has(node_id))
      .map(
        (cut): TracedCandidate => ({
          ...wayOf(fused.get(cut.node_id)),
          ...cutOf(cut),
          id: cut.node_id,
          text: cut.text ?? fused.get(cut.node_id)?.text ?? "",
          rank: cut.rank ?? null,
          score: cut.score ?? null,
          rise: 0,
          parts: [],
          isDemoted: false,
          fate: fateOf(cut.reason, false),
        }),
      ),
  ];
  return {
    candidates,
    phases: (summary.phase_metrics ?? []).map(({ phase_name, duration_seconds, details }) => ({
      name: phase_name,
      ms: duration_seconds * 1000,
      within: details?.within ?? null,
    })),
    degraded: wire.degraded ?? [],
    tokens: summary.tokens ?? 0,
    skippedForTokens: summary.skipped_for_tokens ?? 0,
    pool: summary.pool ?? candidates.length,
    considered: summary.candidates ?? candidates.length,
    rerankedPairs: summary.reranked_pairs ?? 0,
    reranker: wire.reranker
      ? { model: wire.reranker.model ?? "", candidates: wire.reranker.candidates ?? 0, budgetMs: wire.reranker.budget_ms ?? 0 }
      : null,
    wide: query.wide ?? null,
    serverMs: (summary.total_duration_seconds ?? 0) * 1000,
    budget: query.budget ?? null,
    maxTokens: query.max_tokens ?? null,
    language: query.language ?? null,
    terms: query.terms ?? [],
    window: query.temporal_constraint ?? null,
  };
}

function wayOf(entry: Fused | undefined): Pick<TracedCandidate, "fused" | "fusedRank" | "arms"> {
  const ranks = entry?.source_ranks ?? {};
  return {
    fused: entry?.rrf_score ?? 0,
    fusedRank: entry?.final_rrf_rank ?? null,
    arms: Object.fromEntries(ARMS.flatMap((arm) => (typeof ranks[RANKS[arm]] === "number" ? [[arm, ranks[RANKS[arm]]] as const] : []))),
  };
}

function cutOf(cut: Pruned | undefined): Pick<TracedCandidate, "by" | "floor" | "tokens"> {
  return {
    by: cut?.by ?? null,
    floor: cut?.floor === undefined || cut.least === undefined ? null : { name: cut.floor, least: cut.least },
    tokens: cut?.tokens === undefined || cut.tokens_left === undefined ? null : { needed: cut.tokens, left: cut.tokens_left },
  };
}

/** What the trace gives no reason for did not fit the tokens, or lies below the least score that was asked for. */
function fateOf(reason: string | undefined, wasSkipped: boolean): Fate {
  return CUTS.find((cut) => cut === reason) ?? (wasSkipped ? "tokens" : "min_score");
}
