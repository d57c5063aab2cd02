// recall: what matters now.
// In: a question, a bank, filters and a budget. Out: memories within max_tokens, each with the reasons it is here.
// Reads only. Cancelled between stages when the caller hangs up.

import type { OwnRecall, RequestContext } from "../context.js";
import { MEMORY_KINDS } from "../domain/memory.js";
import type { RecallRequest, RecallResult } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { annotate, span } from "../telemetry/index.js";
import { runArms } from "./arms/index.js";
import { collapse } from "./collapse.js";
import { distrust, mixed } from "./distrust.js";
import { enrich } from "./enrich.js";
import { explain, type Phase } from "./explain.js";
import { fold } from "./fold.js";
import { merge } from "./merge.js";
import { passing } from "./min-scores.js";
import type { Known } from "./question.js";
import { rank } from "./rank.js";
import { isAnswered } from "./relevance.js";
import { render } from "./render.js";
import { rerank } from "./rerank.js";
import { settle } from "./settle.js";
import { spread } from "./spread.js";
import { trim } from "./trim.js";
import { understand } from "./understand.js";

export { type FoundModel, findModels, type ModelSearch } from "./find-models.js";
export { withFuzzyTags } from "./fuzzy-tags.js";
export type { Known } from "./question.js";
export { ensureVectorIndex } from "./vector-upkeep.js";

/**
 * Throws `invalid_request`, `bad_argument`, `query_too_long`, `bank_not_found` for what was asked, `request_cancelled` when the caller has gone.
 * A model that is slow or down costs quality, never an error: the trace names it under `degraded`.
 */
export async function recall(ctx: RequestContext, bank: BankScope, request: RecallRequest, known: Known = {}): Promise<RecallResult> {
  const started = performance.now();
  const phases: Phase[] = [];
  const stage = stageOf(ctx, phases);

  const question = await stage("understand", () => understand(ctx, bank, request, known));
  const understood = performance.now();
  const found = await stage("parallel_retrieval", () => runArms(ctx, bank, question));
  for (const { name, milliseconds } of armPhases(found)) ctx.onStage?.("recall", name, milliseconds, !STEPS.has(name));
  const pool = await stage("rrf_merge", () => merge(ctx, bank, question, found));
  const answered = isAnswered(question, pool.candidates, found) ? pool.candidates : [];
  const scored = await stage("combined_scoring", async () => rank(question, answered, found));
  const reranking = await stage("reranking", () => rerank(ctx, question, scored));
  const { believed, demoted, excluded } = await stage("distrust", async () => distrust(reranking.ranked, question.treatments));
  const good = await stage("settling", async () =>
    mixed(settle(passing(believed, question.minScores), found, question.analysis.terms), passing(demoted, question.minScores)),
  );
  const { preferObservations: prefersObservations, depth, maxTokens } = question;
  const spreading = await stage("spreading", async () => spread(question, good));
  const folded = await stage("folding", async () => fold(spreading.shown, { prefersObservations, limit: 2 * depth, maxTokens }));
  const collapsed = await stage("collapse", async () => collapse(folded.shown));
  const trimmed = await stage("token_filtering", async () => trim(collapsed.shown, maxTokens));
  ctx.onStage?.("recall", "search_with_retries", performance.now() - understood, true);
  const enriched = await stage("enrichment", () =>
    enrich(ctx, bank, question, { shown: trimmed.shown, ranked: collapsed.shown, hot: found.hot }),
  );
  const prompt = question.format === "prompt" ? await stage("rendering", async () => render(enriched.results, maxTokens)) : null;
  ctx.onStage?.("recall", "recall_async_body", performance.now() - started, true);

  annotate(
    {
      "hindsight.fact_types": question.conditions.kinds ?? MEMORY_KINDS,
      "hindsight.candidates": pool.candidates.length,
      "hindsight.results": enriched.results.length,
      "hindsight.is_degraded": found.degraded.length > 0 || (reranking.report?.cut ?? null) !== null,
    },
    { "hindsight.query": request.query.slice(0, QUERY_CHARACTERS) },
  );
  const degraded = [...found.degraded, ...(reranking.report?.cut ? [reranking.report.cut] : [])];
  if (!question.trace) return { ...enriched, prompt, degraded, trace: null };
  const milliseconds = performance.now() - started;
  const findings = {
    question,
    found,
    pool,
    scored: mixed(believed, demoted),
    demoted,
    ranked: spreading.shown,
    spreading,
    excluded,
    folded,
    collapsed,
    trimmed,
    degraded,
    reranking: reranking.report,
    milliseconds,
  };
  return { ...enriched, prompt, degraded, trace: explain({ ...findings, phases: [...phases, ...armPhases(found)] }) };
}

/** Of a question in a trace, where traces keep any (the contract's length). */
const QUERY_CHARACTERS = 100;

/** The contract's names of spans (ops.md §7) for stages that metrics call otherwise. */
const SPANS: Readonly<Record<string, string>> = {
  parallel_retrieval: "hindsight.recall_retrieval",
  rrf_merge: "hindsight.recall_fusion",
  reranking: "hindsight.recall_rerank",
};

/** A phase inside a stage that the contract counts as a step all the same. */
const STEPS: ReadonlySet<string> = new Set(["generate_query_embedding"]);
/** A stage whose parts are the contract's steps, and which is therefore none itself. */
const WHOLES: ReadonlySet<string> = new Set(["enrichment"]);

/** Runs a stage unless the caller has gone, notes how long it took, and turns a hang-up inside it into `request_cancelled`. */
function stageOf(ctx: RequestContext, phases: Phase[]) {
  return async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    if (ctx.signal.aborted) throw cancelled(ctx.signal);
    try {
      return await span(SPANS[name] ?? `hindsight.recall_${name}`, {}, run);
    } catch (error) {
      throw ctx.signal.aborted ? cancelled(ctx.signal) : error;
    } finally {
      const milliseconds = performance.now() - started;
      phases.push({ name, milliseconds });
      ctx.onStage?.("recall", name, milliseconds, WHOLES.has(name));
    }
  };
}

/** Runs a recall that the engine asks for, and has it counted where somebody counts. */
export function countedRecall<T>({ countRecall }: RequestContext, asked: OwnRecall, work: () => Promise<T>): Promise<T> {
  return countRecall === undefined ? work() : countRecall(asked, work);
}

/** A deadline comes as a HindsightError of its own; any other reason is a caller who hung up. */
function cancelled(signal: AbortSignal): HindsightError {
  if (signal.reason instanceof HindsightError) return signal.reason;
  return new HindsightError("request_cancelled", "The caller has gone; the recall was stopped.", { cause: signal.reason });
}

function armPhases(found: Awaited<ReturnType<typeof runArms>>): readonly Phase[] {
  const within = "parallel_retrieval";
  const arms = found.arms.map(({ name, milliseconds }) => ({ name: `${name}_arm`, milliseconds, within }));
  return [{ name: "generate_query_embedding", milliseconds: found.embeddingMilliseconds, within }, ...arms];
}
