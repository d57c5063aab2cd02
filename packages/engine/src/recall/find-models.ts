/** Search over mental models and pages: by words and by meaning, fused by rank. */

import type { RequestContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { analyseQuery } from "../domain/text/analyse.js";
import { detectLanguage } from "../domain/text/language.js";
import { sanitise } from "../domain/text/sanitise.js";
import type { ModelConditions } from "../store/filters/model-filter.js";
import { countModels } from "../store/model-search/count-models.js";
import { type FoundModelRow, loadFoundModels } from "../store/model-search/load-found-models.js";
import { nearestModels } from "../store/model-search/nearest-models.js";
import { type ModelTerm, readModelTerms } from "../store/model-search/read-model-terms.js";
import type { PostingList } from "../store/postings/read-postings.js";
import { selective } from "./arms/keyword.js";
import { bm25 } from "./bm25.js";
import { withFuzzyTags } from "./fuzzy-tags.js";
import { isSpoken } from "./understand.js";

export interface ModelSearch {
  readonly query: string;
  /** Most models to be found. */
  readonly limit: number;
  readonly filter?: ModelConditions;
}

export interface FoundModel extends FoundModelRow {
  /** Reciprocal ranks, summed; only for comparison within one search. */
  readonly score: number;
}

/** Reference §3.10: ranks are fused with k = 60, over this many candidates of each list. */
const RRF_K = 60;
const candidatesOf = (limit: number): number => Math.min(Math.max(4 * limit, 40), 200);
/**
 * Below this calibrated similarity a model is not near by meaning. Lower than recall's floor for memories: one vector stands for a whole page, and so
 * lies farther from a question than a sentence of that page would.
 */
const SEMANTIC_FLOOR = 0.15;
/** As for memories (arms/keyword.ts): a term in more of the models is dropped while a rarer one is there. */
const COMMON_SHARE = 0.1;
const COMMON_AT_LEAST = 20;

/**
 * The models of a bank nearest to a question, best first. Words count with their frequency in the bank's models and in every language; a model whose
 * vector is missing is found by its words, and an encoder that is down costs the half, never the search.
 */
export async function findModels(ctx: RequestContext, bank: BankScope, search: ModelSearch): Promise<readonly FoundModel[]> {
  const query = sanitise(search.query);
  const groups = search.filter?.tagGroups ? await withFuzzyTags(ctx.db, bank, search.filter.tagGroups) : null;
  const filter: ModelConditions = { ...search.filter, tagGroups: groups };
  const depth = candidatesOf(search.limit);
  const lists = await Promise.all([byWords(ctx, bank, query, filter, depth), byMeaning(ctx, bank, query, filter, depth)]);
  const scores = new Map<string, number>();
  for (const list of lists) for (const [rank, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (RRF_K + rank + 1));
  const best = [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, search.limit);
  const rows = new Map(
    (
      await loadFoundModels(
        ctx.db,
        bank,
        best.map(([id]) => id),
      )
    ).map((row) => [row.id, row]),
  );
  return best.flatMap(([id, score]) => {
    const row = rows.get(id);
    return row === undefined ? [] : [{ ...row, score }]; // deleted in between
  });
}

async function byWords(
  ctx: RequestContext,
  bank: BankScope,
  query: string,
  filter: ModelConditions,
  depth: number,
): Promise<readonly string[]> {
  const { terms } = analyseQuery(query);
  if (terms.length === 0) return [];
  const [models, rows] = await Promise.all([countModels(ctx.db, bank), readModelTerms(ctx.db, bank, terms, filter)]);
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ id }) => id))];
  const allowed = new Set(rows.filter(({ isAllowed }) => isAllowed).map(({ id }) => id));
  const lists = selective(listsOf(rows, ids), Math.max(COMMON_AT_LEAST, Math.floor(models * COMMON_SHARE)));
  const { own, memoryNos } = bm25(lists, models, meanLength(rows));
  return Array.from(memoryNos, (number, row) => ({ id: ids[number] as string, score: own[row]! }))
    .filter(({ id }) => allowed.has(id))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, depth)
    .map(({ id }) => id);
}

/** The rows as posting lists, a model's number being its place in `ids`. */
function listsOf(rows: readonly ModelTerm[], ids: readonly string[]): readonly PostingList[] {
  const numbers = new Map(ids.map((id, number) => [id, number]));
  const byTerm = new Map<string, ModelTerm[]>();
  for (const row of rows) {
    const list = byTerm.get(row.term);
    if (list === undefined) byTerm.set(row.term, [row]);
    else list.push(row);
  }
  return [...byTerm].map(([term, found]) => ({
    term,
    documentFrequency: found.length,
    memoryNos: Int32Array.from(found, ({ id }) => numbers.get(id) as number),
    frequencies: Int32Array.from(found, ({ frequency }) => frequency),
    termCounts: Int32Array.from(found, ({ length }) => length),
    runNos: new Int32Array(found.length).fill(-1),
    positions: new Int32Array(found.length).fill(-1),
  }));
}

/** Over the models that hold any of the words: reading the lengths of the others would cost more than it tells. */
function meanLength(rows: readonly ModelTerm[]): number {
  const lengths = new Map(rows.map(({ id, length }) => [id, length]));
  return [...lengths.values()].reduce((sum, length) => sum + length, 0) / lengths.size;
}

async function byMeaning(
  ctx: RequestContext,
  bank: BankScope,
  query: string,
  filter: ModelConditions,
  depth: number,
): Promise<readonly string[]> {
  const { model } = ctx.encoder;
  if (query.trim() === "" || !isSpoken(detectLanguage(query), model.languages)) return [];
  try {
    const vector = await ctx.encoder.embedQuery(query, ctx.signal);
    const map = model.forQuery?.(vector) ?? model;
    const near = await nearestModels(ctx.db, bank, { encoder: model.name, vector, limit: depth, filter });
    return near.filter(({ cosine }) => map.similarity(cosine) >= SEMANTIC_FLOOR).map(({ id }) => id);
  } catch (error) {
    ctx.signal.throwIfAborted();
    ctx.log.warn({ err: error }, "the query could not be compared by meaning: models are found by words alone");
    return [];
  }
}
