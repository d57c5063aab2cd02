import type { EngineContext } from "../context.js";
import type { Attachment } from "../domain/attachments.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { findAttachment } from "../store/attachments/find-attachment.js";
import { objectKey } from "./key.js";

/** An attachment with its bytes. Throws `attachment_not_found` when no document of the bank holds it. */
export async function readAttachment(
  ctx: Pick<EngineContext, "db" | "objects" | "log">,
  bank: BankScope,
  attachmentId: string,
): Promise<Attachment & { readonly bytes: Uint8Array }> {
  const attachment = await findAttachment(ctx.db, bank, attachmentId);
  if (attachment === null) throw notFound(attachmentId);
  const bytes = await ctx.objects.get(objectKey(bank, attachment.hash));
  if (bytes === null) {
    ctx.log.error({ bank: bank.bankId, attachment: attachmentId }, "the object storage lost the bytes of an attachment");
    throw notFound(attachmentId);
  }
  return { ...attachment, bytes };
}

function notFound(attachmentId: string): HindsightError {
  return new HindsightError("attachment_not_found", `Attachment '${attachmentId}' not found`);
}
