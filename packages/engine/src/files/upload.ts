import { randomUUID } from "node:crypto";
import type { EngineContext } from "../context.js";
import type { FileHead, FileItem, FileRetainRequest, FileUpload } from "../domain/files.js";
import { cleanName } from "../domain/names.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { enqueueIn, operationsOf } from "../operations/index.js";
import type { ReceivedObject } from "../providers/objects/index.js";
import { attachmentLimits, defendAll, guard } from "../retain/index.js";
import { fileKey } from "./keys.js";
import { parsersOf } from "./parsers.js";
import { FILE_CONVERT_OPERATION, type FilePayload, toPayload } from "./payload.js";

interface Received extends FileHead {
  readonly object: ReceivedObject;
}

interface Planned {
  readonly operationId: string;
  /** What is said of the file, checked; its name in place of its text. */
  readonly item: ReturnType<typeof guard>[number];
  readonly file: Received;
  readonly payload: FilePayload;
}

const MB = 1_048_576;
const MAX_NAME = 255;

/** Begins an upload into a bank. The caller discards it in the end, whatever came of it. */
export function openUpload(ctx: EngineContext, bank: BankScope): FileUpload {
  const { settings, objects } = ctx;
  const received: Received[] = [];
  let total = 0;

  /** Passes bytes on until there are too many. */
  async function* measured(name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const bytes of source) {
      size += bytes.byteLength;
      total += bytes.byteLength;
      if (size > settings.fileMaxMb * MB) throw tooLarge(`The file "${name}"`, settings.fileMaxMb, "HINDSIGHT_API_FILE_MAX_MB");
      if (total > settings.fileMaxTotalMb * MB)
        throw tooLarge("The upload", settings.fileMaxTotalMb, "HINDSIGHT_API_FILE_CONVERSION_MAX_BATCH_SIZE_MB");
      yield bytes;
    }
  }

  return {
    async add(head, source) {
      if (received.length >= settings.fileMaxCount) throw tooMany(settings.fileMaxCount);
      const name = fileName(head.name);
      received.push({ name, contentType: contentType(head.contentType), object: await objects.receive(measured(name, source)) });
    },
    async retain(request) {
      const planned = await screened(ctx, bank, plan(ctx, bank, received, request));
      const kept: string[] = [];
      try {
        for (const { file, payload } of planned) {
          await keep(ctx, file, payload);
          if (ctx.settings.fileDeleteAfterRetain) kept.push(payload.storage_key);
        }
        await ctx.db.transaction(async (tx) => {
          for (const { operationId, payload } of planned) {
            await enqueueIn(tx, bank, {
              type: FILE_CONVERT_OPERATION,
              operationId,
              parts: [{ payload: { ...payload }, itemsCount: 1, documentId: payload.document_id, documents: [payload.document_id] }],
              resultMetadata: metadataOf(payload),
            });
          }
        });
      } catch (error) {
        for (const key of kept)
          await objects.delete(key).catch((err) => ctx.log.warn({ key, err }, "an object of a refused upload stays until it is swept"));
        throw error;
      }
      operationsOf(ctx.db)?.wake();
      return { operationIds: planned.map(({ operationId }) => operationId) };
    },
    async discard() {
      for (const { object } of received) await object.discard();
    },
  };
}

/** What is shown of the file with its operation from the start. */
function metadataOf(payload: FilePayload): Readonly<Record<string, unknown>> {
  const { original_filename: filename, content_type, byte_size, document_id } = payload;
  return { items_count: 1, filename, content_type, byte_size, document_id };
}

