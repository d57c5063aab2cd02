import { objectKey } from "../../attachments/index.js";
import type { RequestContext } from "../../context.js";
import type { BankScope } from "../../domain/scope.js";
import type { Row, TransferScope } from "../../domain/transfer.js";
import { HindsightError } from "../../errors.js";
import { type ModelIndex, putIndex } from "../../models/index.js";
import { defenseOf, readNames } from "../../retain/index.js";
import { upsertStoredObjects } from "../../store/attachments/upsert-stored-objects.js";
import type { AllocatedNumbers } from "../../store/banks/allocate-numbers.js";
import { readBank } from "../../store/banks/read-bank.js";
import { type Db, sqlStateOf } from "../../store/db.js";
import type { TransferTableName } from "../../store/shapes/transfer-tables.js";
import { insertMemoryVectors } from "../../store/transfer/insert-memory-vectors.js";
import type { VectorTarget } from "../../store/vectors/insert-vectors.js";
import { unreadable } from "../archive/manifest.js";
import { memberKind } from "../archive/names.js";
import type { Archive } from "../archive/read.js";
import { unpackVectors } from "../archive/vectors.js";
import { carried, tieIn } from "./carry.js";
import { checkedDocument, checkedRows } from "./check.js";
import type { Fit } from "./fit.js";
import { openLoader } from "./loader.js";
import { nameless } from "./nameless.js";
import { mentionRows } from "./names.js";
import { openRowScreen } from "./screen.js";
import type { Survey } from "./survey.js";

export interface LoadPlan {
  readonly archive: Archive;
  readonly survey: Survey;
  readonly fit: Fit;
  /** The first numbers that the bank gave. */
  readonly first: AllocatedNumbers;
  readonly scope: TransferScope;
  /** Mental models and pages are taken. */
  readonly hasModels: boolean;
  readonly hasObservations: boolean;
  /** The archive was made within this server for this import. */
  readonly isOwn: boolean;
  /** What finds the mental models, made before the transaction. */
  readonly indexes: ReadonlyMap<string, ModelIndex>;
  readonly vectorTarget: VectorTarget;
}

export interface Loaded {
  readonly counts: ReadonlyMap<TransferTableName, number>;
  readonly facts: number;
  readonly observations: number;
  readonly files: number;
  /** Names of what the bank's memory defense took out. */
  readonly redacted: readonly string[];
}

const MODELS: ReadonlySet<string> = new Set(["mental_model", "mental_model_source", "mental_model_history"]);
const CONFIG: ReadonlySet<string> = new Set(["directive", "webhook"]);
const HISTORY: ReadonlySet<string> = new Set(["audit_log", "llm_request"]);
const OBSERVATIONS: ReadonlySet<string> = new Set(["observation_source", "observation_history", "observation_reading"]);
const MENTIONS: ReadonlySet<string> = new Set(["memory_entity", "alias_mention"]);

/** Writes what an archive brings into a bank that the transaction holds. Throws `file_unreadable` for rows that no bank could take; what else fails is no fault of the archive. */
export async function load(ctx: RequestContext, tx: Db, bank: BankScope, plan: LoadPlan): Promise<Loaded> {
  try {
    return await loadAll(ctx, tx, bank, plan);
  } catch (error) {
    if (error instanceof HindsightError || !isRowsFault(error)) throw error;
    throw unreadable(`a row in it cannot be stored (${error instanceof Error ? error.message.slice(0, 200) : String(error)})`, error);
  }
}

/** Tables whose rows are compared with the bank's by their names: two of one name are not in the archive (`survey`), so one that is taken is a mistake of ours. */
const NAMED: ReadonlySet<string> = new Set(["document", "entity", "entity_alias", "mental_model", "knowledge_node"]);
/** Values that are none of their type, rows that break a rule of their table, rows too large for an index. */
const REFUSED_ROW = /^(?:22|23|54)/;
const NOT_UNIQUE = "23505";

function isRowsFault(error: unknown): boolean {
  const state = sqlStateOf(error) ?? "";
  if (state === NOT_UNIQUE && NAMED.has(String((error as { readonly table?: unknown }).table))) return false;
  return REFUSED_ROW.test(state);
}

