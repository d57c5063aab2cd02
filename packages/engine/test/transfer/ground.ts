// Transfers on bare databases: a filled bank, an encoder that counts, storage in a folder, and archives that can be taken apart.
// In: a database. Out: exports and imports as the jobs do them, without a worker.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { findBank } from "../../src/banks/index.js";
import { loadSettings } from "../../src/config/index.js";
import type { RequestContext } from "../../src/context.js";
import { type BankScope, tenantScope } from "../../src/domain/scope.js";
import type { DocumentConflict, Row, TransferScope } from "../../src/domain/transfer.js";
import { NO_MODELS } from "../../src/providers/llm/index.js";
import { createLocalStore } from "../../src/providers/objects/local.js";
import { type Database, sql } from "../../src/store/db.js";
import { TRANSFER_ORDER, type TransferTableName } from "../../src/store/shapes/transfer-tables.js";
import { listKeys } from "../../src/store/transfer/list-keys.js";
import { readRows } from "../../src/store/transfer/read-rows.js";
import type { Manifest } from "../../src/transfer/archive/manifest.js";
import { openArchive } from "../../src/transfer/archive/read.js";
import { archiveOf } from "../../src/transfer/archive/write.js";
import { mergeDocuments, prepare, restoreBank } from "../../src/transfer/in/import.js";
import type { ExportPlan } from "../../src/transfer/out/collect.js";
import { exportBank } from "../../src/transfer/out/export.js";
import { FILLED } from "../support/filled-bank.js";

export const tenant = tenantScope("public");
export const LIMITS = { maxUnpackedBytes: 100 * 1_048_576 };
export const EVERYTHING: TransferScope = { includeData: true, includeConfig: true, includeHistory: true };
const INCLUDES: Manifest["includes"] = { data: true, config: true, history: true, observations: true, knowledge_base: true };

export interface Ground {
  readonly ctx: RequestContext;
  /** Texts that the encoder was asked for. */
  readonly embedded: string[];
  close(): void;
}

export function ground(db: Database, model: { readonly name: string; readonly dimension: number } = FILLED.model): Ground {
  const folder = mkdtempSync(join(tmpdir(), "hindsight-transfer-"));
  const embedded: string[] = [];
  const vectors = async (texts: readonly string[]) => {
    embedded.push(...texts);
    return texts.map(() => new Float32Array(model.dimension).fill(0.5));
  };
  const maps = { similarity: (cosine: number) => cosine, cosine: (similarity: number) => similarity };
  const ctx: RequestContext = {
    db,
    settings: loadSettings({}),
    encoder: {
      model: { ...model, languages: "any", ...maps },
      embedPassages: vectors,
      embedQuery: async () => new Float32Array(model.dimension),
      close: async () => undefined,
    },
    reranker: null,
    models: NO_MODELS,
    objects: createLocalStore(folder),
    parser: null,
    log: pino({ level: "silent" }),
    now: () => new Date("2026-01-02T03:04:05Z"),
    signal: new AbortController().signal,
  };
  return { ctx, embedded, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The archive of a bank, as bytes. */
export async function archived(ctx: RequestContext, bank: BankScope, plan: Partial<Omit<ExportPlan, "modelId">> = {}): Promise<Uint8Array> {
  const exported = await exportBank(ctx, bank, { kind: "bank", includes: INCLUDES, documentIds: null, ...plan });
  await exported.object.keep(`banks/0/test/${exported.object.sha256}`, { contentType: "application/zip" });
  return (await ctx.objects.get(`banks/0/test/${exported.object.sha256}`)) as Uint8Array;
}

export async function restored(
  ctx: RequestContext,
  own: BankScope,
  bytes: Uint8Array,
  targetBankId: string,
  scope = EVERYTHING,
  isOwn = false,
) {
  const prepared = await prepare(ctx, own, await openArchive(bytes, LIMITS), { isOwn });
  const result = await ctx.db.transaction((tx) => restoreBank(ctx, tx, own, prepared, { targetBankId, scope }));
  return { result, bank: (await findBank(ctx.db, tenant, targetBankId)) as BankScope };
}

export async function merged(ctx: RequestContext, bank: BankScope, bytes: Uint8Array, conflict: DocumentConflict = "skip") {
  const prepared = await prepare(ctx, bank, await openArchive(bytes, LIMITS), { isOwn: false });
  return ctx.db.transaction((tx) => mergeDocuments(ctx, tx, bank, prepared, conflict));
}

/** Members by name, of which some may be changed before they are written again with a manifest that fits, or with one's own. */
export async function repacked(
  bytes: Uint8Array,
  change: (members: Map<string, Uint8Array>) => void,
  describe: (manifest: Manifest) => unknown = (manifest) => manifest,
): Promise<Uint8Array> {
  const archive = await openArchive(bytes, LIMITS);
  const members = new Map<string, Uint8Array>();
  for (const { name } of archive.manifest.members) members.set(name, await archive.bytes(name));
  change(members);
  const parts: Uint8Array[] = [];
  const written = archiveOf(async (writer) => {
    for (const [name, content] of members) await writer.add(name, content);
    const manifest = describe({ ...archive.manifest, members: [...writer.members] });
    await writer.add("manifest.json", Buffer.from(JSON.stringify(manifest)));
  }, new Date());
  for await (const part of written) parts.push(part);
  return Buffer.concat(parts);
}

/** Rows of a member, changed. */
export function changeRows(members: Map<string, Uint8Array>, name: string, change: (rows: Row[]) => unknown): void {
  const rows = JSON.parse(Buffer.from(members.get(name) as Uint8Array).toString("utf8")) as Row[];
  members.set(name, Buffer.from(JSON.stringify(change(rows) ?? rows)));
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** All rows of a bank that travel, with ids by the order in which they are met: equal for banks that differ in ids alone. */
export async function rowsOf(db: Database, bank: BankScope, except: readonly TransferTableName[] = []): Promise<string> {
  const found: string[] = [];
  for (const table of TRANSFER_ORDER) {
    if (except.includes(table)) continue;
    const keys = await listKeys(db, bank, table);
    const rows = (await readRows(db, bank, table, keys)).map((row) => JSON.stringify(row));
    const masked = rows.map((row) => [row.replace(UUID, "id"), row] as const).sort(([a], [b]) => (a < b ? -1 : 1));
    found.push(table, ...masked.map(([, row]) => row));
  }
  const ids = new Map<string, number>();
  return found.join("\n").replace(UUID, (id) => {
    if (!ids.has(id)) ids.set(id, ids.size);
    return `#${ids.get(id)}`;
  });
}

/** How many rows each table of the database has, whosever they are. */
export async function rowCounts(db: Database, tables: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const text = `SELECT count(*) AS n FROM "${table}"`;
    const { rows } = await db.query<{ n: number }>(sql(Object.assign([text], { raw: [text] }) as unknown as TemplateStringsArray));
    counts[table] = rows[0]?.n ?? 0;
  }
  return counts;
}
