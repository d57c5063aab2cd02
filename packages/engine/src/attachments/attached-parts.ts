import type { RequestContext } from "../context.js";
import { type Attachment, attachmentIdsIn } from "../domain/attachments.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import type { MessagePart } from "../providers/llm/index.js";
import { objectKey } from "./key.js";

export interface AttachedPart {
  readonly id: string;
  readonly part: MessagePart;
}

/**
 * The attachments that stand in a text, as parts of a message: the first `most` of them, in order. Throws `internal` when their bytes are gone,
 * for a text is not read as if it had none.
 */
export async function attachedParts(
  ctx: RequestContext,
  bank: BankScope,
  text: string,
  attachments: readonly Attachment[],
  most: number,
): Promise<readonly AttachedPart[]> {
  const parts: AttachedPart[] = [];
  for (const id of attachmentIdsIn(text).slice(0, most)) {
    const attachment = attachments.find((each) => each.id === id);
    if (attachment === undefined) continue; // a text that only looks like a placeholder
    const bytes = await ctx.objects.get(objectKey(bank, attachment.hash), ctx.signal);
    if (bytes === null) throw new HindsightError("internal", `The bytes of attachment ${id} are not in the object storage any more.`);
    const { kind, mediaType, filename } = attachment;
    parts.push({ id, part: { type: kind, mediaType, bytes, ...(filename === null ? {} : { filename }) } });
  }
  return parts;
}
