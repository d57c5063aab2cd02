// An import from beginning to end: what a format finds, without what was seen, is too old or is not wanted, is sent as it is read.
// In: a source, its format, and what to do with it. Out: the tally. Of the source no more than a batch is in memory at a time, and the ids of documents.

import { type Format, readAll } from "./format.js";
import { type Found, skipped } from "./found.js";
import type { Sender } from "./send.js";
import type { Source } from "./source-file.js";
import type { Tally } from "./tally.js";
import { once } from "./values.js";

interface Wanted {
  /** Tags for every item, beside its own. */
  readonly tags: readonly string[];
  /** ISO 8601; what ended before is left out. What tells no time is taken. */
  readonly since: string | null;
}

/** `send` is null for a dry run. Sends nothing more once `signal` is aborted. */
export async function run(
  format: Format,
  source: Source,
  { tags, since }: Wanted,
  tally: Tally,
  send: Sender | null,
  tell: () => void,
  signal: AbortSignal,
): Promise<void> {
  const seen = new Map<string, string>();
  for await (const each of readAll(format, source)) {
    if (signal.aborted) return;
    const found = since === null ? each : recent(each, since);
    const before = found.what === "item" ? seen.get(found.item.document_id) : undefined;
    if (found.what !== "item") tally.note(found);
    // A second item would replace the first one, here and at each import.
    else if (before !== undefined)
      tally.note(skipped(`${found.at} (${found.item.document_id}, as ${before})`, "a document of the same id came before"));
    else {
      seen.set(found.item.document_id, found.at);
      tally.note(found);
      await send?.add(tags.length === 0 ? found : { ...found, item: { ...found.item, tags: once([...(found.item.tags ?? []), ...tags]) } });
    }
    tell();
  }
  await send?.end();
}

function recent(found: Found, since: string): Found {
  return found.what === "item" && found.last !== null && found.last < since ? skipped(found.at, `before ${since.slice(0, 10)}`) : found;
}
