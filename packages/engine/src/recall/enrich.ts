/** Attaches what was asked for beside the texts: entities, chunks, the facts behind observations. */

import { attachmentsOfTexts } from "../attachments/index.js";
import type { RequestContext } from "../context.js";
import type { Attachment } from "../domain/attachments.js";
import type { RecalledMemory, RecallResult } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import type { HotSource } from "../hot/index.js";
import { type DetailRow, loadDetails } from "../store/memories/load-details.js";
import type { Ranked } from "./candidate.js";
import { chunksOf } from "./enrich-chunks.js";
import { entitiesOf } from "./enrich-entities.js";
import { chunkIdOf, sourceFactsOf } from "./enrich-source-facts.js";
import { innerStage } from "./inner-stage.js";
import type { Question } from "./question.js";

export type Enriched = Omit<RecallResult, "trace" | "prompt" | "degraded">;

/** `ranked` is the list before the token cut: chunks have a budget of their own, so they may come from memories that did not fit. */
export async function enrich(
  ctx: RequestContext,
  bank: BankScope,
  question: Question,
  { shown, ranked, hot }: { readonly shown: readonly Ranked[]; readonly ranked: readonly Ranked[]; readonly hot: HotSource | null },
): Promise<Enriched> {
  const { include } = question;
  const wantsChunks = include.chunks !== undefined && include.chunks !== null;
  const [details, entities] = await Promise.all([
    innerStage(ctx, "hydrate_results", () => detailsOf(ctx, bank, wantsChunks ? [...new Set([...shown, ...ranked])] : shown, hot)),
    include.entities === null ? null : innerStage(ctx, "entity_build", () => entitiesOf(ctx, bank, shown, hot)),
  ]);
  const most = include.chunks?.maxTokens;
  const chunks = wantsChunks ? await innerStage(ctx, "chunk_fetch", () => chunksOf(ctx, bank, ranked, details, most)) : null;
  const attachments = await attachmentsOf(ctx, bank, shown, details);
  const wanted = include.sourceFacts;
  const sources = wanted ? await innerStage(ctx, "source_fact_fetch", () => sourceFactsOf(ctx, bank, shown, wanted)) : null;
  return {
    results: shown.map((entry) =>
      recalled(bank, entry, details.get(entry.row.memoryNo), entities?.names.get(entry.row.id) ?? null, attachments.get(entry) ?? []),
    ),
    entities: entities?.entities ?? null,
    chunks,
    sourceFacts: sources?.facts ?? null,
    sourceFactsTruncated: sources?.truncated ?? null,
  };
}

async function detailsOf(
  ctx: RequestContext,
  bank: BankScope,
  entries: readonly Ranked[],
  hot: HotSource | null,
): Promise<ReadonlyMap<number, DetailRow>> {
  if (entries.length === 0) return new Map();
  const memoryNos = entries.map(({ row }) => row.memoryNo);
  const rows = hot?.details(memoryNos) ?? (await loadDetails(ctx.db, bank, memoryNos));
  return new Map(rows.map((row) => [row.memoryNo, row]));
}

/** What each shown memory rests on; no query where none rests on anything. */
async function attachmentsOf(
  ctx: RequestContext,
  bank: BankScope,
  shown: readonly Ranked[],
  details: ReadonlyMap<number, DetailRow>,
): Promise<ReadonlyMap<Ranked, readonly Attachment[]>> {
  const attached = shown.filter(({ row }) => (details.get(row.memoryNo)?.attachmentIds.length ?? 0) > 0);
  const found = await attachmentsOfTexts(
    ctx,
    bank,
    attached.map(({ row }) => {
      const detail = details.get(row.memoryNo);
      return { documentId: detail?.documentId ?? null, text: "", ids: detail?.attachmentIds };
    }),
  );
  return new Map(attached.map((entry, index) => [entry, found[index] ?? []]));
}

function recalled(
  bank: BankScope,
  entry: Ranked,
  detail: DetailRow | undefined,
  entities: readonly string[] | null,
  attachments: readonly Attachment[],
): RecalledMemory {
  const { row } = entry;
  return {
    id: row.id,
    text: row.text,
    kind: row.kind,
    entities,
    context: detail?.context ?? null,
    occurredStart: row.occurredStart,
    occurredEnd: row.occurredEnd,
    mentionedAt: row.mentionedAt,
    documentId: detail?.documentId ?? null,
    metadata: detail?.metadata ?? {},
    chunkId: detail === undefined ? null : chunkIdOf(bank, detail),
    tags: detail?.tags ?? [],
    sourceFactIds: row.kind === "observation" ? (row.sourceMemoryIds ?? []) : null,
    attachments,
    trust: row.trust,
    instructionSigns: row.instructionSigns,
    scores: { final: entry.final, reranker: entry.reranked, semantic: entry.similarity, keyword: entry.keyword },
  };
}