async function loadAll(ctx: RequestContext, tx: Db, bank: BankScope, plan: LoadPlan): Promise<Loaded> {
  const { archive, survey, fit, first } = plan;
  const { memories: numbers, runs } = survey;
  const places = {
    memory: (given: number) => numbers.of(given) + first.memoryNo - 1,
    run: (given: number) => runs.of(given) + first.runNo - 1,
  };
  const reworded = new Set<number>();
  const comesWithVector = vectorsOf(ctx, plan, reworded);
  const loader = openLoader(ctx, tx, bank, (number) => comesWithVector(numbers.given(number - first.memoryNo + 1)));
  const screen = openRowScreen(defenseOf(ctx, await readBank(tx, bank)), plan); // that of the bank as it is to be, with the settings that came along
  const names = nameless();
  const memories = { facts: 0, observations: 0 };
  const ties = new Map<number, Set<string>>();
  const tie = (row: Row): void => {
    const one = tieIn(row, fit);
    if (one === null) return;
    const list = ties.get(one.memoryNo);
    if (list === undefined) ties.set(one.memoryNo, new Set([one.entityId]));
    else list.add(one.entityId);
  };
  const put = async (table: TransferTableName, row: Row): Promise<void> => {
    if (MENTIONS.has(table) && fit.naming.gathers !== null) return table === "memory_entity" ? tie(row) : undefined;
    const placed = carried(table, row, fit, { places, isOwn: plan.isOwn });
    if (placed === null) return;
    const moved = names.without(table, screen.screen(table, placed));
    if (moved === null) return;
    if (table !== "memory") return loader.add(table, table === "webhook" ? { ...moved, enabled: false } : moved);
    if (row.kind === "observation" && !plan.hasObservations) return;
    memories[row.kind === "observation" ? "observations" : "facts"] += 1;
    if (moved.text !== row.text) reworded.add(row.memory_no as number);
    await loader.add(table, plan.hasObservations ? moved : { ...moved, consolidated_at: null, consolidation_failed_at: null });
  };
  const members = archive.manifest.members.map(({ name }) => ({ name, kind: memberKind(name) }));
  const rowsOf = async (name: string, table: TransferTableName): Promise<void> => {
    for (const row of checkedRows(await archive.json(name), table, archive.manifest, name)) await put(table, row);
  };
  // What memories refer to, then memories, then what refers to them.
  const before: readonly TransferTableName[] = ["run", "entity"];
  const tables = members.flatMap(({ name, kind }) =>
    kind?.kind === "rows" && isWanted(kind.table, plan) ? [{ name, table: kind.table }] : [],
  );
  for (const { name, table } of tables) if (before.includes(table)) await rowsOf(name, table);
  for (const { name, kind } of members) if (kind?.kind === "document" && plan.scope.includeData) await loadDocument(archive, name, put);
  for (const { name, table } of tables) if (table === "memory") await rowsOf(name, table);
  await loader.finishMemories();
  for (const { name, table } of tables)
    if (table !== "memory" && table !== "knowledge_node" && !before.includes(table)) await rowsOf(name, table);
  if (fit.naming.gathers !== null)
    for (const [table, row] of mentionRows(fit.naming.gathers, ties, places.memory)) {
      const left = names.without(table, row);
      if (left !== null) await loader.add(table, left);
    }
  if (plan.hasModels) for (const node of fit.nodes) await put("knowledge_node", node);
  await loader.flush();
  await readNames(
    tx,
    bank,
    [...survey.entities, ...survey.aliases.values()].flatMap(({ key }) => key ?? []),
  );
  if (plan.hasModels) for (const [id, index] of plan.indexes) if (fit.hasModel(id)) await putIndex(tx, bank, id, index);
  if (plan.scope.includeData) await loadVectors(ctx, tx, bank, plan, comesWithVector);
  const files = plan.scope.includeData ? await loadFiles(ctx, tx, bank, archive) : 0;
  return { counts: loader.counts, ...memories, files, redacted: screen.found() };
}

function isWanted(table: TransferTableName, { scope, hasModels, hasObservations }: LoadPlan): boolean {
  if (CONFIG.has(table)) return scope.includeConfig;
  if (HISTORY.has(table)) return scope.includeHistory;
  if (!scope.includeData) return false;
  if (MODELS.has(table)) return hasModels;
  if (OBSERVATIONS.has(table)) return hasObservations;
  return true;
}

async function loadDocument(archive: Archive, name: string, put: (table: TransferTableName, row: Row) => Promise<void>): Promise<void> {
  const { document, chunks, attachments, runs, facts } = checkedDocument(await archive.json(name), archive.manifest, name);
  await put("document", document);
  for (const row of chunks) await put("chunk", row);
  for (const row of attachments) await put("attachment", row);
  for (const row of runs) await put("run", row);
  for (const row of facts) await put("memory", row);
}

/** Which memories of the archive get its vectors. Those of another model would be noise among those of this one, as would one of other words. */
function vectorsOf(ctx: RequestContext, { archive, survey, fit }: LoadPlan, reworded: ReadonlySet<number>): (number: number) => boolean {
  const { embedding } = archive.manifest;
  const { name, dimension } = ctx.encoder.model;
  if (embedding?.model !== name || embedding.dimension !== dimension) return () => false;
  return (number) => survey.vectors.has(number) && fit.hasMemory(number) && !reworded.has(number);
}

async function loadVectors(
  ctx: RequestContext,
  tx: Db,
  bank: BankScope,
  plan: LoadPlan,
  isTaken: (number: number) => boolean,
): Promise<void> {
  const { archive, survey, first, vectorTarget } = plan;
  const { embedding, members } = archive.manifest;
  for (const { name } of embedding === null ? [] : members) {
    if (memberKind(name)?.kind !== "vectors") continue;
    ctx.signal.throwIfAborted();
    const vectors = [...unpackVectors(await archive.bytes(name), embedding?.dimension ?? 0)].filter(([number]) => isTaken(number));
    await insertMemoryVectors(
      tx,
      bank,
      vectorTarget,
      vectors.map(([number, vector]) => ({ memoryNo: survey.memories.of(number) + first.memoryNo - 1, vector })),
    );
  }
}

/** Bytes come before the transaction is through: when it is not, the sweep of objects that nothing names takes them. */
async function loadFiles(ctx: RequestContext, tx: Db, bank: BankScope, archive: Archive): Promise<number> {
  let files = 0;
  for (const { name } of archive.manifest.members) {
    const kind = memberKind(name);
    if (kind?.kind !== "file") continue;
    ctx.signal.throwIfAborted();
    await upsertStoredObjects(tx, bank, [kind.hash]);
    const key = objectKey(bank, kind.hash);
    if (!(await ctx.objects.has(key, ctx.signal)))
      await ctx.objects.put(key, await archive.bytes(name), { contentType: "application/octet-stream", signal: ctx.signal });
    files += 1;
  }
  return files;
}
