import { randomUUID } from "node:crypto";
import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { type Cause, forgetLearnt, forgetMemories, type Manner } from "../forget/index.js";
import { allocateNumbers } from "../store/banks/allocate-numbers.js";
import { deleteChunksFrom } from "../store/chunks/delete-chunks-from.js";
import { upsertChunks } from "../store/chunks/upsert-chunks.js";
import type { Db } from "../store/db.js";
import { insertDocumentEvents } from "../store/document-events/insert-document-events.js";
import { finishDocument } from "../store/documents/finish-document.js";
import { readDocumentRevisions } from "../store/documents/read-document-revisions.js";
import { upsertDocuments } from "../store/documents/upsert-documents.js";
import { insertAliasMentions } from "../store/entity-aliases/insert-alias-mentions.js";
import { insertLinks } from "../store/links/insert-links.js";
import { insertMemories } from "../store/memories/insert-memories.js";
import { keepMemories } from "../store/memories/keep-memories.js";
import { placeMemories } from "../store/memories/place-memories.js";
import { insertMentions } from "../store/mentions/insert-mentions.js";
import { insertPostings } from "../store/postings/insert-postings.js";
import { placePostings } from "../store/postings/place-postings.js";
import { insertWaiting } from "../store/queue/insert-waiting.js";
import { findRunsForWrite } from "../store/runs/find-runs-for-write.js";
import { upsertRuns } from "../store/runs/upsert-runs.js";
import { readHomes } from "../store/sources/read-homes.js";
import type { Restated } from "./collapse-statements.js";
import { type KeptLine, keptMemories } from "./delta.js";
import { eventsOf } from "./document-history.js";
import { StalePlan } from "./document-plan.js";
import type { WaitingText } from "./embed-now.js";
import type { Fact } from "./extract.js";
import { keepOutOfUse } from "./keep-invalidated.js";
import { causeLinks } from "./link-causes.js";
import { isLooseTurn, place } from "./place.js";
import { type ReceiptPart, receiptParts } from "./receipt-parts.js";
import { changedNumbers, firstOfEach, type Reconciled, reconcileSources } from "./reconcile-sources.js";
import { resolveEntities } from "./resolve.js";
import { memoryRow, type NewMemory, postingRows } from "./rows.js";
import { LOOSE_GAP_MS, loosePlaces, openRunBook } from "./runs.js";
import type { SettingsOf } from "./settings.js";
import { collapseSteps, heldDocuments, type Settled } from "./settle.js";
import type { Step } from "./steps.js";
import { writeAttachments } from "./write-attachments.js";
import { type RestatedFact, writeSources } from "./write-sources.js";

/** What a write did, for the receipt and for the encoder behind it. */
export interface Written {
  readonly receipt: readonly ReceiptPart[];
  /** The new memories that wait for their vector. */
  readonly waiting: readonly WaitingText[];
  /** Memories that were there may wait for a vector again: their wording is that of another source now. */
  readonly isReworded: boolean;
  /** The new revisions of the documents: what the next step of the same document stands on. */
  readonly revisions: ReadonlyMap<string, number>;
}

export interface WriteOptions {
  readonly settingsOf: SettingsOf;
  /** The operation that writes; null for a caller who waits. */
  readonly operationId: string | null;
}

/**
 * Writes steps in the transaction that is given: all of it or nothing. The bank's row is taken first, so that the writers of a bank go one after
 * another and can neither deadlock nor take the same number. About fifteen statements, whatever the number of memories.
 */
