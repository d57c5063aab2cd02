/** Writes what a plan came to: rows, evidence, index, vectors and history of observations. About ten statements, whatever their number. */

import type { EngineContext } from "../../context.js";
import { type Posted, postingsOf } from "../../domain/posted-terms.js";
import { type BankScope, tenantScope } from "../../domain/scope.js";
import { analyse } from "../../domain/text/analyse.js";
import { instructionSigns } from "../../guard/defense/index.js";
import type { Db } from "../../store/db.js";
import { insertObservationHistory } from "../../store/observations/insert-observation-history.js";
import { insertObservationReadings } from "../../store/observations/insert-observation-readings.js";
import { insertObservationSources } from "../../store/observations/insert-observation-sources.js";
import { insertObservations, type NewObservation } from "../../store/observations/insert-observations.js";
import { trimObservationHistory } from "../../store/observations/trim-observation-history.js";
import { updateObservations } from "../../store/observations/update-observations.js";
import { deletePostings } from "../../store/postings/delete-postings.js";
import { insertPostings } from "../../store/postings/insert-postings.js";
import { insertWaiting } from "../../store/queue/insert-waiting.js";
import { deleteVectors } from "../../store/vectors/delete-vectors.js";
import { insertVectors } from "../../store/vectors/insert-vectors.js";
import { vectorType } from "../../store/vectors/vector-type.js";
import { type Belief, isReworded } from "./belief.js";
import type { Decided } from "./decide.js";
import { hashOf } from "./ground.js";

/** The caller holds the bank's row. `modelId` is the encoder's of the vectors; null where there are none. */
export async function writeBeliefs(
  tx: Db,
  { settings }: Pick<EngineContext, "settings">,
  bank: BankScope,
  { created, updated }: Pick<Decided, "created" | "updated">,
  modelId: number | null,
): Promise<void> {
  const touched = [...created, ...updated];
  if (touched.length === 0) return;
  const terms = new Map(touched.map((belief) => [belief, analyse(belief.text, belief.language)]));
  const row = (belief: Belief): NewObservation => ({ ...rowOf(belief), ...postedOf(terms.get(belief)) });
  const spoken = touched.filter(isReworded);
  const anew = updated.filter(isReworded);
  const numbers = anew.map(({ memoryNo }) => memoryNo);
  if (numbers.length > 0) {
    await deletePostings(tx, bank, numbers); // first: the memories say where their postings are
    await deleteVectors(tx, bank, numbers);
  }
  if (settings.enableObservationHistory && anew.length > 0) await keepHistory(tx, bank, anew, settings.observationHistoryMaxEntries);
  if (created.length > 0) await insertObservations(tx, bank, created.map(row));
  if (updated.length > 0) await updateObservations(tx, bank, updated.map(row));
  await insertObservationSources(tx, bank, touched.flatMap(sourcesOf));
  const readings = touched.flatMap(({ memoryNo: observationNo, borrowed, sources }) =>
    borrowed.filter((number) => !sources.has(number)).map((number) => ({ observationNo, memoryNo: number })),
  );
  if (readings.length > 0) await insertObservationReadings(tx, bank, readings);
  if (spoken.length === 0) return;
  const posted = spoken.map((belief) => postedAs(belief, terms.get(belief)));
  await insertPostings(tx, bank, postingsOf(posted));
  await insertWaiting(
    tx,
    bank,
    spoken.map(({ memoryNo }) => memoryNo),
  );
  const vectors = spoken.flatMap(({ memoryNo, text, vector }) => (vector === null ? [] : [{ bankKey: bank.key, memoryNo, text, vector }]));
  if (modelId === null || vectors.length === 0) return;
  const tenant = tenantScope(bank.tenant);
  await insertVectors(tx, tenant, { modelId, vectorType: await vectorType(tx, tenant) }, vectors);
}

async function keepHistory(tx: Db, bank: BankScope, beliefs: readonly Belief[], most: number): Promise<void> {
  const versions = beliefs.flatMap(({ memoryNo, before, added, reason }) =>
    before === null
      ? []
      : [
          {
            observationNo: memoryNo,
            previousText: before.text,
            previousTags: before.tags,
            previousOccurredStart: before.occurredStart,
            previousOccurredEnd: before.occurredEnd,
            previousMentionedAt: before.mentionedAt,
            newSourceIds: added.map(({ id }) => id),
            reason,
          },
        ],
  );
  await insertObservationHistory(tx, bank, versions);
  if (most === 0) return;
  const numbers = versions.map(({ observationNo }) => observationNo);
  await trimObservationHistory(tx, bank, numbers, most);
}

type Terms = ReturnType<typeof analyse> | undefined;

function rowOf({ memoryNo, id, text, tags, language, times, sources }: Belief): Omit<NewObservation, "terms" | "termCount"> {
  const { occurredStart, occurredEnd, datePrecision, mentionedAt } = times;
  const base = {
    memoryNo,
    id,
    text,
    textHash: hashOf(text),
    tags,
    language,
    proofCount: sources.size,
    instructionSigns: instructionSigns(text),
  };
  return { ...base, occurredStart, occurredEnd, datePrecision, mentionedAt };
}

function postedOf(terms: Terms): Pick<NewObservation, "terms" | "termCount"> {
  return { terms: [...(terms?.terms.keys() ?? [])], termCount: terms?.length ?? 0 };
}

/** The evidence that is new, and quotes for what was there without. */
function sourcesOf({ memoryNo: observationNo, before, sources }: Belief) {
  const quotes = new Map(before?.sourceNos.map((number, index) => [number, before.quotes[index] ?? null]));
  return [...sources].flatMap(([memoryNo, quote]) =>
    quotes.has(memoryNo) && quotes.get(memoryNo) === quote ? [] : [{ observationNo, memoryNo, quote }],
  );
}

const NO_TERMS: Posted["own"] = new Map();

/** A belief has its own words alone, and no place in a conversation. */
function postedAs({ memoryNo }: Belief, terms: Terms): Posted {
  return { memoryNo, own: terms?.terms ?? NO_TERMS, around: NO_TERMS, length: terms?.length ?? 0, place: null };
}
