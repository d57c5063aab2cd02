/** A memory on its way through recall. Each stage adds what it found; nothing is taken away. */

import type { CandidateRow } from "../store/memories/load-candidates.js";

export const ARM_NAMES = ["semantic", "keyword", "graph", "temporal"] as const;
export type ArmName = (typeof ARM_NAMES)[number];

/** A memory as an arm names it: by number, or by its place in a run when the arm met it only as a neighbour. */
export interface Hit {
  readonly memoryNo: number | null;
  readonly place: Place | null;
  /** On the arm's own scale; higher is better. */
  readonly score: number;
}

export interface Place {
  readonly runNo: number;
  readonly position: number;
}

export interface RankedArm {
  readonly name: ArmName;
  /** Best first. */
  readonly hits: readonly Hit[];
  readonly milliseconds: number;
}

/** Rank (from 1) and score per arm that found the memory. */
export type ArmEvidence = Readonly<Partial<Record<ArmName, { readonly rank: number; readonly score: number }>>>;

/** A member of the pool: what the store says of it, and what the arms said. */
export interface Candidate {
  readonly row: CandidateRow;
  readonly arms: ArmEvidence;
  /** Reciprocal-rank sum over the arms. */
  readonly fused: number;
  /** BM25 over the memory's own words; null when it holds none of the question's. */
  readonly keyword: number | null;
  /** Calibrated similarity; null without a vector, or in a language that the encoder was not trained for. */
  readonly similarity: number | null;
  /**
   * What ranking reads instead: the cosine on a straight line from where similarity is 0 (0) to where it is 0.9 (1). The shown similarity bends so that
   * thresholds mean something; ranking gains nothing from the bend and would move with every calibration (.850 straight, .848 to .853 bent).
   */
  readonly meaning: number | null;
}

/** The parts of the score, each already weighted, so that they sum to it. */
export interface ScoreParts {
  readonly keyword: number;
  readonly semantic: number;
  readonly window: number;
  readonly session: number;
  readonly next: number;
  readonly answer: number;
  readonly time: number;
  readonly exact: number;
  readonly graph: number;
  readonly role: number;
  readonly question: number;
  readonly owner: number;
  readonly detail: number;
}

export interface Ranked extends Candidate {
  readonly parts: ScoreParts;
  /** Sum of the parts. */
  readonly score: number;
  /** Of the cross-encoder, 0…1; null when none scored this memory. */
  readonly reranked: number | null;
  /** What the results are sorted by. */
  readonly final: number;
}
