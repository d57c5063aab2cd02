// Judging: which results of a recall are evidence for its question.
// In: a case and the reply to it. Out: what each result brought, and where each thing expected was found.

import type { CaseRequest, Expected, RelevanceCase } from "./cases.js";

/** One answered question: what each result, in order, counted for. */
export interface Judged {
  readonly category: string;
  /** How many things are expected; at least one. */
  readonly gold: number;
  /** Per result: gold items it was the first to bring, its tokens, its session. */
  readonly results: readonly { readonly brought: number; readonly tokens: number; readonly session: string | null }[];
  readonly goldSessions: ReadonlySet<string>;
}

export interface JudgedCase extends Judged {
  /** Each thing expected, with the rank of the first result that brought it; null where none did. */
  readonly found: readonly { readonly kind: keyof Expected; readonly value: string; readonly rank: number | null }[];
}

interface RecalledResult {
  readonly id: string;
  readonly text: string;
  readonly document_id?: string | null | undefined;
  readonly source_fact_ids?: readonly string[] | null | undefined;
}

export interface RecalledReply {
  readonly results: readonly RecalledResult[];
  readonly source_facts?: Readonly<Record<string, { readonly document_id?: string | null | undefined }>> | null | undefined;
}

/** Source facts are only read for their documents: none may be cut off. */
const ALL_SOURCES = 100_000;

export type RelevanceRequest = CaseRequest & Readonly<Record<string, unknown>> & { readonly query: string };

/** The request of a case under some settings. What the case itself says holds; observations come with the facts behind them, whose place they take. */
export function requestFor({ query, request }: RelevanceCase, settings: Readonly<Record<string, unknown>> = {}): RelevanceRequest {
  return { ...settings, ...request, query, include: { entities: null, source_facts: { max_tokens: ALL_SOURCES } } };
}

/** `countTokens` as the server counts; without it, metrics of tokens mean nothing. */
export function judgeReply(asked: RelevanceCase, reply: RecalledReply, countTokens: (text: string) => number = () => 0): JudgedCase {
  const gold = (["documents", "memories", "texts"] as const).flatMap((kind) => asked.expected[kind].map((value) => ({ kind, value })));
  const hits = reply.results.map((result) => ({
    text: result.text,
    session: null,
    counts: gold.flatMap((one, index) => (isHit(one, result, reply) ? [String(index)] : [])),
  }));
  const ranks = gold.map((_, index) => hits.findIndex(({ counts }) => counts.includes(String(index))));
  return {
    ...judge({ category: asked.category ?? "", gold: gold.length, hits, goldSessions: [] }, countTokens),
    found: gold.map((one, index) => ({ ...one, rank: (ranks[index] ?? -1) < 0 ? null : (ranks[index] as number) + 1 })),
  };
}

export interface Hits {
  readonly category: string;
  readonly gold: number;
  /** Per result the keys of the gold items that it holds: a key counts for the first that does. */
  readonly hits: readonly { readonly text: string; readonly session: string | null; readonly counts: readonly string[] }[];
  readonly goldSessions: readonly string[];
}

export function judge({ category, gold, hits, goldSessions }: Hits, countTokens: (text: string) => number): Judged {
  const seen = new Set<string>();
  const results = hits.map(({ text, session, counts }) => {
    const fresh = [...new Set(counts)].filter((key) => !seen.has(key));
    for (const key of fresh) seen.add(key);
    return { brought: fresh.length, tokens: countTokens(text), session };
  });
  return { category, gold, results, goldSessions: new Set(goldSessions) };
}

/** An observation counts for the facts that it stands on, and for their documents, since it takes their place. */
function isHit(
  { kind, value }: { readonly kind: keyof Expected; readonly value: string },
  { id, text, document_id, source_fact_ids }: RecalledResult,
  { source_facts }: RecalledReply,
): boolean {
  const sources = source_fact_ids ?? [];
  if (kind === "memories") return id === value || sources.includes(value);
  if (kind === "documents") return document_id === value || sources.some((source) => source_facts?.[source]?.document_id === value);
  return plain(text).includes(plain(value));
}

/** Case, width and white space tell no two texts apart. */
const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
