import { chunkAddresses } from "../domain/chunk-id.js";
import { sanitise } from "../domain/text/sanitise.js";
import { HindsightError } from "../errors.js";
import type { Hindsight } from "../hindsight.js";
import { findChunks } from "../store/chunks/find-chunks.js";
import { wildcard } from "../store/filters/text-filter.js";
import { countTags } from "../store/tags/count-tags.js";
import { listTags } from "../store/tags/list-tags.js";
import { withAttachments } from "./documents.js";
import type { ResourceContext } from "./engine.js";
import { page } from "./page.js";

export function chunkReader({ db, tenant, banks }: ResourceContext): Hindsight["chunk"] {
  return async (chunkId, isWithin = () => true) => {
    const found = await findChunks(db, tenant, chunkAddresses(sanitise(chunkId)));
    const [chunk, ...others] = found.filter(({ bankId }) => isWithin(bankId));
    if (chunk === undefined) throw new HindsightError("chunk_not_found", `Chunk '${chunkId}' not found`);
    if (others.length > 0) {
      // Which of them was meant is not for us to guess: the wrong guess is another bank's text.
      throw new HindsightError(
        "chunk_ambiguous",
        `Chunks of ${others.length + 1} banks have the id '${chunkId}'. Read the chunks of the document in the bank that you mean: ` +
          "GET /v1/default/banks/{bank_id}/documents/{document_id}/chunks.",
      );
    }
    const [attached] = await withAttachments(db, await banks.open(chunk.bankId), [chunk]);
    return attached ?? { ...chunk, attachments: [] };
  };
}

export function tagReader({ db, banks }: ResourceContext): Hindsight["tags"] {
  return async (bankId, paging) => {
    const bank = await banks.open(bankId);
    const pattern = paging.q ? wildcard(sanitise(paging.q)) : null;
    const source = paging.source ?? "memories";
    return page(
      paging,
      () => listTags(db, bank, { ...paging, source, pattern }),
      () => countTags(db, bank, source, pattern),
    );
  };
}
