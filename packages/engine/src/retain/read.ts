import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { attachedParts } from "../attachments/index.js";
import type { RequestContext } from "../context.js";
import type { Reading } from "../domain/reading.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import {
  addUsage,
  type CallOrigin,
  type LanguageModels,
  NO_USAGE,
  type ObjectRequest,
  type TokenUsage,
  usageOf,
} from "../providers/llm/index.js";
import { insertExtraction } from "../store/extractions/insert-extraction.js";
import { readExtractions } from "../store/extractions/read-extractions.js";
import { type ChunkSource, type DistilSettings, distil, readingRequest } from "./distil/index.js";
import type { Piece, ToRead } from "./split.js";

/** A chunk that a model is to read, and the document it is of. */
export interface UnreadChunk {
  readonly documentId: string;
  /** Of a document that is read again: when it is gone by then, the trace of the call keeps none of its words. */
  readonly isAnew: boolean;
  readonly piece: Piece;
}

/** What language models read for one retain. A chunk is read, and paid for, once, however often the retain is planned anew. */
export interface Reader {
  /** What was found in a chunk; undefined when it was not read yet. */
  of(toRead: Pick<ToRead, "key">): readonly Reading[] | undefined;
  /**
   * Reads chunks side by side; no database is held meanwhile. Throws the first failure when all calls have ended: what the others found is kept.
   * `deadline_exceeded` after RETAIN_WALL_TIMEOUT in all.
   */
  read(chunks: readonly UnreadChunk[]): Promise<void>;
  /** What a model is to be asked first for a chunk; null for a chunk that none reads. */
  requestFor(chunk: UnreadChunk): Promise<ObjectRequest<unknown> | null>;
  /** Reads one chunk with models that have its answer already; what it finds is kept like that of a call. */
  readWith(models: LanguageModels, chunk: UnreadChunk): Promise<void>;
  /** What all of it cost, by this run and by those before. */
  usage(): TokenUsage;
}

export interface ReaderOptions {
  /** The operation that pays: what it has had read outlives a crash. Null: it is kept in memory. */
  readonly operationId: string | null;
  /** Told after each chunk how many of those asked for are read. */
  readonly onRead?: (processed: number, total: number) => Promise<void>;
}

interface Task {
  readonly key: string;
  readonly chunk: ChunkSource;
  readonly settings: DistilSettings;
  readonly origin: CallOrigin;
}

/** Calls in flight for one retain; the models have limits of their own. */
const IN_FLIGHT = 64;

/** Opens the reader of a retain, with what an earlier run of its operation had read. */
export async function openReader(ctx: RequestContext, bank: BankScope, { operationId, onRead }: ReaderOptions): Promise<Reader> {
  const known = new Map<string, readonly Reading[]>();
  const traceId = randomUUID();
  const endsAt = performance.now() + ctx.settings.retainWallTimeout * 1000;
  let usage = NO_USAGE;
  for (const found of operationId === null ? [] : await readExtractions(ctx.db, bank, operationId)) {
    known.set(found.key, found.readings);
    usage = addUsage(usage, { ...NO_USAGE, ...found.usage });
  }

  async function taskOf({ documentId, isAnew, piece }: UnreadChunk, signal: AbortSignal): Promise<Task | null> {
    const { toRead, settings, text, item } = piece;
    if (toRead === null || settings.distil === null) return null;
    const sees = ctx.models.describe("retain")?.seesImages === true;
    const attachments = sees ? await attachedParts({ ...ctx, signal }, bank, text, item.attachments, settings.maxAttachments) : [];
    const { index, total, key, said } = toRead;
    const metadata = { document_id: documentId, chunk_index: index, ...(isAnew ? { reprocess: true } : {}) };
    const origin: CallOrigin = { bank, operation: "retain", traceId, operationId, metadata };
    return { key, chunk: { text, index, total, item: { ...item, said }, attachments }, settings: settings.distil, origin };
  }

  async function readOne(models: LanguageModels, unread: UnreadChunk, signal: AbortSignal): Promise<void> {
    const task = await taskOf(unread, signal);
    if (task === null) return;
    const { key, chunk, settings, origin } = task;
    const found = await distil(models, chunk, settings, origin, signal).catch((error: unknown) => {
      usage = addUsage(usage, usageOf(error));
      throw error;
    });
    known.set(key, found.readings);
    usage = addUsage(usage, found.usage);
    if (operationId !== null)
      await insertExtraction(ctx.db, bank, operationId, { key, readings: found.readings, usage: { ...found.usage } });
  }

  return {
    of: ({ key }) => known.get(key),
    usage: () => usage,
    async requestFor(unread) {
      const task = await taskOf(unread, ctx.signal);
      if (task === null) return null;
      const { chunk, settings, origin } = task;
      return readingRequest(ctx.models, chunk, settings, origin, ctx.signal) as ObjectRequest<unknown>;
    },
    readWith: (models, chunk) => readOne(models, chunk, ctx.signal),
    async read(chunks) {
      const wanted = [...new Map(chunks.map((chunk) => [chunk.piece.toRead?.key, chunk])).values()];
      let processed = 0;
      const work = async (chunk: UnreadChunk, signal: AbortSignal): Promise<void> => {
        await readOne(ctx.models, chunk, signal);
        processed += 1;
        await onRead?.(processed, wanted.length);
      };
      // What an operation has begun to pay for is worth waiting for: a retry finds it.
      await sideBySide(ctx.signal, endsAt - performance.now(), wanted, work, { letsFinish: operationId !== null });
    },
  };
}

/**
 * Runs `work` for each, some at once. After the first failure nothing is begun any more, and what is under way is stopped, unless it is let finish. The
 * failure is thrown when all have ended, so that nothing goes on behind.
 */
export async function sideBySide<T>(
  caller: AbortSignal,
  timeoutMs: number,
  all: readonly T[],
  work: (one: T, signal: AbortSignal) => Promise<void>,
  { letsFinish = false }: { readonly letsFinish?: boolean } = {},
): Promise<void> {
  caller.throwIfAborted();
  const stop = new AbortController();
  setMaxListeners(0, stop.signal); // every call under way listens
  const hangUp = (): void => stop.abort(caller.reason);
  const timer = setTimeout(() => stop.abort(tooLong()), Math.max(0, timeoutMs));
  caller.addEventListener("abort", hangUp, { once: true });
  const failures: unknown[] = [];
  const rest = all.values(); // one iterator for all lanes: each takes the next
  const lane = async (): Promise<void> => {
    for (const one of rest) {
      if (failures.length > 0 || stop.signal.aborted) return;
      await work(one, stop.signal);
    }
  };
  const fail = (error: unknown): void => {
    failures.push(error);
    if (!letsFinish) stop.abort(error);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, all.length) }, () => lane().catch(fail)));
  } finally {
    clearTimeout(timer);
    caller.removeEventListener("abort", hangUp);
  }
  stop.signal.throwIfAborted(); // the caller or the clock, before what they made fail
  if (failures.length > 0) throw failures[0];
}

function tooLong(): HindsightError {
  return new HindsightError(
    "deadline_exceeded",
    "The language models took longer than HINDSIGHT_API_RETAIN_WALL_TIMEOUT allows. Raise it, or send less text at once.",
  );
}
