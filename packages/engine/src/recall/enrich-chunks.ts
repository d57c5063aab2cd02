/** The chunks that the results were taken from, in order of rank, within a token budget of their own. */

import { attachmentsOfTexts } from "../attachments/index.js";
import type { RequestContext } from "../context.js";
import { chunkId } from "../domain/chunk-id.js";
import type { RecallResult } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import { countTokens, truncateToTokens } from "../domain/text/tokens.js";
import { type ChunkKey, readChunks } from "../store/chunks/read-chunks.js";
import type { DetailRow } from "../store/memories/load-details.js";
import { loadFacts } from "../store/memories/load-facts.js";
import type { Ranked } from "./candidate.js";

const DEFAULT_MAX_TOKENS = 8192;
/** Chunks read at once: about a budget's worth. */
const PAGE = 32;

/** The chunk that exceeds the budget is cut to what is left of it and is the last. */
export async function chunksOf(
  ctx: RequestContext,
  bank: BankScope,
  ranked: readonly Ranked[],
  details: ReadonlyMap<number, DetailRow>,
  maxTokens = DEFAULT_MAX_TOKENS,
): Promise<NonNullable<RecallResult["chunks"]>> {
  const keys = await chunkKeys(ctx, bank, ranked, details);
  const chunks = new Map<string, NonNullable<RecallResult["chunks"]>[string]>();
  let left = maxTokens;
  for (let from = 0; from < keys.length && left > 0; from += PAGE) {
    const page = keys.slice(from, from + PAGE);
    const rows = await readChunks(ctx.db, bank, page);
    const attached = await attachmentsOfTexts(ctx, bank, rows);
    const texts = new Map(rows.map((row, index) => [idOf(bank, row), { text: row.text, attachments: attached[index] ?? [] }]));
    for (const key of page) {
      const id = idOf(bank, key);
      const found = texts.get(id);
      if (found === undefined || left <= 0) continue;
      const { text, attachments } = found;
      const tokens = countTokens(text);
      const truncated = tokens > left;
      chunks.set(id, { id, text: truncated ? truncateToTokens(text, left) : text, chunkIndex: key.chunkIndex, truncated, attachments });
      left -= Math.min(tokens, left);
    }
  }
  return Object.fromEntries(chunks);
}

/** Each chunk once, at its first memory; an observation stands for the chunks of its sources. */
async function chunkKeys(
  ctx: RequestContext,
  bank: BankScope,
  ranked: readonly Ranked[],
  details: ReadonlyMap<number, DetailRow>,
): Promise<readonly ChunkKey[]> {
  const sourceIds = [...new Set(ranked.flatMap(({ row }) => (row.kind === "observation" ? (row.sourceMemoryIds ?? []) : [])))];
  const sources = new Map((sourceIds.length === 0 ? [] : await loadFacts(ctx.db, bank, sourceIds)).map((fact) => [fact.id, fact]));
  const keys = new Map<string, ChunkKey>();
  for (const { row } of ranked) {
    const origins = row.kind === "observation" ? (row.sourceMemoryIds ?? []).map((id) => sources.get(id)) : [details.get(row.memoryNo)];
    for (const origin of origins) {
      if (origin === undefined || origin.documentId === null || origin.chunkIndex === null) continue;
      const key = { documentId: origin.documentId, chunkIndex: origin.chunkIndex };
      const id = idOf(bank, key);
      if (!keys.has(id)) keys.set(id, key);
    }
  }
  return [...keys.values()];
}

function idOf(bank: BankScope, { documentId, chunkIndex }: ChunkKey): string {
  return chunkId({ bankId: bank.bankId, documentId, chunkIndex });
}
