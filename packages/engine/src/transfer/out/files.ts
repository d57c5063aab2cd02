import { objectKey } from "../../attachments/index.js";
import type { RequestContext } from "../../context.js";
import type { BankScope } from "../../domain/scope.js";
import { fileMember } from "../archive/names.js";
import type { ArchiveWriter } from "../archive/write.js";

/** Writes the bytes of attachments; returns how many the storage has lost. */
export async function writeFiles(
  ctx: RequestContext,
  bank: BankScope,
  archive: ArchiveWriter,
  hashes: ReadonlySet<string>,
): Promise<number> {
  let missing = 0;
  for (const hash of [...hashes].sort()) {
    ctx.signal.throwIfAborted();
    const bytes = await ctx.objects.get(objectKey(bank, hash), ctx.signal);
    if (bytes === null) {
      missing += 1;
      ctx.log.error({ bank: bank.bankId, hash }, "the object storage lost the bytes of an attachment: it is exported without them");
    } else await archive.add(fileMember(hash), bytes);
  }
  return missing;
}
