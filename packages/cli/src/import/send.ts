// Found items on their way to the server, in requests of a size that both sides hold easily.
// In: items one by one. Out: outcomes and failures in the tally. One item that is refused does not keep the others out.

import { type Api, CliError } from "../api.js";
import { sendItems } from "../send-items.js";
import type { FoundItem } from "./found.js";
import type { Tally } from "./tally.js";

const REQUEST_ITEMS = 50;
const REQUEST_CHARACTERS = 200_000;
/** More than this is queued and waited for: a language model that reads a few texts a minute would not be through in one request's time. */
const ITEMS_AT_ONCE = 10;
const CHARACTERS_AT_ONCE = 20_000;
/** As many failures in a row are no longer about the items: a model that is down, a bank that may not be written. */
const FAILURES_IN_A_ROW = 20;

export interface Sender {
  add(found: FoundItem): Promise<void>;
  /** Sends what waits. */
  end(): Promise<void>;
}

/** Throws a CliError when the server does not answer, or refuses everything; the tally has what was done until then. */
export function sender(api: Api, bank: string, { report, outcome, fail, redact }: Tally): Sender {
  let waiting: FoundItem[] = [];
  let characters = 0;
  let inARow = 0;

  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    characters = 0;
    if (batch.length > 0) await sendApart(batch);
  }

  /** Together, and one by one when that fails: a document that is stored already is unchanged then. */
  async function sendApart(batch: readonly FoundItem[]): Promise<void> {
    try {
      await send(batch);
      inARow = 0;
    } catch (cause) {
      if (!(cause instanceof CliError) || !isAboutItems(cause)) throw cause;
      const [only] = batch;
      if (batch.length > 1) for (const each of batch) await sendApart([each]);
      else if (only !== undefined) {
        fail({ at: only.at, why: cause.message });
        inARow += 1;
        if (inARow >= FAILURES_IN_A_ROW)
          throw new CliError(`Stopped after ${inARow} failures in a row. The last: ${cause.message}`, { cause });
      }
    }
  }

  async function send(batch: readonly FoundItem[]): Promise<void> {
    const items = batch.map(({ item }) => item);
    const isQueued = batch.length > ITEMS_AT_ONCE || items.some(({ content }) => content.length > CHARACTERS_AT_ONCE);
    const { receipts, findings } = await sendItems(api, bank, items, { isAsync: false, isQueued, tell: () => undefined });
    const placeOf = (id: string): string => batch.find(({ item }) => item.document_id === id)?.at ?? id;
    for (const { violations, redactions } of findings) {
      for (const { item, message } of violations) fail({ at: placeOf(item), why: message });
      for (const { item, detectors } of redactions) redact({ at: placeOf(item), detectors });
    }
    for (const receipt of receipts) {
      report.memories_stored += receipt.stored ?? 0;
      report.memories_removed += receipt.removed ?? 0;
      for (const each of receipt.items ?? []) if (each.outcome !== "blocked") outcome(each.outcome);
    }
  }

  return {
    async add(found) {
      const size = found.item.content.length;
      if (waiting.length >= REQUEST_ITEMS || (waiting.length > 0 && characters + size > REQUEST_CHARACTERS)) await flush();
      waiting.push(found);
      characters += size;
    },
    end: flush,
  };
}

/** A request that was wrong, or an operation that ended badly. A server that is away, a key or a limit is about all items alike. */
function isAboutItems({ answer, isAnswer, message }: CliError): boolean {
  if (answer !== null) return answer.status === 400 || answer.status === 413 || answer.status === 422;
  return !isAnswer && message.startsWith("Operation ");
}
