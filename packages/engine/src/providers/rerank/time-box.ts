// Reranking within a time: as many candidates as fit, in their order, batch by batch.
// In: a model that scores pairs. Out: a RerankProvider that keeps what was scored when its time is up.

import type { Logger } from "pino";
import { wrongAnswer } from "../http/read-answer.js";
import { batchesOf, nextWindow, type Pair, paddedTokens, pairsOf } from "./batch.js";
import { circuit } from "./circuit.js";
import { looksLikeLogits, normaliseScores } from "./normalise.js";
import { pace } from "./pace.js";
import type { PairScorer, RerankCut, RerankProvider, RerankScores, TimeBox } from "./provider.js";

/** Pairs of the first batch of a model whose pace is not known, and the fewest that are tried where the pace says that none fits. */
const FIRST_PAIRS = 16;
const FEWEST_PAIRS = 2;
/** Share of the time that is planned with: the next batch may be slower than the last. */
const PLANNED = 0.9;

/** How far timers and clocks disagree. */
const TIMER_MS = 2;

/** About as long as memories are; the sizes of batches differ, so that the cost of a call shows beside that of a pair. The first is not measured. */
const WARM_QUERY = "What was agreed about the next meeting?";
const WARM_TEXT =
  "They agreed to meet again on the first Thursday of the month, in the small room on the second floor, and to bring the figures of the last quarter along.";
const WARM_SIZES = [2, 8, 2, 8];
/** A model that takes longer to load and to score a few pairs is of no use to a recall. */
const WARM_MS = 60_000;

export interface TimeBoxOptions {
  readonly log: Pick<Logger, "warn" | "info">;
  /**
   * The budget that recalls have by the server's settings. A call that had less and came to nothing says nothing about the reranker; and a probe has
   * this long.
   */
  readonly usualMs: number;
  /** Milliseconds of a steady clock; a test may move it. */
  readonly clock?: () => number;
}

