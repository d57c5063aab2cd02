import { createHash } from "node:crypto";
import type { RequestContext } from "../context.js";
import type { RetainItem } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { type OperationWork, operationsOf } from "../operations/index.js";
import {
  MEDIA_TYPES,
  type ParsedFile,
  type ParsedText,
  type ParseProgress,
  parseByExtension,
  parseFile,
} from "../providers/parsers/index.js";
import { prepareRetain } from "../retain/index.js";
import { ownerOf } from "./keys.js";
import type { FilePayload } from "./payload.js";
import { transcribe } from "./transcribe.js";

/**
 * Converts a file and hands its text to a retain of its own: both in one transaction, so that a crash neither loses the document nor makes it twice. What
 * cannot be read fails for good, with the reason; the file stays until the operation is retried or its record goes.
 */
export async function convertFile(ctx: RequestContext, bank: BankScope, work: OperationWork): Promise<undefined> {
  const payload = work.payload as unknown as FilePayload;
  const show = (stage: string, processed: number, total: number): Promise<void> =>
    work.progress({ stage, at: ctx.now().toISOString(), processed, total });
  await show("fetching", 0, payload.byte_size);
  const bytes = await fetchBytes(ctx, payload);
  await show("reading", 0, 1);
  const parsed = await parse(ctx, payload, bytes, ({ stage, processed, total }) => show(stage, processed, total));
  if (parsed.kind === "picture") await show("transcribing", 0, parsed.pages ?? 1);
  const text =
    parsed.kind === "text" ? parsed : await transcribe(ctx, bank, work.operationId, payload, parsed, () => fetchBytes(ctx, payload));
  ctx.signal.throwIfAborted();
  await show("handing over", 1, 1);
  const queueRetain = await prepareRetain(ctx, bank, retainItem(payload, parsed, text)).catch(async (error: unknown) => {
    if (error instanceof HindsightError && error.code === "memory_blocked") await dropBytes(ctx, payload); // what may not be kept is not kept here either
    throw error;
  });
  await ctx.db.transaction(async (tx) => {
    const { operationId } = await queueRetain(tx);
    await work.complete(tx, {
      ...resultOf(text, parsed),
      content_type: contentTypeOf(payload, parsed),
      retain_operation_id: operationId,
      operation_ids: [operationId],
    });
  });
  operationsOf(ctx.db)?.wake();
  await dropBytes(ctx, payload);
  return undefined;
}

/** Reads in a thread; progress that cannot be shown because the operation is no longer ours ends the reading. */
async function parse(
  ctx: RequestContext,
  payload: FilePayload,
  bytes: Uint8Array,
  show: (progress: ParseProgress) => Promise<void>,
): Promise<ParsedFile> {
  const { fileMaxPages, fileMaxUnpackedMb, fileParseTimeout } = ctx.settings;
  const lost = new AbortController();
  const file = { name: payload.original_filename, mediaType: payload.content_type };
  if (ctx.parser?.accepts(file))
    return parseByExtension(ctx.parser, bytes, file, { signal: ctx.signal, timeoutMs: fileParseTimeout * 1_000 });
  return parseFile(bytes, file, {
    limits: { maxPages: fileMaxPages, maxUnpackedBytes: fileMaxUnpackedMb * 1_048_576, timeoutMs: fileParseTimeout * 1_000 },
    signal: AbortSignal.any([ctx.signal, lost.signal]),
    onProgress: (progress) => {
      show(progress).catch((error: unknown) => lost.abort(error));
    },
  });
}

async function fetchBytes(ctx: RequestContext, { storage_key, sha256, original_filename }: FilePayload): Promise<Uint8Array> {
  const bytes = await ctx.objects.get(storage_key, ctx.signal);
  const found = bytes === null ? null : createHash("sha256").update(bytes).digest("hex");
  if (bytes !== null && found === sha256) return bytes;
  if (bytes === null) throw notHere(original_filename);
  throw new HindsightError("file_unreadable", `The file "${original_filename}" was changed in object storage. Upload it again.`);
}

/** Mostly the bytes are there, and this worker looks elsewhere: another one may find them, so that it is tried again, and can be retried after that. */
function notHere(name: string): HindsightError {
  return new HindsightError(
    "storage_unavailable",
    `The file "${name}" is not in the object storage that this worker reads. Servers and workers must share one: the same HINDSIGHT_DATA_DIR, or ` +
      "HINDSIGHT_API_FILE_STORAGE_TYPE=s3 with one bucket. Then retry this operation; if the bytes are lost, upload the file again.",
  );
}

/** The caller's own words win over what the file says about itself. */
function retainItem(payload: FilePayload, parsed: ParsedFile, text: ParsedText): RetainItem {
  return {
    content: text.text,
    documentId: payload.document_id,
    context: payload.context,
    metadata: { file_name: payload.original_filename, content_type: contentTypeOf(payload, parsed), ...text.metadata, ...payload.metadata },
    tags: payload.tags,
    timestamp: payload.timestamp ?? text.writtenAt,
    strategy: payload.strategy,
    sourceTrust: payload.source_trust ?? null,
  };
}

const NO_TYPE = "application/octet-stream";

/** What the sender said, or, where that says nothing, what the file was found to be. */
function contentTypeOf({ content_type }: FilePayload, { format }: ParsedFile): string {
  return content_type === NO_TYPE ? MEDIA_TYPES[format] : content_type;
}

function resultOf(text: ParsedText, parsed: ParsedFile): Readonly<Record<string, unknown>> {
  return {
    format: parsed.format,
    characters: text.text.length,
    transcribed: parsed.kind === "picture",
    ...(text.pages === null ? {} : { pages: text.pages }),
    ...(text.pagesWithoutText === 0 ? {} : { pages_without_text: text.pagesWithoutText }),
  };
}

/** Deletes what belongs to this operation alone. What fails is swept later. */
async function dropBytes(ctx: RequestContext, { storage_key }: FilePayload): Promise<void> {
  if (ownerOf(storage_key)?.operationId == null) return;
  await ctx.objects
    .delete(storage_key)
    .catch((err: unknown) => ctx.log.warn({ key: storage_key, err }, "a converted file stays until it is swept"));
}