export async function write(
  tx: Db,
  ctx: EngineContext,
  bank: BankScope,
  all: readonly Step[],
  { settingsOf, operationId }: WriteOptions,
): Promise<Written> {
  const steps = all.filter((step) => !step.plan.isSuperseded);
  const facts = steps.flatMap((step) => step.facts.map(({ fact }) => fact));
  const runs = steps.reduce((sum, step) => sum + step.plan.draft.items.length + 1, 0);
  const numbers = await allocateNumbers(tx, bank, { memories: facts.length, runs });
  if (numbers === null) throw new HindsightError("bank_not_found", `Bank '${bank.bankId}' not found`);
  await requireBases(tx, bank, steps);

  const manner = (cause: Cause): Manner => ({ cause, engine: ctx });
  const forgotten: number[] = [];
  const removed = new Map<Step, number>();
  const copies = new Map<Step, Reconciled["copies"]>();
  for (const step of steps) {
    await keepOutOfUse(tx, bank, step);
    const reconciled = await reconcileSources(tx, bank, step, manner("replaced"));
    forgotten.push(...reconciled.forgotten);
    if (reconciled.forgotten.length > 0) removed.set(step, reconciled.forgotten.length);
    copies.set(step, reconciled.copies);
  }
  const ids = new Map(facts.map((fact) => [fact, randomUUID() as string]));
  const { settled, restated } = await collapseSteps(tx, bank, steps, { ids, going: new Set(forgotten), settingsOf });
  const book = openRunBook(numbers.runNo, await runsOf(tx, bank, steps, facts));
  const revisions = await writeDocuments(tx, bank, settled);
  await writeAttachments(tx, bank, heldDocuments(settled));

  const placements = settled.map((one) => place(one.step, new Set(one.facts.map(({ fact }) => fact)), book));
  const memories = newMemories(settled, placements, ids, restated.hashes, numbers.memoryNo);
  const changedRuns = book.changed();
  if (changedRuns.length > 0) await upsertRuns(tx, bank, changedRuns);
  await moveKept(
    tx,
    bank,
    settled,
    placements.flatMap((placement) => placement.moved),
    manner("rederived"),
  );
  await insertAll(tx, bank, memories, settled, restated, ctx.now());
  const lost = await forgetMemories(tx, bank, forgotten, manner("replaced")); // last: who is named in the old and the new version stays the same entity
  await insertDocumentEvents(tx, bank, eventsOf(settled, removed, lost.observationIds, operationId));
  return {
    receipt: [
      ...settled.flatMap((one) => receiptParts(withCopies(one.step, copies.get(one.step)), one.facts, one.into, one.elsewhere, ids)),
      ...all.filter((step) => step.plan.isSuperseded).flatMap((step) => receiptParts(step, [], new Map(), new Map(), ids)),
    ],
    revisions,
    isReworded: steps.some((step) => step.plan.stored.some((memory) => memory.isStatement)),
    waiting: memories.filter(({ fact }) => fact.needsVector).map(({ memoryNo, fact }) => ({ memoryNo, text: fact.unit.text })),
  };
}

/** The step with the memories that its document got of its own in place of shared ones. */
function withCopies(step: Step, copies: Reconciled["copies"] = new Map()): Step {
  if (copies.size === 0) return step;
  const lines = step.lines.map((line): Step["lines"][number] => {
    const copy = line.memory === null ? undefined : copies.get(line.memory.memoryNo);
    return line.memory === null || copy === undefined ? line : { ...line, memory: { ...line.memory, memoryNo: copy.to, id: copy.id } };
  });
  return { ...step, lines };
}

/** Compares what the plans stood on with what is there, under the lock. */
async function requireBases(tx: Db, bank: BankScope, steps: readonly Step[]): Promise<void> {
  const checked = steps.filter((step) => !step.plan.isLaidOutLate);
  if (checked.length === 0) return;
  const revisions = await readDocumentRevisions(
    tx,
    bank,
    checked.map((step) => step.plan.draft.documentId),
  );
  for (const { standsOn, plan } of checked) {
    if ((revisions.get(plan.draft.documentId) ?? null) !== standsOn) throw new StalePlan(plan.draft.documentId);
  }
}

/** The runs that these steps may add to. */
async function runsOf(tx: Db, bank: BankScope, steps: readonly Step[], facts: readonly Fact[]) {
  const documentIds = steps.filter((step) => !step.plan.isNew || !step.isFirst).map((step) => step.plan.draft.documentId);
  const places = steps.flatMap((step) => loosePlaces(step.plan.stored));
  const times = facts.filter(isLooseTurn).flatMap((fact) => (fact.said === null ? [] : [fact.said.at.getTime()]));
  if (documentIds.length === 0 && times.length === 0) return [];
  const [first, last] = times.reduce(([least, most], at) => [Math.min(least, at), Math.max(most, at)], [Infinity, -Infinity]);
  return findRunsForWrite(tx, bank, {
    documentIds,
    runNumbers: places.map((found) => found.runNo),
    loose: times.length === 0 ? null : { from: new Date((first as number) - LOOSE_GAP_MS), to: new Date((last as number) + LOOSE_GAP_MS) },
  });
}

async function writeDocuments(tx: Db, bank: BankScope, settled: readonly Settled[]): Promise<ReadonlyMap<string, number>> {
  const written = settled.filter((one) => one.isDocumentWritten);
  const first = written.filter((one) => one.step.isFirst);
  const revisions =
    first.length === 0
      ? new Map<string, number>()
      : await upsertDocuments(
          tx,
          bank,
          first.map(({ row, step }) => (step.isLast ? { ...row, writing: null } : row)),
        );
  const chunks = written.flatMap(({ chunks: own, row }) =>
    own.map((chunk) => ({
      documentId: row.documentId,
      chunkIndex: chunk.index,
      text: row.originalText === null ? "" : chunk.text,
      contentHash: chunk.hash,
      sourceHash: chunk.source,
    })),
  );
  if (chunks.length > 0) await upsertChunks(tx, bank, chunks);
  for (const { step } of first) {
    if (!step.plan.isNew && !step.plan.isAppend) await deleteChunksFrom(tx, bank, step.plan.draft.documentId, step.plan.chunkCount);
  }
  for (const { step } of written) if (step.isLast && !step.isFirst) await finishDocument(tx, bank, step.plan.draft.documentId);
  return revisions;
}

