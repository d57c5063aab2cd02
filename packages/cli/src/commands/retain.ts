// hindsight retain: a text, a file, a folder or standard input into a bank.
// Long input is queued on the server and watched, so that a slow import shows where it is.

import type { Command } from "commander";
import { type Api, bankPath } from "../api.js";
import { finished } from "../operation.js";
import { facts, listed, type Output, type Progress, progress } from "../output.js";
import { type Item, readSource } from "../source.js";

interface RetainOptions {
  readonly documentId?: string;
  readonly context?: string;
  readonly timestamp?: string;
  readonly tags?: string;
  readonly append?: boolean;
  readonly async?: boolean;
}

interface ItemReceipt {
  readonly document_id: string;
  readonly outcome: string;
}

interface Receipt {
  readonly items?: readonly ItemReceipt[];
  readonly stored?: number;
  readonly collapsed?: number;
  readonly removed?: number;
}

interface Reply {
  readonly operation_id?: string | null;
  readonly operation_ids?: readonly string[] | null;
  readonly receipt?: Receipt | null;
}

/** From this many characters on, the work is queued and watched instead of waited for in one request. */
const QUEUE_FROM_CHARACTERS = 50_000;
/** What a request holds at most. */
const REQUEST_CHARACTERS = 400_000;
const REQUEST_ITEMS = 50;
/** Document ids that the table names; the JSON output has them all. */
const SHOWN_DOCUMENTS = 5;

export function retain(program: Command, connect: () => Api, print: () => Output): void {
  program
    .command("retain")
    .description("store a text, a file, every text file of a folder, or standard input (-)")
    .argument("<bank>", "bank id; created when it does not exist")
    .argument("<source>", "a file, a folder, - for standard input, or the text itself (after -- when it begins with a dash)")
    .option("-d, --document-id <id>", "document id (default: the file's path, else generated)")
    .option("-c, --context <text>", "what this is about")
    .option("-t, --timestamp <iso>", 'when it was said, ISO 8601, or "unset"')
    .option("--tags <a,b>", "tags, separated by commas")
    .option("--append", "append to the document instead of replacing it")
    .option("--async", "queue it and return at once")
    .addHelpText(
      "after",
      '\nExamples:\n  hindsight retain work notes.md --tags project:x\n  hindsight retain work "The release is on Friday."\n  cat chat.txt | hindsight retain work - -d chat',
    )
    .action(async (bank: string, source: string, options: RetainOptions) => {
      const items = (await readSource(source, options.documentId)).map((item) => ({ ...item, ...shared(options) }));
      const queued = options.async === true || items.reduce((sum, item) => sum + item.content.length, 0) >= QUEUE_FROM_CHARACTERS;
      const api = connect();
      const receipts: Receipt[] = [];
      const operations: string[] = [];
      const bar = progress(`Retaining into ${bank}`);
      try {
        let done = 0;
        for (const batch of batches(items)) {
          const reply = await api.send<Reply>("POST", bankPath(bank, "/memories"), { items: batch, async: queued });
          const ids = reply.operation_ids ?? (reply.operation_id ? [reply.operation_id] : []);
          operations.push(...ids);
          if (reply.receipt) receipts.push(reply.receipt);
          if (options.async !== true)
            for (const id of ids) receipts.push(await watched(api, bank, id, bar, done, batch.length, items.length));
          done += batch.length;
          bar.update(done, items.length);
        }
      } finally {
        bar.end();
      }
      if (options.async === true) {
        print().show({ bank_id: bank, items: items.length, operation_ids: operations }, () =>
          [`Queued ${items.length} item(s).`, ...operations.map((id) => `  hindsight operation get ${bank} ${id}`)].join("\n"),
        );
        return;
      }
      // Asked afterwards: a queued import is answered when it is stored, and its vectors follow.
      const { pending_embeddings } = await api.get<{ pending_embeddings?: number }>(bankPath(bank, "/stats"));
      const entries = receipts.flatMap((receipt) => receipt.items ?? []);
      const ended = (outcome: string) => entries.filter((entry) => entry.outcome === outcome).length;
      const total = (of: "stored" | "collapsed" | "removed") => receipts.reduce((sum, receipt) => sum + (receipt[of] ?? 0), 0);
      const result = {
        bank_id: bank,
        items: items.length,
        unchanged: ended("unchanged"),
        superseded: ended("superseded"),
        stored: total("stored"),
        collapsed: total("collapsed"),
        removed: total("removed"),
        documents: [...new Set(entries.map((entry) => entry.document_id))],
        operation_ids: operations,
        pending_embeddings: pending_embeddings ?? 0,
      };
      print().show(result, told);
    });
}

function told(result: {
  readonly items: number;
  readonly unchanged: number;
  readonly superseded: number;
  readonly stored: number;
  readonly collapsed: number;
  readonly removed: number;
  readonly documents: readonly string[];
  readonly pending_embeddings: number;
}): string {
  const { documents } = result;
  const more = documents.length > SHOWN_DOCUMENTS ? ` and ${documents.length - SHOWN_DOCUMENTS} more` : "";
  return facts([
    ["items", result.items],
    ["of these unchanged", result.unchanged],
    ...(result.superseded > 0 ? [["replaced by a later write meanwhile", result.superseded] as const] : []),
    ["memories stored", result.stored],
    ["duplicates left out", result.collapsed],
    ["memories replaced", result.removed],
    ["vectors still to come in this bank", result.pending_embeddings],
    [documents.length === 1 ? "document" : "documents", documents.slice(0, SHOWN_DOCUMENTS).join(", ") + more],
  ]);
}

function shared(options: RetainOptions): Readonly<Record<string, unknown>> {
  return {
    ...(options.context === undefined ? {} : { context: options.context }),
    ...(options.timestamp === undefined ? {} : { timestamp: options.timestamp }),
    ...(options.tags === undefined ? {} : { tags: listed(options.tags) }),
    ...(options.append === true ? { update_mode: "append" } : {}),
  };
}

/** Waits for one operation; the bar moves with its progress between the items before and after it. */
async function watched(api: Api, bank: string, id: string, bar: Progress, before: number, size: number, total: number): Promise<Receipt> {
  const end = await finished(api, bank, id, ({ processed, total: of, stage }) =>
    bar.update(before + Math.floor(of ? ((processed ?? 0) / of) * size : 0), total, stage),
  );
  return (end.result_metadata?.receipt as Receipt | undefined) ?? {};
}

function* batches<T extends Item>(items: readonly T[]): Generator<readonly T[]> {
  let batch: T[] = [];
  let size = 0;
  for (const item of items) {
    if (batch.length > 0 && (size + item.content.length > REQUEST_CHARACTERS || batch.length >= REQUEST_ITEMS)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(item);
    size += item.content.length;
  }
  if (batch.length > 0) yield batch;
}