/** Checks everything before anything is stored. */
function plan(ctx: EngineContext, bank: BankScope, received: readonly Received[], request: FileRetainRequest): readonly Planned[] {
  if (received.length === 0) throw new HindsightError("bad_argument", "The upload holds no file; send at least one part named files.");
  const items = request.files ?? received.map((): FileItem => ({}));
  if (items.length !== received.length) {
    throw new HindsightError(
      "bad_argument",
      `files_metadata has ${items.length} entries for ${received.length} files; send one for each file, in their order, or none at all.`,
    );
  }
  const planned = received.map((file, index): Planned => {
    const item = items[index] ?? {};
    const operationId = randomUUID();
    const documentId = cleanName(item.documentId ?? "").trim() === "" ? `file_${randomUUID()}` : (item.documentId as string);
    if (file.object.size === 0)
      throw new HindsightError(
        "bad_argument",
        `The file "${file.name}" is empty (0 bytes). Leave it out, or check that it was written before it was sent.`,
      );
    const [checked] = guard(
      { items: [{ ...retainItem(item), content: file.name, documentId }] },
      ctx.now(),
      attachmentLimits(ctx.settings),
    );
    const { size, sha256 } = file.object;
    const payload = toPayload(
      {
        storage_key: fileKey(bank, sha256, ctx.settings.fileDeleteAfterRetain ? operationId : null),
        original_filename: file.name,
        content_type: file.contentType,
        byte_size: size,
        sha256,
        parser: parsersOf(ctx.settings, item.parser, request.parser),
        document_id: documentId,
      },
      item,
    );
    return { operationId, item: { ...(checked as Planned["item"]), index }, file, payload };
  });
  const ids = planned.map(({ payload }) => payload.document_id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) {
    throw new HindsightError(
      "bad_argument",
      `Two files have the document_id "${repeated}"; the second would replace the first. Give each its own.`,
    );
  }
  return planned;
}

/** What is said of the files, as it may be kept: before anything of it is stored. Throws `memory_blocked` when one of them may not come in. */
async function screened(ctx: EngineContext, bank: BankScope, planned: readonly Planned[]): Promise<readonly Planned[]> {
  const items = await defendAll(
    ctx,
    bank,
    planned.map(({ item }) => item),
  );
  return planned.map((plan, index) => {
    const { content: original_filename, context, metadata, tags } = items[index] as Planned["item"];
    return { ...plan, payload: { ...plan.payload, original_filename, context, metadata, tags } };
  });
}

function retainItem({ context, metadata, tags, timestamp, strategy, sourceTrust }: FileItem): Omit<FileItem, "documentId" | "parser"> {
  return {
    context: context ?? null,
    metadata: metadata ?? null,
    tags: tags ?? null,
    timestamp: timestamp ?? null,
    strategy: strategy ?? null,
    sourceTrust: sourceTrust ?? null,
  };
}

async function keep(ctx: EngineContext, file: Received, payload: FilePayload): Promise<void> {
  const isShared = !ctx.settings.fileDeleteAfterRetain;
  if (isShared && (await ctx.objects.has(payload.storage_key))) return; // the same bytes lie there, and nobody deletes them
  await file.object.keep(payload.storage_key, { contentType: payload.content_type });
}

/** A name without folders and control characters, of which the end matters most. */
function fileName(given: string): string {
  const name = cleanName(given.split(/[\\/]/).at(-1) ?? "")
    .replace(/\p{Cc}/gu, "")
    .trim();
  return name === "" ? "file" : name.slice(-MAX_NAME);
}

function contentType(given: string): string {
  return /^[\w.+-]+\/[\w.+-]+(?:\s*;.*)?$/.test(given) ? given.slice(0, MAX_NAME).toLowerCase() : "application/octet-stream";
}

function tooMany(limit: number): HindsightError {
  return new HindsightError(
    "bad_argument",
    `The upload holds more than ${limit} files. Send them in several requests, or raise HINDSIGHT_API_FILE_CONVERSION_MAX_BATCH_SIZE.`,
  );
}

function tooLarge(what: string, limit: number, variable: string): HindsightError {
  return new HindsightError("bad_argument", `${what} is larger than ${limit} MB. Send less at once, or raise ${variable}.`);
}
