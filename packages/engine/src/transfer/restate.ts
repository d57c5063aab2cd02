/** A memory as another of its sources states it than the one that it is at home in. */

import { textHash } from "../domain/text/text-hash.js";
import type { Row } from "../domain/transfer.js";

/**
 * The memory with the place, words, context and time of a source (rows of `memory` and `memory_source`), without a place in a run, and as if not
 * consolidated. The text of one that a caller edited stays.
 */
export function asStated(memory: Row, source: Row): Row {
  const { entity_ids: _names, created_at: _when, text: said, ...place } = source;
  const text = isEdited(memory) ? memory.text : said;
  const hash = `\\x${textHash(String(text)).toString("hex")}`;
  return { ...memory, ...place, text, text_hash: hash, run_no: null, position: null, consolidated_at: null, last_mentioned_at: null };
}

function isEdited({ edited_fields: fields }: Row): boolean {
  return Array.isArray(fields) && fields.includes("text");
}
