// One bank as an archive, out of the database and into it, without a server: the archives of the API's transfer.
// In: an open engine, a bank or a file. Out: a file, whole or not at all; a bank, whole or not at all.

import { randomUUID } from "node:crypto";
import { readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { findBank, openOrCreateBank, requireBankId } from "../banks/index.js";
import type { EngineContext } from "../context.js";
import type { BankScope, TenantScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { receiveDraft } from "../providers/objects/draft.js";
import type { ReceivedObject } from "../providers/objects/index.js";
import { deleteBank } from "../store/banks/delete-bank.js";
import { syncFolder } from "../store/pglite/durable-file-system.js";
import { exportBank, openArchive, prepare, restoreBank } from "../transfer/index.js";
import { requireFree } from "./archive/writer.js";

export interface BankExport {
  readonly bankId: string;
  readonly file: string;
  readonly bytes: number;
  /** Rows by table. */
  readonly counts: Readonly<Record<string, number>>;
  /** Attachments whose bytes the storage has lost. */
  readonly missingFiles: number;
}

const ALL = { data: true, config: true, observations: true, knowledge_base: true } as const;
const MB = 1_048_576;

/** Throws `bad_argument` when the file is there and may not be replaced, or cannot be written. */
export async function exportBankTo(
  engine: EngineContext,
  bank: BankScope,
  { file, replace, withHistory }: { readonly file: string; readonly replace: boolean; readonly withHistory: boolean },
): Promise<BankExport> {
  const target = requireFree(file, replace);
  const objects = { ...engine.objects, receive: (source: AsyncIterable<Uint8Array>) => received(source, target) };
  const ctx = { ...engine, objects, signal: new AbortController().signal };
  const { object, counts, missingFiles } = await exportBank(ctx, bank, {
    kind: "bank",
    includes: { ...ALL, history: withHistory },
    documentIds: null,
  });
  await object.keep("", { contentType: "application/zip" });
  return { bankId: bank.bankId, file: target, bytes: object.size, counts, missingFiles };
}

/** The archive beside its place, under another name until it is whole; only the user may read it. */
async function received(source: AsyncIterable<Uint8Array>, target: string): Promise<ReceivedObject> {
  const { path, size, sha256 } = await receiveDraft(dirname(target), source).catch((cause: unknown) => {
    const { syscall, message } = cause as NodeJS.ErrnoException;
    if (syscall === undefined) throw cause;
    throw new HindsightError("bad_argument", `${target} cannot be written (${message}). Make room or give rights, or name another place.`, {
      cause,
    });
  });
  return {
    size,
    sha256,
    async keep() {
      await rename(path, target);
      syncFolder(dirname(target));
    },
    discard: () => rm(path, { force: true }),
  };
}

/** Makes a bank of an archive; of the archive's name unless another is given. Throws `bad_argument` when there is such a bank. */
export async function importBankFrom(
  engine: EngineContext,
  tenant: TenantScope,
  { file, target, withHistory }: { readonly file: string; readonly target: string | null; readonly withHistory: boolean },
): Promise<Readonly<Record<string, unknown>>> {
  const archive = await openArchive(await bytesOf(file), { maxUnpackedBytes: engine.settings.transferMaxUnpackedMb * MB });
  const bankId = target ?? archive.manifest.bank_id;
  requireBankId(bankId, "The target bank id");
  if ((await findBank(engine.db, tenant, bankId)) !== null) {
    throw new HindsightError("bad_argument", `There is a bank '${bankId}' already. Give this one another id with --target-bank.`);
  }
  const ctx = { ...engine, signal: new AbortController().signal };
  // An import belongs to a bank, as an operation does; this one's is gone when it is over.
  const owner = await openOrCreateBank(engine.db, tenant, `import-${randomUUID()}`);
  try {
    const prepared = await prepare(ctx, owner, archive, { isOwn: false });
    const scope = { includeData: true, includeConfig: true, includeHistory: withHistory };
    return await engine.db.transaction((tx) => restoreBank(ctx, tx, owner, prepared, { targetBankId: bankId, scope }));
  } finally {
    await deleteBank(engine.db, owner);
  }
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new HindsightError("bad_argument", `There is no archive ${file} that can be read. Check the path.`, { cause });
  }
}
