import type { RequestContext } from "../../context.js";
import type { BankScope } from "../../domain/scope.js";
import type { Row } from "../../domain/transfer.js";
import type { Db } from "../../store/db.js";
import type { TransferTableName } from "../../store/shapes/transfer-tables.js";
import { listKeys } from "../../store/transfer/list-keys.js";
import { readRows } from "../../store/transfer/read-rows.js";
import { readVectors } from "../../store/vectors/read-vectors.js";
import type { Manifest } from "../archive/manifest.js";
import { documentMember, vectorMember } from "../archive/names.js";
import { packVectors } from "../archive/vectors.js";
import type { ArchiveWriter } from "../archive/write.js";
import { batches, groupBy } from "../lists.js";
import type { Choice } from "./choose.js";
import type { Parts } from "./parts.js";
import { restated } from "./restated.js";

const DOCUMENTS = 40;
const NUMBERS = 500;
const OF_DOCUMENT = ["chunk", "attachment", "run", "memory"] as const;
const OF_OBSERVATIONS = ["observation_source", "observation_history", "observation_reading"] as const;
const OF_INVALIDATED = ["invalidated_memory", "invalidated_source", "invalidated_link"] as const;

export interface WrittenMemories {
  /** Hashes of the attachments. */
  readonly hashes: ReadonlySet<string>;
  readonly embedding: Manifest["embedding"];
}

/** Writes documents with their memories, then what stands between memories: entities, sources, links, observations, vectors. */
export async function writeMemories(
  ctx: RequestContext,
  tx: Db,
  bank: BankScope,
  archive: ArchiveWriter,
  parts: Parts,
  choice: Choice,
  { hasObservations, modelId }: { readonly hasObservations: boolean; readonly modelId: number },
): Promise<WrittenMemories> {
  const hashes = new Set<string>();
  const runs = new Set<unknown>();
  const numbers = new Set<number>();
  const note = (table: string, rows: readonly Row[]): void => {
    parts.count(table, rows.length);
    for (const row of rows) {
      if (table === "attachment") hashes.add(String(row.hash));
      if (table === "run") runs.add(row.run_no);
      if (table === "memory") numbers.add(row.memory_no as number);
    }
  };
  let at = 0;
  for (const ids of batches(choice.documents, DOCUMENTS)) {
    ctx.signal.throwIfAborted();
    const documents = await readRows(tx, bank, "document", ids);
    parts.count("document", documents.length);
    const grouped = new Map<TransferTableName, ReadonlyMap<unknown, readonly Row[]>>();
    for (const table of OF_DOCUMENT) {
      const rows = await readRows(tx, bank, table, ids, "document");
      note(table, rows);
      grouped.set(
        table,
        groupBy(rows, (row) => row.document_id),
      );
    }
    for (const document of documents) {
      const of = (table: TransferTableName): readonly Row[] => grouped.get(table)?.get(document.document_id) ?? [];
      const member = { document, chunks: of("chunk"), attachments: of("attachment"), runs: of("run"), facts: of("memory") };
      await archive.add(documentMember(at++), Buffer.from(JSON.stringify(member)));
    }
    await parts.add("document_event", await readRows(tx, bank, "document_event", ids));
  }
  for (const some of batches(
    choice.runs.filter((run) => !runs.has(run)),
    NUMBERS,
  ))
    await parts.add("run", await readRows(tx, bank, "run", some));

  const foreign = await restated(tx, bank, choice.foreign, choice.chosen ?? new Set());
  const elsewhere = new Set(choice.foreign);
  for (const some of batches(
    choice.memories.filter((number) => !numbers.has(number) && !elsewhere.has(number)),
    NUMBERS,
  )) {
    const rows = (await readRows(tx, bank, "memory", some)).filter(({ kind }) => hasObservations || kind !== "observation");
    for (const { memory_no } of rows) numbers.add(memory_no as number);
    await parts.add("memory", rows);
  }
  await parts.add(
    "memory",
    [...foreign.values()].map(({ memory }) => memory),
  );
  for (const number of foreign.keys()) numbers.add(number);
  const entities = await writeBetween(ctx, tx, bank, parts, choice, numbers, foreign);
  if (hasObservations) await writeByNumber(ctx, tx, bank, parts, numbers, OF_OBSERVATIONS);
  await writeInvalidated(tx, bank, parts, choice, numbers, entities);
  for (const some of batches([...entities].sort(), NUMBERS)) await parts.add("entity", await readRows(tx, bank, "entity", some));
  const reworded = new Set([...foreign].filter(([, { hasItsText }]) => !hasItsText).map(([number]) => number));
  const worded = [...numbers].filter((number) => !reworded.has(number));
  return { hashes, embedding: await writeVectors(ctx, tx, bank, archive, modelId, worded) };
}

