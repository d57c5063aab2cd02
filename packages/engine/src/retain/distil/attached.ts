import { attachmentIdsIn } from "../../domain/attachments.js";
import type { ChunkSource } from "./types.js";

/** Ids of the attachments that stand in a chunk, in order, whether the model sees them or reads their marks only. */
export function attachedTo({ text, item, attachments = [] }: ChunkSource): readonly string[] {
  const known = new Set([...item.attachments, ...attachments].map(({ id }) => id));
  return attachmentIdsIn(text).filter((id) => known.has(id));
}
