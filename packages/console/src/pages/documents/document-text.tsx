// The text of a document by its chunks, with the facts drawn from each marked where they stand.
// In: a document and the first chunk in the address. Out: passages; a mark and its fact light up together, by mouse and keyboard.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/format";
import { Pager } from "../../kit/pager";
import { ErrorNote, Loaded } from "../../kit/states";
import { type Piece, piecesOf } from "./places";
import { CHUNKS_AT_ONCE, chunksQuery, documentFactsQuery, FACTS_AT_ONCE } from "./queries";

export interface DocumentTextProps {
  readonly bank: string;
  readonly id: string;
  readonly offset: number;
  readonly onOffset: (offset: number) => void;
}

export function DocumentText({ bank, id, offset, onOffset }: DocumentTextProps) {
  const { t } = useTranslation("documents");
  const { number } = useFormat();
  const chunks = useQuery(chunksQuery(bank, id, offset));
  const facts = useQuery(documentFactsQuery(bank, id));
  const byChunk = useMemo(() => factsByChunk(facts.data?.items ?? NONE), [facts.data]);
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="text-ink-soft">{t("marked")}</p>
      {facts.error !== null && <ErrorNote error={facts.error} onRetry={() => void facts.refetch()} />}
      {(facts.data?.total ?? 0) > FACTS_AT_ONCE && <p className="text-warn">{t("firstFacts", { shown: number(FACTS_AT_ONCE) })}</p>}
      <Loaded query={chunks} lines={8}>
        {({ items, total }) => (
          <>
            {items.length === 0 && <p className="text-ink-soft">{t("noChunks")}</p>}
            <ol className="flex flex-col gap-4">
              {items.map((chunk) => (
                <Chunk key={chunk.chunk_id} bank={bank} chunk={chunk} facts={byChunk.get(chunk.chunk_id) ?? NONE} />
              ))}
            </ol>
            <Pager offset={offset} limit={CHUNKS_AT_ONCE} total={total} onOffset={onOffset} />
          </>
        )}
      </Loaded>
    </div>
  );
}

const NONE: readonly api.MemoryUnitListItem[] = [];

function factsByChunk(facts: readonly api.MemoryUnitListItem[]): ReadonlyMap<string, readonly api.MemoryUnitListItem[]> {
  const byChunk = new Map<string, api.MemoryUnitListItem[]>();
  for (const fact of facts) {
    const chunk = fact.chunk_id ?? "";
    byChunk.set(chunk, [...(byChunk.get(chunk) ?? []), fact]);
  }
  return byChunk;
}

interface ChunkProps {
  readonly bank: string;
  readonly chunk: api.ChunkResponse;
  readonly facts: readonly api.MemoryUnitListItem[];
}

function Chunk({ bank, chunk, facts }: ChunkProps) {
  const { t } = useTranslation("documents");
  const { number } = useFormat();
  const [lit, setLit] = useState<number | null>(null);
  const pieces = useMemo(
    () =>
      piecesOf(
        chunk.chunk_text,
        facts.map(({ text = "" }) => text),
      ),
    [chunk.chunk_text, facts],
  );
  const found = new Set(pieces.flatMap((piece) => piece.facts));
  return (
    <li className="grid gap-3 rounded-lg border p-3 lg:grid-cols-[3fr_2fr]">
      <div className="min-w-0">
        <h3 className="mb-1 text-xs font-medium text-ink-faint">{t("chunk", { place: number(chunk.chunk_index + 1) })}</h3>
        <p className="leading-relaxed break-words whitespace-pre-wrap">
          {pieces.map((piece) => (
            <Marked key={piece.from} piece={piece} lit={lit} onLit={setLit} />
          ))}
        </p>
      </div>
      <div className="min-w-0 border-t pt-2 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-3">
        <h4 className="mb-1 text-xs font-medium text-ink-faint">{t("facts", { count: facts.length })}</h4>
        <ol className="flex flex-col gap-1">
          {facts.map(({ id, text }, place) => (
            <li
              key={id}
              onMouseEnter={() => setLit(place)}
              onMouseLeave={() => setLit(null)}
              className={clsx("flex gap-2 rounded-md px-2 py-1", lit === place && "bg-warn-soft")}
            >
              <span className="shrink-0 text-xs text-ink-faint tabular-nums">{number(place + 1)}</span>
              <span className="min-w-0">
                <Link
                  to="/banks/$bankId/memories"
                  params={{ bankId: bank }}
                  search={{ document: chunk.document_id, open: id }}
                  onFocus={() => setLit(place)}
                  onBlur={() => setLit(null)}
                  className="break-words hover:underline"
                >
                  {text}
                </Link>
                {!found.has(place) && <span className="block text-xs text-ink-faint">{t("inOtherWords")}</span>}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </li>
  );
}

interface MarkedProps {
  readonly piece: Piece;
  readonly lit: number | null;
  readonly onLit: (place: number | null) => void;
}

function Marked({ piece: { text, facts }, lit, onLit }: MarkedProps) {
  const { t } = useTranslation("documents");
  const { number } = useFormat();
  const [first] = facts;
  if (first === undefined) return text;
  const names = facts.map((place) => number(place + 1)).join(", ");
  const isLit = lit !== null && facts.includes(lit);
  return (
    <mark
      title={t("fact", { names })}
      onMouseEnter={() => onLit(first)}
      onMouseLeave={() => onLit(null)}
      className={clsx("rounded px-0.5 text-ink", isLit ? "bg-warn-soft outline-2 outline-warn" : "bg-accent-soft")}
    >
      {text}
      <sup className="ml-0.5 text-[0.65rem] text-accent-ink">{names}</sup>
    </mark>
  );
}