/** Entities, sources and links of memories; returns the entities that are named. */
async function writeBetween(
  ctx: RequestContext,
  tx: Db,
  bank: BankScope,
  parts: Parts,
  choice: Choice,
  numbers: ReadonlySet<number>,
  foreign: Awaited<ReturnType<typeof restated>>,
): Promise<Set<string>> {
  const entities = new Set<string>(choice.chosen === null ? ((await listKeys(tx, bank, "entity")) as readonly string[]) : []);
  for (const some of batches([...numbers], NUMBERS)) {
    ctx.signal.throwIfAborted();
    const mentions = (await readRows(tx, bank, "memory_entity", some)).filter(
      ({ memory_no, entity_id }) => foreign.get(memory_no as number)?.entityIds.includes(String(entity_id)) ?? true,
    );
    for (const { entity_id } of mentions) entities.add(String(entity_id));
    await parts.add("memory_entity", mentions);
    const sources = chosenSources(await readRows(tx, bank, "memory_source", some), choice.chosen);
    for (const { entity_ids } of sources) for (const id of entity_ids as readonly string[]) entities.add(id);
    await parts.add("memory_source", sources);
    await parts.add(
      "link",
      (await readRows(tx, bank, "link", some)).filter(({ to_no }) => numbers.has(to_no as number)),
    );
  }
  return entities;
}

/** Sources in chosen documents; a memory with one place has no rows of its own there. */
function chosenSources(sources: readonly Row[], chosen: ReadonlySet<string> | null): readonly Row[] {
  if (chosen === null) return sources;
  const kept = groupBy(
    sources.filter(({ document_id }) => chosen.has(String(document_id))),
    ({ memory_no }) => memory_no,
  );
  return [...kept.values()].filter((places) => places.length > 1).flat();
}

async function writeByNumber(
  ctx: RequestContext,
  tx: Db,
  bank: BankScope,
  parts: Parts,
  numbers: ReadonlySet<number>,
  tables: readonly TransferTableName[],
): Promise<void> {
  for (const some of batches([...numbers], NUMBERS)) {
    ctx.signal.throwIfAborted();
    for (const table of tables) await parts.add(table, await readRows(tx, bank, table, some));
  }
}

/** Facts out of use, and the names that callers made one entity's, which belong to no document. */
async function writeInvalidated(
  tx: Db,
  bank: BankScope,
  parts: Parts,
  { chosen, invalidated }: Choice,
  numbers: ReadonlySet<number>,
  entities: ReadonlySet<string>,
): Promise<void> {
  const all = new Set([...numbers, ...invalidated]);
  for (const some of batches(invalidated, NUMBERS)) {
    for (const table of OF_INVALIDATED) {
      const rows = await readRows(tx, bank, table, some);
      if (table === "invalidated_source") await parts.add(table, chosenSources(rows, chosen));
      else
        await parts.add(
          table,
          table === "invalidated_memory"
            ? rows
            : rows.filter(({ from_no, to_no }) => all.has(from_no as number) && all.has(to_no as number)),
        );
    }
  }
  if (chosen !== null || entities.size === 0) return;
  await parts.add("entity_alias", await readRows(tx, bank, "entity_alias", null));
  for (const some of batches([...all], NUMBERS)) await parts.add("alias_mention", await readRows(tx, bank, "alias_mention", some));
}

/** The vectors of the model in use; null where there are none. */
async function writeVectors(
  ctx: RequestContext,
  tx: Db,
  bank: BankScope,
  archive: ArchiveWriter,
  modelId: number,
  numbers: readonly number[],
): Promise<Manifest["embedding"]> {
  const { name: model, dimension } = ctx.encoder.model;
  let at = 0;
  for (const some of batches(numbers, NUMBERS)) {
    ctx.signal.throwIfAborted();
    const vectors = await readVectors(tx, bank, modelId, some);
    if (vectors.size > 0) await archive.add(vectorMember(at++), packVectors(vectors, dimension), { isPacked: true });
  }
  return at === 0 ? null : { model, dimension };
}
