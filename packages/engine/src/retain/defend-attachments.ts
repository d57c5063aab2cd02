import { createHash } from "node:crypto";
import { ATTACHMENT_ID_LENGTH, placeholderOf } from "../domain/attachments.js";
import type { Screening } from "../guard/defense/index.js";
import type { GuardedItem } from "./guard.js";

type Attached = Pick<GuardedItem, "content" | "attachments" | "blobs">;

/** Media types whose bytes are text. What is inside others is not looked at. */
const TEXT = /^(?:text\/|application\/(?:[a-z0-9.+-]*(?:json|xml|yaml|toml|javascript|x-sh|sql)))/;

/** Screens the attachments of an item that are text. One that is changed is other bytes: it gets its own hash and id, also where the content names it. */
export function* cleanAttachments(item: Attached, { cleaning }: Pick<Screening, "cleaning">): Generator<undefined, Attached> {
  const changed = new Map<string, Attached["blobs"][number]>();
  for (const blob of item.blobs) {
    const text = TEXT.test(blob.mediaType) ? Buffer.from(blob.bytes).toString("utf8") : "";
    const kept = yield* cleaning(text);
    if (kept === text) continue;
    const bytes = new Uint8Array(Buffer.from(kept, "utf8"));
    changed.set(blob.hash, { ...blob, bytes, hash: createHash("sha256").update(bytes).digest("hex") });
  }
  if (changed.size === 0) return { content: item.content, attachments: item.attachments, blobs: item.blobs };
  let { content } = item;
  const attachments = item.attachments.map((attachment) => {
    const blob = changed.get(attachment.hash);
    if (blob === undefined) return attachment;
    const id = blob.hash.slice(0, ATTACHMENT_ID_LENGTH);
    content = content.replaceAll(placeholderOf(attachment.id), placeholderOf(id));
    return { ...attachment, id, hash: blob.hash, byteSize: blob.bytes.length };
  });
  return { content, attachments, blobs: item.blobs.map((blob) => changed.get(blob.hash) ?? blob) };
}
