import { chunkAddresses } from "../domain/chunk-id.js";
import { sanitise } from "../domain/text/sanitise.js";
import { HindsightError } from "../errors.js";
import type { Hindsight } from "../hindsight.js";
import { findChunk } from "../store/chunks/find-chunk.js";
import { wildcard } from "../store/filters/text-filter.js";
import { countTags } from "../store/tags/count-tags.js";
import { listTags } from "../store/tags/list-tags.js";
import type { ResourceContext } from "./engine.js";
import { page } from "./page.js";

export function chunkReader({ db, tenant }: ResourceContext): Hindsight["chunk"] {
  return async (chunkId) => {
    const addresses = chunkAddresses(sanitise(chunkId));
    const chunk = addresses.length === 0 ? null : await findChunk(db, tenant, addresses);
    if (chunk === null) throw new HindsightError("chunk_not_found", `Chunk '${chunkId}' not found`);
    return chunk;
  };
}

export function tagReader({ db, banks }: ResourceContext): Hindsight["tags"] {
  return async (bankId, paging) => {
    const bank = await banks.open(bankId);
    const pattern = paging.q ? wildcard(sanitise(paging.q)) : null;
    return page(
      paging,
      () => listTags(db, bank, { ...paging, pattern }),
      () => countTags(db, bank, pattern),
    );
  };
}