export function timeBoxed(scorer: PairScorer, { log, usualMs, clock = () => performance.now() }: TimeBoxOptions): RerankProvider {
  const breaker = circuit();
  const speed = pace();
  const { limits } = scorer;
  let areLogits = false;
  let warming: Promise<void> | null = null;
  let isReady = !scorer.mustLoad;
  let hasFailed = false;
  let closed = false;

  async function scoreBatch(query: string, texts: readonly string[], tokens: number, signal: AbortSignal, leftMs: number) {
    const started = clock();
    try {
      const scores = await scorer.score(query, texts, signal, leftMs);
      if (scores.length !== texts.length || !scores.some(Number.isFinite)) throw wrongAnswer(scorer.name, "no score that is a number");
      speed.observe(tokens, Math.max(clock() - started, 0.01));
      if (scorer.hasOneScale && looksLikeLogits(scores)) areLogits = true;
      return scores;
    } catch (error) {
      if (signal.aborted) speed.missed(tokens, clock() - started);
      throw error;
    }
  }

  async function measure(): Promise<void> {
    try {
      await scorer.load();
      const signal = AbortSignal.timeout(WARM_MS);
      for (const [nth, size] of WARM_SIZES.entries()) {
        const texts = Array.from({ length: Math.min(size, limits.maxPairs) }, () => WARM_TEXT);
        const tokens = paddedTokens(pairsOf(WARM_QUERY, texts, limits));
        await (nth === 0 ? scorer.score(WARM_QUERY, texts, signal, WARM_MS) : scoreBatch(WARM_QUERY, texts, tokens, signal, WARM_MS));
      }
      isReady = true;
      hasFailed = false;
      breaker.succeeded();
    } catch (error) {
      hasFailed = true;
      if (!closed) breaker.failed(clock());
      throw error;
    }
  }

  function warm(): Promise<void> {
    warming ??= measure().finally(() => {
      warming = null;
    });
    return warming;
  }

  /** In the background: does it answer one pair in the usual time? */
  async function probe(): Promise<void> {
    try {
      if (isReady) {
        await scoreBatch(WARM_QUERY, [WARM_TEXT], aloneTokens(), AbortSignal.timeout(usualMs), usualMs);
        breaker.succeeded();
      } else await warm();
      log.info({ reranker: scorer.name }, "the reranker answers again");
    } catch (error) {
      if (breaker.state() === "half_open") breaker.failed(clock()); // `warm` has told of its own failure
      if (!closed) log.warn({ err: error, reranker: scorer.name }, "the reranker still does not answer: recall goes on without it");
    }
  }

  const aloneTokens = (): number => paddedTokens(pairsOf(WARM_QUERY, [WARM_TEXT], limits));

  function failed(error: unknown): void {
    const before = breaker.state();
    breaker.failed(clock());
    const isLeftAlone = before === "closed" && breaker.state() === "open";
    log.warn(
      { err: error, reranker: scorer.name },
      isLeftAlone
        ? "the reranker failed several times in a row: recall keeps the built-in order and does not ask it for a while"
        : "the reranker did not answer: recall keeps the built-in order",
    );
  }

  /** Fills `raw` until all are scored or the time is up. */
  async function fill(query: string, texts: readonly string[], raw: number[], { budgetMs, signal }: Required<TimeBox>): Promise<boolean> {
    const started = clock();
    const left = (): number => budgetMs - (clock() - started);
    let ahead = pairsOf(query, texts, limits);
    for (let scored = 0; ahead.length > 0; ) {
      const affordable = speed.affordable(PLANNED * left()) ?? null;
      const fewest = scored > 0 ? 0 : affordable === null ? FIRST_PAIRS : FEWEST_PAIRS;
      const window = nextWindow(ahead, limits, affordable ?? 0, fewest);
      if (window.length === 0) return false;
      ahead = ahead.slice(window.length);
      for (const batch of batchesOf(window, limits)) {
        const expected = speed.estimate(paddedTokens(batch));
        if (scored > 0 && expected !== null && expected > left()) return false;
        const scores = await scoreBatch(query, textsOf(batch, texts), paddedTokens(batch), signal, left());
        batch.forEach(({ index }, row) => {
          raw[index] = scores[row]!;
        });
        scored += batch.length;
      }
    }
    return true;
  }

  async function score(query: string, texts: readonly string[], { budgetMs, signal: caller }: TimeBox): Promise<RerankScores> {
    const without = (cut: RerankCut): RerankScores => ({ scores: texts.map(() => null), cut });
    caller?.throwIfAborted();
    if (texts.length === 0) return { scores: [], cut: null };
    const admission = breaker.admit(clock());
    if (admission === "probe") void probe();
    if (admission !== "call") return without("reranker_open");
    if (!isReady) {
      warm().catch((error: unknown) => closed || log.warn({ err: error, reranker: scorer.name }, "the reranker could not be loaded"));
      return without(hasFailed ? "reranker_failed" : "reranker_loading");
    }
    const time = AbortSignal.timeout(Math.max(1, Math.ceil(budgetMs)));
    const signal = caller === undefined ? time : AbortSignal.any([caller, time]);
    const started = clock();
    const raw = texts.map(() => Number.NaN);
    let cut: RerankCut | null = null;
    try {
      if (!(await fill(query, texts, raw, { budgetMs, signal }))) cut = "reranker_time";
      breaker.succeeded();
    } catch (error) {
      caller?.throwIfAborted();
      const isLate = time.aborted || clock() - started > budgetMs - TIMER_MS;
      cut = isLate ? "reranker_time" : "reranker_failed";
      // A local model that is late shares a busy machine: it is slow and not broken, and its pace makes the next batch smaller.
      if (!isLate || (!scorer.mustLoad && budgetMs >= usualMs && raw.every(Number.isNaN))) failed(error);
      else if (!raw.every(Number.isNaN)) breaker.succeeded();
    }
    const scores = normaliseScores(raw, areLogits || looksLikeLogits(raw));
    return { scores, cut: cut ?? (scores.includes(null) ? "reranker_failed" : null) };
  }

  return {
    name: scorer.name,
    score,
    circuit: breaker.state,
    warm,
    async close() {
      closed = true;
      await scorer.close();
    },
  };
}

function textsOf(batch: readonly Pair[], texts: readonly string[]): readonly string[] {
  return batch.map(({ index }) => texts[index]!);
}
