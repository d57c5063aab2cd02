import type { EditedField } from "../domain/curation.js";
import { contextTerms, type Posted, postedTerms, postingsOf } from "../domain/posted-terms.js";
import type { BankScope } from "../domain/scope.js";
import { analyse } from "../domain/text/analyse.js";
import { textHash } from "../domain/text/text-hash.js";
import type { Db } from "../store/db.js";
import { recountEntities } from "../store/entities/recount-entities.js";
import { detachReadings } from "../store/forgetting/detach-readings.js";
import { requeueFacts } from "../store/forgetting/requeue-facts.js";
import { deletePostings } from "../store/postings/delete-postings.js";
import { insertPostings } from "../store/postings/insert-postings.js";
import { insertWaiting } from "../store/queue/insert-waiting.js";
import { deleteSingleSources } from "../store/sources/delete-single-sources.js";
import { deleteSources, type SourcePlace } from "../store/sources/delete-sources.js";
import type { SourceRow } from "../store/sources/insert-sources.js";
import { type MovedHome, moveHomes } from "../store/sources/move-homes.js";
import { noteLastMention } from "../store/sources/note-last-mention.js";
import { pruneMentions } from "../store/sources/prune-mentions.js";
import { type MemoryHome, readHomes } from "../store/sources/read-homes.js";
import { readSources } from "../store/sources/read-sources.js";
import { deleteVectors } from "../store/vectors/delete-vectors.js";
import { askForConsolidation } from "./ask-for-consolidation.js";
import { forgetLearnt } from "./forget-memories.js";
import { type Forgotten, NOTHING_FORGOTTEN } from "./forgotten.js";
import type { Manner } from "./manner.js";
import { settleEntities } from "./settle-entities.js";

export interface SettledSources {
  /** Memories without any source, for the caller to forget. */
  readonly orphans: readonly number[];
  /** Observations that stood on memories which say something else now, with what followed from it. */
  readonly forgotten: Forgotten;
}

/** Takes sources away from memories and settles what is left. */
export async function dropSources(tx: Db, bank: BankScope, places: readonly SourcePlace[], manner: Manner): Promise<SettledSources> {
  if (places.length === 0) return { orphans: [], forgotten: NOTHING_FORGOTTEN };
  await deleteSources(tx, bank, places);
  return settleSources(tx, bank, [...new Set(places.map(({ memoryNo }) => memoryNo))], manner);
}

/**
 * Puts memories in order whose sources have changed. A home that is no source any more is given up: the memory moves to another of its sources, one of
 * the same document first, else the one that was said first, and states what that one states: of the document that is gone nothing stays in text, context,
 * names, index, or what was learnt of it.
 */
export async function settleSources(tx: Db, bank: BankScope, numbers: readonly number[], manner: Manner): Promise<SettledSources> {
  const bySource = new Map<number, SourceRow[]>();
  for (const source of await readSources(tx, bank, numbers))
    bySource.set(source.memoryNo, [...(bySource.get(source.memoryNo) ?? []), source]);
  const homes = await readHomes(tx, bank, numbers);
  const moved = homes.flatMap((home) => {
    const sources = bySource.get(home.memoryNo) ?? [];
    // Another chunk of a new version may have the index that the home had.
    const isHome = (source: SourceRow): boolean =>
      source.documentId === home.documentId && source.chunkIndex === home.chunkIndex && source.sourceHash === home.sourceHash;
    const to = sources.some(isHome) ? undefined : (sources.find((source) => source.documentId === home.documentId) ?? sources[0]);
    return to === undefined ? [] : [{ home, to }];
  });
  const forgotten = moved.length === 0 ? NOTHING_FORGOTTEN : await moveTo(tx, bank, moved, manner);
  const left = [...bySource.keys()];
  if (left.length > 0) {
    const untied = await pruneMentions(tx, bank, left);
    await deleteSingleSources(tx, bank, left);
    await noteLastMention(tx, bank, left);
    if (untied.length > 0) {
      await settleEntities(tx, bank, untied);
      await recountEntities(tx, bank, untied.map(allTimes));
    }
  }
  return { orphans: homes.filter(({ memoryNo }) => !bySource.has(memoryNo)).map(({ memoryNo }) => memoryNo), forgotten };
}

/** A span that holds every time an entity may have been mentioned at: its first and last time are looked up anew. */
export function allTimes(entityId: string): { readonly entityId: string; readonly first: Date; readonly last: Date } {
  return { entityId, first: new Date("0001-01-01T00:00:00Z"), last: new Date("9999-12-31T00:00:00Z") };
}

interface Move {
  readonly home: MemoryHome;
  readonly to: SourceRow;
}

async function moveTo(tx: Db, bank: BankScope, moves: readonly Move[], manner: Manner): Promise<Forgotten> {
  const changed = moves.filter(saysOtherwise).map(({ home }) => home.memoryNo);
  const forgotten = await forgetLearnt(tx, bank, changed, manner); // while what they said can still be found
  if (changed.length > 0) await detachReadings(tx, bank, changed);
  if (changed.length > 0 && (await requeueFacts(tx, bank, changed)) > 0) await askForConsolidation(tx, bank, manner.engine);
  const restated = moves.map(restate);
  const numbers = moves.map(({ home }) => home.memoryNo);
  await deletePostings(tx, bank, numbers); // first: the memories say where their postings are
  await moveHomes(
    tx,
    bank,
    restated.map(({ row }) => row),
  );
  await insertPostings(tx, bank, postingsOf(restated.map(({ posted }) => posted)));
  const reworded = moves
    .filter(({ home, to }) => !isEdited(home, "text") && home.isEmbedded && to.text !== home.text)
    .map(({ home }) => home.memoryNo);
  if (reworded.length === 0) return forgotten;
  await deleteVectors(tx, bank, reworded);
  await insertWaiting(tx, bank, reworded);
  return forgotten;
}

/** True when a move changes what a reader of the memory is shown: its wording or its context, unless a caller gave it one of its own. */
function saysOtherwise({ home, to }: Move): boolean {
  return (!isEdited(home, "text") && to.text !== home.text) || (!isEdited(home, "context") && to.context !== home.context);
}

function isEdited(home: MemoryHome, field: EditedField): boolean {
  return home.editedFields.includes(field);
}

/** A memory as its new home has it. What a caller edited stays. */
function restate({ home, to }: Move): { readonly row: MovedHome; readonly posted: Posted } {
  const text = isEdited(home, "text") ? home.text : to.text;
  const context = isEdited(home, "context") ? home.context : to.context;
  const { mentionedAt, mentionedOffset } = isEdited(home, "mentioned_at") ? home : to;
  const { terms, length } = analyse(text, home.language);
  const said = mentionedAt === null ? null : { at: mentionedAt, offsetMinutes: mentionedOffset ?? 0 };
  const around = contextTerms(said, context, home.language);
  const { entityIds: _names, ...source } = to;
  return {
    row: {
      ...source,
      memoryNo: home.memoryNo,
      text,
      context,
      mentionedAt,
      mentionedOffset,
      textHash: textHash(text).toString("hex"),
      terms: postedTerms(terms, around),
      termCount: length,
    },
    posted: { memoryNo: home.memoryNo, own: terms, around, length, place: null },
  };
}
