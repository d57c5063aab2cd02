// hindsight retain: a text, a file, a folder or standard input into a bank.
// Long input is queued on the server and watched, so that a slow import shows where it is.

import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Command } from "commander";
import { type Api, bankPath, CliError } from "../api.js";
import { facts, type Output, progress } from "../output.js";

interface RetainOptions {
  readonly documentId?: string;
  readonly context?: string;
  readonly timestamp?: string;
  readonly tags?: string;
  readonly append?: boolean;
  readonly async?: boolean;
}

interface Item {
  readonly content: string;
  readonly document_id?: string;
}

interface Receipt {
  readonly stored?: number;
  readonly collapsed?: number;
  readonly removed?: number;
  readonly pending_embeddings?: number;
}

interface Operation {
  readonly status: string;
  readonly error_message?: string | null;
  readonly progress?: { readonly processed?: number | null; readonly total?: number | null; readonly stage: string } | null;
  readonly result_metadata?: { readonly receipt?: Receipt } | null;
}

/** From this many characters on, the work is queued and watched instead of waited for in one request. */
const QUEUE_FROM_CHARACTERS = 50_000;
/** Items a request holds at most, in characters. */
const REQUEST_CHARACTERS = 400_000;
const TEXT_FILES =
  /\.(txt|md|markdown|json|jsonl|csv|tsv|log|rst|org|html?|xml|ya?ml|toml|srt|vtt|[cm]?[jt]sx?|py|go|rs|java|rb|sh|sql|css)$/i;

export function retain(program: Command, connect: () => Api, print: () => Output): void {
  program
    .command("retain")
    .description("store a text, a file, every text file of a folder, or standard input (-)")
    .argument("<bank>", "bank id; created when it does not exist")
    .argument("<source>", "a file, a folder, - for standard input, or the text itself")
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
      const items = await read(source, options.documentId);
      const api = connect();
      const shared = {
        ...(options.context === undefined ? {} : { context: options.context }),
        ...(options.timestamp === undefined ? {} : { timestamp: options.timestamp }),
        ...(options.tags === undefined
          ? {}
          : {
              tags: options.tags
                .split(",")
                .map((tag) => tag.trim())
                .filter(Boolean),
            }),
        ...(options.append === true ? { update_mode: "append" } : {}),
      };
      const characters = items.reduce((sum, item) => sum + item.content.length, 0);
      const queued = options.async === true || characters >= QUEUE_FROM_CHARACTERS;
      const totals = { items: 0, stored: 0, collapsed: 0, removed: 0, pending: 0 };
      const operations: string[] = [];
      const bar = progress(`Retaining into ${bank}`);
      try {
        for (const batch of batches(items)) {
          const reply = await api.send<{ operation_id?: string | null; operation_ids?: string[] | null; receipt?: Receipt | null }>(
            "POST",
            bankPath(bank, "/memories"),
            { items: batch.map((item) => ({ ...item, ...shared })), async: queued },
          );
          totals.items += batch.length;
          if (!queued) add(totals, reply.receipt);
          for (const id of reply.operation_ids ?? (reply.operation_id ? [reply.operation_id] : [])) {
            operations.push(id);
            if (options.async !== true)
              add(
                totals,
                await watch(api, bank, id, (done, of, stage) =>
                  bar.update((totals.items - batch.length + (of > 0 ? (done / of) * batch.length : 0)) | 0, items.length, stage),
                ),
              );
          }
          bar.update(totals.items, items.length);
        }
      } finally {
        bar.end();
      }
      print().show({ bank_id: bank, ...totals, operation_ids: operations, queued: options.async === true }, (r) =>
        r.queued
          ? `Queued ${r.items} item(s): ${operations.join(", ")}`
          : facts([
              ["items", r.items],
              ["memories stored", r.stored],
              ["duplicates left out", r.collapsed],
              ["memories replaced", r.removed],
              ["vectors still to come", r.pending],
            ]),
      );
    });
}

function add(totals: { stored: number; collapsed: number; removed: number; pending: number }, receipt: Receipt | null | undefined): void {
  totals.stored += receipt?.stored ?? 0;
  totals.collapsed += receipt?.collapsed ?? 0;
  totals.removed += receipt?.removed ?? 0;
  totals.pending += receipt?.pending_embeddings ?? 0;
}

async function watch(
  api: Api,
  bank: string,
  id: string,
  tell: (done: number, total: number, stage: string) => void,
): Promise<Receipt | null> {
  for (let pauseMs = 100; ; pauseMs = Math.min(1000, pauseMs * 1.5)) {
    const operation = await api.get<Operation>(bankPath(bank, `/operations/${id}`));
    if (operation.status === "completed") return operation.result_metadata?.receipt ?? null;
    if (operation.status === "failed" || operation.status === "cancelled") {
      throw new CliError(`Operation ${id} ${operation.status}: ${operation.error_message ?? "no reason given"}`);
    }
    tell(operation.progress?.processed ?? 0, operation.progress?.total ?? 0, operation.progress?.stage ?? operation.status);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function read(source: string, documentId: string | undefined): Promise<readonly Item[]> {
  const named = (content: string, id: string | undefined): Item => ({ content, ...(id === undefined ? {} : { document_id: id }) });
  if (source === "-") return [named(await standardInput(), documentId)];
  const found = await stat(source).catch((cause: NodeJS.ErrnoException) => {
    // No such file: the argument is the text itself. A path too long for the file system is a text as well.
    if (cause.code === "ENOENT" || cause.code === "ENAMETOOLONG" || cause.code === "ENOTDIR") return null;
    throw new CliError(`${source} cannot be read: ${cause.message}`, { cause });
  });
  if (found === null) {
    if (/^[\w./\\~-]+\.\w{1,5}$/.test(source))
      throw new CliError(
        `There is no file ${source}. To store that as a text, pass it on standard input: echo … | hindsight retain BANK -`,
      );
    return [named(source, documentId)];
  }
  if (!found.isDirectory()) return [named(await readFile(source, "utf8"), documentId ?? slashed(source))];
  const files = (await readdir(source, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && TEXT_FILES.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/(^|[\\/])(node_modules|\.git)[\\/]/.test(file))
    .sort();
  if (files.length === 0) throw new CliError(`${source} holds no text files.`);
  const items = await Promise.all(files.map(async (file) => named(await readFile(file, "utf8"), slashed(file))));
  return items.filter((item) => item.content.trim() !== "");
}

const slashed = (file: string): string => path.normalize(file).split(path.sep).join("/");

async function standardInput(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function* batches(items: readonly Item[]): Generator<readonly Item[]> {
  let batch: Item[] = [];
  let size = 0;
  for (const item of items) {
    if (batch.length > 0 && (size + item.content.length > REQUEST_CHARACTERS || batch.length >= 50)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(item);
    size += item.content.length;
  }
  if (batch.length > 0) yield batch;
}
