/** The first stage: checks a request and understands its question. Everything that can be refused is refused here, before anything is searched. */

import { BANK_SETTINGS, type BankSettings, resolveBankSettings } from "../config/index.js";
import type { RequestContext } from "../context.js";
import { MEMORY_KINDS, type MemoryKind, type Moment, type TimeSpan } from "../domain/memory.js";
import type { RecallFormat, RecallRequest } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import { analyseQuery } from "../domain/text/analyse.js";
import { heldLanguages } from "../domain/text/held-languages.js";
import { detectLanguage } from "../domain/text/language.js";
import { relatedTerms } from "../domain/text/related-words.js";
import { sanitise } from "../domain/text/sanitise.js";
import { fitsTokens } from "../domain/text/tokens.js";
import { namedMonths, parseTimestamp, queryWindow } from "../domain/time/index.js";
import { HindsightError } from "../errors.js";
import { readTreatments } from "../guard/defense/index.js";
import { readSearchState } from "../store/banks/read-search-state.js";
import { findCalledBy } from "./called.js";
import { withFuzzyTags } from "./fuzzy-tags.js";
import { innerPhase, innerStage } from "./inner-stage.js";
import type { Known, Question } from "./question.js";
import { asksOnlyForTime } from "./time-only.js";
import { widthOf } from "./wide.js";

const DEFAULT_MAX_TOKENS = 4096;
/** A query with this many terms is a stretch of talk: 0.6 % of the LoCoMo questions have as many, and every MADial dialogue. */
const TALK_TERMS = 12;

/**
 * Throws `invalid_request` (no word in the query, unknown kind, a window that ends before it starts, `tags` beside `tag_groups`), `bad_argument` (a
 * timestamp that is none), `query_too_long`, `bank_not_found`.
 */
export async function understand(
  ctx: RequestContext,
  bank: BankScope,
  request: RecallRequest,
  { changed = null, vector = undefined }: Known = {},
): Promise<Question> {
  const text = sanitise(request.query);
  if (!/[\p{L}\p{N}]/u.test(text)) throw new HindsightError("invalid_request", "The query has no word in it.");
  const limit = ctx.settings.recallMaxQueryTokens;
  if (!fitsTokens(text, limit)) {
    throw new HindsightError(
      "query_too_long",
      `The query has more than ${limit} tokens. Shorten it, or raise HINDSIGHT_API_RECALL_MAX_QUERY_TOKENS.`,
    );
  }
  if (request.tags && request.tagGroups) throw new HindsightError("invalid_request", "tags and tag_groups exclude one another; give one.");
  const kinds = kindsOf(request);
  const asked = askedAt(request, ctx.now());
  const given = givenWindow(request);
  const named = given === null ? innerPhase(ctx, "retrieval_temporal_extraction", () => queryWindow(text, asked)) : null;

  const state = await readSearchState(ctx.db, bank, ctx.encoder.model.name);
  if (state === null) throw new HindsightError("bank_not_found", `Bank '${bank.bankId}' not found`);
  const settings = resolveBankSettings(ctx.settings.bank, state.config);
  const groups = request.tagGroups;
  const tagGroups = groups ? await innerStage(ctx, "fuzzy_tags", () => withFuzzyTags(ctx.db, bank, groups)) : null;
  const language = detectLanguage(text);
  const analysis = analyseQuery(text, language, heldLanguages(state.languages));
  const isTalk = analysis.terms.length >= TALK_TERMS;
  const called = state.hasOtherNames ? await innerStage(ctx, "other_names", () => findCalledBy(ctx.db, bank, text, analysis.terms)) : [];
  const { languages } = ctx.encoder.model;
  const budget = request.budget ?? "mid";
  const maxTokens = request.maxTokens ?? DEFAULT_MAX_TOKENS;
  const times = {
    window: given ?? named?.span ?? null,
    windowSource: given !== null ? "request" : named !== null ? "query" : null,
    isTimeOnly: (given !== null || named !== null) && asksOnlyForTime(text, named?.source ?? null),
    months: given === null ? namedMonths(text) : [],
  } as const;
  return {
    text,
    analysis,
    called,
    isTalk,
    width: widthOf({ text, isTalk }),
    related: relatedTerms(text),
    language,
    isEncoded: isSpoken(language, languages),
    vector: vector ?? null,
    asked,
    ...(settings.enable_temporal_retrieval ? times : NO_TIMES),
    kinds,
    conditions: {
      kinds: kinds.length === MEMORY_KINDS.length ? null : kinds,
      tags: request.tags ?? null,
      tagsMatch: request.tagsMatch ?? "any",
      tagGroups,
      changed,
    },
    tags: request.tags ?? null,
    tagsMatch: request.tagsMatch ?? "any",
    tagGroups,
    budget,
    depth: depthOf(budget, maxTokens, settings),
    maxTokens,
    minScores: request.minScores ?? {},
    preferObservations: request.preferObservations ?? settings.recall_prefer_observations,
    uses: { keyword: settings.enable_text_search, graph: settings.enable_graph_retrieval, reranker: settings.enable_reranking },
    rerankBudgetMs: rerankBudgetOf(request) ?? settings.rerank_budget_ms,
    include: request.include ?? {},
    format: formatOf(request),
    trace: request.trace ?? false,
    treatments: readTreatments(settings.memory_defense),
    modelId: state.modelId,
    hasAllVectors: state.modelId !== null && state.embeddedModelId === state.modelId,
    nextMemoryNo: state.nextMemoryNo,
    version: state.version,
    madeAt: state.madeAt,
  };
}

