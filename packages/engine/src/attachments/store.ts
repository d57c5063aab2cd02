import type { RequestContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { upsertStoredObjects } from "../store/attachments/upsert-stored-objects.js";
import { objectKey } from "./key.js";

/** Bytes under the SHA-256 that they have. */
export interface Blob {
  readonly hash: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/**
 * Stores bytes, each once, before anything names them: a retain that fails leaves objects that the sweep takes, never a name without bytes. The row
 * comes first, so that a sweep which is at the same object is waited for.
 */
export async function storeBlobs(ctx: RequestContext, bank: BankScope, blobs: readonly Blob[]): Promise<void> {
  const distinct = [...new Map(blobs.map((blob) => [blob.hash, blob])).values()];
  if (distinct.length === 0) return;
  await upsertStoredObjects(
    ctx.db,
    bank,
    distinct.map((blob) => blob.hash),
  );
  for (const { hash, mediaType, bytes } of distinct) {
    ctx.signal.throwIfAborted();
    const key = objectKey(bank, hash);
    if (await ctx.objects.has(key, ctx.signal)) continue;
    await ctx.objects.put(key, bytes, { contentType: mediaType, signal: ctx.signal });
  }
}