function newMemories(
  settled: readonly Settled[],
  placements: readonly ReturnType<typeof place>[],
  ids: ReadonlyMap<Fact, string>,
  hashes: ReadonlyMap<Fact, string>,
  firstNo: number,
): readonly NewMemory[] {
  let memoryNo = firstNo;
  return settled.flatMap(({ facts, row }, index) =>
    facts.map(({ fact, chunk }) => ({
      memoryNo: memoryNo++,
      id: ids.get(fact) ?? "",
      fact,
      statementHash: hashes.get(fact) ?? null,
      documentId: row.documentId,
      chunkIndex: chunk?.index ?? 0,
      place: placements[index]?.places.get(fact) ?? null,
    })),
  );
}

/** Carries tags, metadata and chunk of the new version to the memories that stay, and their new places to them and their postings. */
async function moveKept(
  tx: Db,
  bank: BankScope,
  settled: readonly Settled[],
  moved: ReturnType<typeof place>["moved"],
  manner: Manner,
): Promise<void> {
  const lines = await linesAtHome(tx, bank, settled);
  const kept = keptMemories(lines);
  await forgetLearnt(
    tx,
    bank,
    changedNumbers(lines.filter((line): line is Extract<typeof line, KeptLine> => line.memory !== null)),
    manner,
  );
  if (kept.length > 0) await keepMemories(tx, bank, firstOfEach(kept));
  if (moved.length === 0) return;
  await placeMemories(tx, bank, moved);
  await placePostings(
    tx,
    bank,
    moved.map(({ memoryNo }) => memoryNo),
  );
}

/** Lines whose memories are the document's own. One that is at home in another document keeps what it has from there (`reconcileSources`). */
async function linesAtHome(tx: Db, bank: BankScope, settled: readonly Settled[]): Promise<Step["lines"]> {
  const lines = settled.flatMap(({ step }) => step.lines);
  const statements = lines.flatMap(({ memory }) => (memory?.isStatement === true ? [memory.memoryNo] : []));
  if (statements.length === 0) return lines;
  const homes = new Map((await readHomes(tx, bank, statements)).map((home) => [home.memoryNo, home.documentId]));
  return lines.filter(({ memory }) => memory?.isStatement !== true || homes.get(memory.memoryNo) === memory.documentId);
}

async function insertAll(
  tx: Db,
  bank: BankScope,
  memories: readonly NewMemory[],
  settled: readonly Settled[],
  restated: Restated,
  now: Date,
): Promise<void> {
  if (memories.length > 0) {
    await insertMemories(tx, bank, memories.map(memoryRow));
    await insertPostings(tx, bank, postingRows(memories));
  }
  const facts = [...memories.map(({ fact }) => fact), ...restated.into.keys()];
  if (facts.length === 0) return;
  const { entities, aliases } = await resolveEntities(tx, bank, facts, now);
  const mentions = memories.flatMap(({ fact, memoryNo }) => (entities.get(fact) ?? []).map((entityId) => ({ memoryNo, entityId })));
  if (mentions.length > 0) await insertMentions(tx, bank, mentions);
  const numberOf = numbersOf(memories, restated);
  await writeSources(tx, bank, restatedFacts(settled, numberOf), memories, entities);
  const byAlias = facts.flatMap((fact) => {
    const memoryNo = numberOf(fact);
    return memoryNo === undefined ? [] : (aliases.get(fact) ?? []).map((name) => ({ ...name, memoryNo }));
  });
  if (byAlias.length > 0) await insertAliasMentions(tx, bank, byAlias);
  const links = causeLinks(
    settled.flatMap(({ step }) => step.facts),
    numberOf,
  );
  if (links.length > 0) await insertLinks(tx, bank, links);
  const waiting = memories.filter(({ fact }) => fact.needsVector).map(({ memoryNo }) => memoryNo);
  if (waiting.length > 0) await insertWaiting(tx, bank, waiting);
}

/** The memory that states a fact: its own, or the one that it collapsed into. */
function numbersOf(memories: readonly NewMemory[], { into }: Restated): (fact: Fact) => number | undefined {
  const own = new Map(memories.map(({ fact, memoryNo }) => [fact, memoryNo]));
  return (fact) => {
    const target = into.get(fact);
    if (target === undefined) return own.get(fact);
    return target.memoryNo ?? (target.fact === null ? undefined : own.get(target.fact));
  };
}

function restatedFacts(settled: readonly Settled[], numberOf: (fact: Fact) => number | undefined): readonly RestatedFact[] {
  return settled.flatMap(({ restated, row }) =>
    restated.flatMap(({ fact, chunk }) => {
      const memoryNo = numberOf(fact);
      return memoryNo === undefined ? [] : [{ fact, memoryNo, documentId: row.documentId, chunkIndex: chunk?.index ?? 0 }];
    }),
  );
}