const NO_TIMES = { window: null, windowSource: null, isTimeOnly: false, months: [] } as const;

/** True when a model understands text of this language; an uncertain language counts as understood. */
export function isSpoken(language: string | null, languages: readonly string[] | "any"): boolean {
  return language === null || languages === "any" || languages.includes(language);
}

/** Absent is every kind; an empty list is none, as is left of a list of retired kinds. */
function kindsOf(request: RecallRequest): readonly MemoryKind[] {
  const types = request.types ?? MEMORY_KINDS;
  const unknown = types.filter((type) => !MEMORY_KINDS.includes(type));
  if (unknown.length > 0) {
    throw new HindsightError("invalid_request", `Unknown types ${unknown.join(", ")}; there are ${[...MEMORY_KINDS].sort().join(", ")}.`);
  }
  return MEMORY_KINDS.filter((kind) => types.includes(kind));
}

function formatOf({ format = "memories" }: RecallRequest): RecallFormat {
  if (format === "memories" || format === "prompt") return format;
  throw new HindsightError("invalid_request", `Unknown format "${String(format)}"; there are memories, prompt.`);
}

function rerankBudgetOf({ rerankBudgetMs = null }: RecallRequest): number | null {
  if (rerankBudgetMs === null || BANK_SETTINGS.rerank_budget_ms.schema.safeParse(rerankBudgetMs).success) return rerankBudgetMs;
  throw new HindsightError(
    "invalid_request",
    "rerank_budget_ms takes a whole number of milliseconds from 0 to 60000; 0 leaves reranking out.",
  );
}

function askedAt(request: RecallRequest, now: Date): Moment {
  if (request.queryTimestamp === undefined || request.queryTimestamp === null) return { at: now, offsetMinutes: 0 };
  const moment = parseTimestamp(request.queryTimestamp);
  if (moment === null) {
    throw new HindsightError(
      "bad_argument",
      `query_timestamp "${request.queryTimestamp}" is no ISO 8601 time such as 2026-05-01T12:00:00Z.`,
    );
  }
  return moment;
}

function givenWindow(request: RecallRequest): TimeSpan | null {
  if (request.temporalWindow === undefined || request.temporalWindow === null) return null;
  const [start, end] = [parseTimestamp(request.temporalWindow.start), parseTimestamp(request.temporalWindow.end)];
  if (start === null || end === null) throw new HindsightError("bad_argument", "temporal_window takes ISO 8601 times for start and end.");
  if (end.at < start.at) throw new HindsightError("invalid_request", "temporal_window ends before it starts.");
  return { start: start.at, end: end.at, precision: "second" };
}

/** Candidates per arm: a fixed number per level, or a share of the tokens to be returned, as the bank is set. */
function depthOf(budget: "low" | "mid" | "high", maxTokens: number, settings: BankSettings): number {
  if (settings.recall_budget_function === "fixed") return settings[`recall_budget_fixed_${budget}`];
  const wanted = Math.round(maxTokens * settings[`recall_budget_adaptive_${budget}`]);
  return Math.min(settings.recall_budget_max, Math.max(settings.recall_budget_min, wanted));
}
