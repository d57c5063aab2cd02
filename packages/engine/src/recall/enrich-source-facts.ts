/** The facts behind the observations among the results, within a token budget spent in order of rank. */

import type { RequestContext } from "../context.js";
import { chunkId } from "../domain/chunk-id.js";
import type { RecalledMemory, RecallInclude } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import { countTokens } from "../domain/text/tokens.js";
import { type FactRow, loadFacts } from "../store/memories/load-facts.js";
import type { Ranked } from "./candidate.js";

const DEFAULT_MAX_TOKENS = 4096;

export interface SourceFacts {
  readonly facts: Readonly<Record<string, RecalledMemory>>;
  /** True when a fact that is there was left out for want of tokens. */
  readonly truncated: boolean;
}

/**
 * One budget for all observations (negative: none), or one for each when `maxTokensPerObservation` is given and not negative. A fact stands once;
 * one that does not fit is skipped and the next may.
 */
export async function sourceFactsOf(
  ctx: RequestContext,
  bank: BankScope,
  shown: readonly Ranked[],
  limits: NonNullable<RecallInclude["sourceFacts"]>,
): Promise<SourceFacts> {
  const observations = shown.filter(({ row }) => row.kind === "observation");
  const ids = [...new Set(observations.flatMap(({ row }) => row.sourceMemoryIds ?? []))];
  const rows = new Map((ids.length === 0 ? [] : await loadFacts(ctx.db, bank, ids)).map((row) => [row.id, row]));
  const perObservation = limits.maxTokensPerObservation ?? -1;
  const total = limits.maxTokens ?? DEFAULT_MAX_TOKENS;
  const facts = new Map<string, RecalledMemory>();
  let left = total < 0 ? Number.POSITIVE_INFINITY : total;
  let truncated = false;
  for (const { row: observation } of observations) {
    if (perObservation >= 0) left = perObservation;
    for (const id of observation.sourceMemoryIds ?? []) {
      const row = rows.get(id);
      if (row === undefined || facts.has(id)) continue;
      const tokens = countTokens(row.text);
      if (tokens > left) {
        truncated = true;
      } else {
        left -= tokens;
        facts.set(id, factOf(bank, row));
      }
    }
  }
  return { facts: Object.fromEntries(facts), truncated };
}

function factOf(bank: BankScope, row: FactRow): RecalledMemory {
  const { chunkIndex: _, ...fact } = row;
  return {
    ...fact,
    entities: null,
    chunkId: chunkIdOf(bank, row),
    sourceFactIds: null,
    attachments: [], // what a belief stands on is shown by its text; the chunk has the rest
    scores: { final: 0, reranker: null, semantic: null, keyword: null },
  };
}

export function chunkIdOf(bank: BankScope, row: { readonly documentId: string | null; readonly chunkIndex: number | null }): string | null {
  return row.documentId === null || row.chunkIndex === null
    ? null
    : chunkId({ bankId: bank.bankId, documentId: row.documentId, chunkIndex: row.chunkIndex });
}
