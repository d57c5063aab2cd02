import { bankNotFound } from "../../banks/index.js";
import type { RequestContext } from "../../context.js";
import type { BankScope } from "../../domain/scope.js";
import { readBank } from "../../store/banks/read-bank.js";
import type { Db } from "../../store/db.js";
import type { TransferTableName } from "../../store/shapes/transfer-tables.js";
import { holdStill } from "../../store/transfer/hold-still.js";
import { listKeys } from "../../store/transfer/list-keys.js";
import { readNumbers } from "../../store/transfer/read-numbers.js";
import { readRows } from "../../store/transfer/read-rows.js";
import { FORMAT, FORMAT_VERSION, type Manifest } from "../archive/manifest.js";
import { BANK, MANIFEST } from "../archive/names.js";
import type { ArchiveWriter } from "../archive/write.js";
import { batches } from "../lists.js";
import { choose, NOTHING_CHOSEN } from "./choose.js";
import { writeFiles } from "./files.js";
import { writeMemories } from "./memories.js";
import { openParts, type Parts } from "./parts.js";

export interface ExportPlan {
  readonly kind: Manifest["kind"];
  readonly includes: Manifest["includes"];
  /** Null is every document. */
  readonly documentIds: readonly string[] | null;
  /** Key of the embedding model whose vectors go along. */
  readonly modelId: number;
}

export interface Collected {
  readonly counts: Readonly<Record<string, number>>;
  /** Work that was not done yet when the bank was read: what it brings is not in the archive. */
  readonly liveOperations: number;
  /** Attachments whose bytes the object storage has lost. */
  readonly missingFiles: number;
}

/**
 * Reads a bank into an archive, as it is in one moment: all in one transaction that others' writes do not touch; nothing else may be asked of the database meanwhile. What is secret stays: no webhook's secret,
 * headers or parameters, and no key of a provider, of which a bank has none. Throws `bank_not_found`, `document_not_found`.
 */
export async function collectBank(
  ctx: RequestContext,
  tx: Db,
  bank: BankScope,
  archive: ArchiveWriter,
  plan: ExportPlan,
): Promise<Collected> {
  await holdStill(tx, bank);
  const { includes } = plan;
  const [row, numbers] = [await readBank(tx, bank), await readNumbers(tx, bank)];
  if (row === null || numbers === null) throw bankNotFound(bank.bankId);
  const parts = openParts(archive);
  if (includes.config) {
    await archive.add(BANK, Buffer.from(JSON.stringify([{ bank_id: bank.bankId, name: row.name, config: row.config }])));
    await parts.add("directive", await readRows(tx, bank, "directive", null));
    await parts.add("webhook", (await readRows(tx, bank, "webhook", null)).map(withoutSecrets));
  }
  const choice = includes.data ? await choose(tx, bank, plan.documentIds) : NOTHING_CHOSEN;
  const { hashes, embedding } = await writeMemories(ctx, tx, bank, archive, parts, choice, {
    hasObservations: includes.observations,
    modelId: plan.modelId,
  });
  if (includes.knowledge_base) await writeModels(tx, bank, parts);
  if (includes.history) for (const table of ["audit_log", "llm_request"] as const) await writeAll(ctx, tx, bank, parts, table);
  await parts.flush();
  const missingFiles = await writeFiles(ctx, bank, archive, hashes);
  const manifest: Manifest = {
    format: FORMAT,
    format_version: FORMAT_VERSION,
    kind: plan.kind,
    created_at: ctx.now().toISOString(),
    bank_id: bank.bankId,
    includes,
    embedding,
    numbers: { memories: numbers.memories, runs: numbers.runs },
    counts: parts.counts,
    members: [...archive.members],
  };
  await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest)));
  return { counts: parts.counts, liveOperations: numbers.liveOperations, missingFiles };
}

/** Headers and parameters of a webhook may be keys. */
function withoutSecrets(webhook: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { method, timeoutSeconds } = (webhook.http_config ?? {}) as Readonly<Record<string, unknown>>;
  return { ...webhook, http_config: { ...(method ? { method } : {}), ...(timeoutSeconds ? { timeoutSeconds } : {}) } };
}

async function writeModels(tx: Db, bank: BankScope, parts: Parts): Promise<void> {
  for (const ids of batches(await listKeys(tx, bank, "mental_model"), 50)) {
    for (const table of ["mental_model", "mental_model_source", "mental_model_history"] as const)
      await parts.add(table, await readRows(tx, bank, table, ids));
  }
  await parts.add("knowledge_node", await readRows(tx, bank, "knowledge_node", null));
}

async function writeAll(ctx: RequestContext, tx: Db, bank: BankScope, parts: Parts, table: TransferTableName): Promise<void> {
  for (const keys of batches(await listKeys(tx, bank, table), 200)) {
    ctx.signal.throwIfAborted();
    await parts.add(table, await readRows(tx, bank, table, keys));
  }
}
