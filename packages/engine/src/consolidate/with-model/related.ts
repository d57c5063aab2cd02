/** What may be about the same things as the facts of a batch: observations of the scope, by recall and by the nearest vector. Reads only. */

import type { RequestContext } from "../../context.js";
import type { RecallRequest } from "../../domain/requests.js";
import type { BankScope } from "../../domain/scope.js";
import { countTokens, truncateToTokens } from "../../domain/text/tokens.js";
import { countedRecall, recall } from "../../recall/index.js";
import { memoryFilter } from "../../store/filters/memory-filter.js";
import { type FactRow, loadFacts } from "../../store/memories/load-facts.js";
import { findRelatedObservations, type RelatedObservation } from "../../store/observations/find-related-observations.js";
import { nearestToEach, type VectorsSearch } from "../../store/vectors/nearest-to-each.js";
import { readVectors } from "../../store/vectors/read-vectors.js";
import type { Batch, BatchFact, BatchRules } from "../plan.js";
import { timesOf } from "./times.js";
import { vectorsOf } from "./vectors.js";

/** An observation before the model. */
export interface ShownObservation {
  readonly row: RelatedObservation;
  /** Numbers of the facts of the batch to which it was found. */
  readonly foundFor: ReadonlySet<number>;
  /** As it stands in the prompt. */
  readonly shown: Readonly<Record<string, unknown>>;
}

/** Nearest observations of each fact that are shown, whatever recall says of them. */
const NEAREST = 3;

/**
 * Observations that are related to the facts, those of the first fact first. Of the scope's own tags and no others, so that no text crosses from one
 * scope to another. For each fact the nearest by vector are among them: recall may leave the very twin out, by its floor or as a restatement. A look-up
 * that fails fails all: an observation that is not shown is made again. Throws what recall and the encoder throw.
 */
export async function relatedObservations(
  ctx: RequestContext,
  bank: BankScope,
  batch: Batch,
  modelId: number,
): Promise<readonly ShownObservation[]> {
  const vectors = await factVectors(ctx, bank, batch, modelId);
  const [found, near] = await Promise.all([
    Promise.all(batch.facts.map((fact, index) => recalled(ctx, bank, batch.scope, fact, vectors[index]))),
    nearestOfScope(ctx, bank, batch.scope, { modelId, vectors, limit: NEAREST }),
  ]);
  const rows = await findRelatedObservations(
    ctx.db,
    bank,
    batch.scope,
    [...new Set(found.flat())],
    [...new Set(near.flat().map(({ memoryNo }) => memoryNo))],
  );
  const foundFor = new Map<RelatedObservation, Set<number>>();
  for (const [index, fact] of batch.facts.entries()) {
    const numbers = new Set(near[index]?.map(({ memoryNo }) => memoryNo));
    const ids = new Set(found[index]);
    const own = [...rows.filter(({ memoryNo }) => numbers.has(memoryNo)), ...rows.filter(({ id }) => ids.has(id))];
    for (const row of own) foundFor.set(row, (foundFor.get(row) ?? new Set()).add(fact.memoryNo));
  }
  const evidence = await evidenceOf(ctx, bank, [...foundFor.keys()], batch.rules);
  return [...foundFor].map(([row, facts]) => ({ row, foundFor: facts, shown: shownOf(row, evidence.get(row.memoryNo) ?? []) }));
}

/** The vectors of the facts in their order, as they are stored; those that still wait are made here. */
async function factVectors(ctx: RequestContext, bank: BankScope, { facts }: Batch, modelId: number): Promise<readonly Float32Array[]> {
  const numbers = facts.map(({ memoryNo }) => memoryNo);
  const stored = await readVectors(ctx.db, bank, modelId, numbers);
  const made = await vectorsOf(
    ctx,
    facts.filter(({ memoryNo }) => !stored.has(memoryNo)).map(({ text }) => text),
  );
  return facts.map(({ memoryNo, text }) => stored.get(memoryNo) ?? (made.get(text) as Float32Array));
}

/** The observations of a scope nearest to each of some vectors. */
export function nearestOfScope(
  ctx: RequestContext,
  bank: BankScope,
  scope: readonly string[],
  search: Pick<VectorsSearch, "modelId" | "vectors" | "limit">,
): ReturnType<typeof nearestToEach> {
  return nearestToEach(ctx.db, bank, { ...search, filter: memoryFilter({ kinds: ["observation"], tags: scope, tagsMatch: "exact" }) });
}

/**
 * Ids of what recall finds for a fact, by the vector that the fact has: it is stored, and to an encoder that marks its queries a statement is nearer as a
 * statement. Text without any word finds nothing.
 */
async function recalled(
  ctx: RequestContext,
  bank: BankScope,
  scope: readonly string[],
  { text }: BatchFact,
  vector: Float32Array | undefined,
): Promise<readonly string[]> {
  const query = truncateToTokens(text, ctx.settings.recallMaxQueryTokens);
  if (!/[\p{L}\p{N}]/u.test(query)) return [];
  const request: RecallRequest = {
    query,
    types: ["observation"],
    tags: scope,
    tagsMatch: "exact",
    budget: ctx.settings.consolidationRecallBudget,
    maxTokens: ctx.settings.consolidationMaxTokens,
    preferObservations: false,
    include: { entities: null },
  };
  const asked = {
    source: "internal",
    bank,
    budget: ctx.settings.consolidationRecallBudget,
    maxTokens: ctx.settings.consolidationMaxTokens,
  } as const;
  const { results } = await countedRecall(ctx, asked, () => recall(ctx, bank, request, { vector }));
  return results.map(({ id }) => id);
}

/** Facts behind observations within the budgets, the newest first of those that fit, in the order in which they came. Negative budgets are none. */
async function evidenceOf(
  ctx: RequestContext,
  bank: BankScope,
  rows: readonly RelatedObservation[],
  rules: BatchRules,
): Promise<ReadonlyMap<number, readonly FactRow[]>> {
  const facts = await loadFacts(ctx.db, bank, [...new Set(rows.flatMap(({ sourceIds }) => sourceIds))]);
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  let left = limitOf(rules.sourceFactsMaxTokens);
  const evidence = new Map<number, readonly FactRow[]>();
  for (const { memoryNo, sourceIds } of rows) {
    let own = Math.min(left, limitOf(rules.sourceFactsMaxTokensPerObservation));
    const kept: FactRow[] = [];
    for (const id of [...sourceIds].reverse()) {
      const fact = byId.get(id);
      const tokens = fact === undefined ? Number.POSITIVE_INFINITY : countTokens(fact.text);
      if (fact === undefined || tokens > own) continue;
      kept.unshift(fact);
      own -= tokens;
      left -= tokens;
    }
    evidence.set(memoryNo, kept);
  }
  return evidence;
}

function limitOf(tokens: number): number {
  return tokens < 0 ? Number.POSITIVE_INFINITY : tokens;
}

function shownOf(row: RelatedObservation, evidence: readonly FactRow[]): Readonly<Record<string, unknown>> {
  return {
    id: row.id,
    text: row.text,
    proof_count: Math.max(1, row.sourceIds.length),
    ...timesOf(row),
    source_memories: evidence.map((fact) => ({
      text: fact.text,
      ...(fact.context === null ? {} : { context: fact.context }),
      ...timesOf(fact),
    })),
  };
}
