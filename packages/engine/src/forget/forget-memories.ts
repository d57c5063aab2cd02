import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { findMentionedEntities, type MentionedSpan } from "../store/entities/find-mentioned-entities.js";
import { recountEntities } from "../store/entities/recount-entities.js";
import { deleteLinks } from "../store/links/delete-links.js";
import { deleteMemories } from "../store/memories/delete-memories.js";
import { deleteMentions } from "../store/mentions/delete-mentions.js";
import { deletePostings } from "../store/postings/delete-postings.js";
import { deleteEmptyRuns } from "../store/runs/delete-empty-runs.js";
import { findRuns } from "../store/runs/find-runs.js";
import { deleteVectors } from "../store/vectors/delete-vectors.js";
import { type Forgotten, NOTHING_FORGOTTEN, sum } from "./forgotten.js";
import type { Manner } from "./manner.js";
import { rounds } from "./rounds.js";
import { settleEntities } from "./settle-entities.js";
import { unlearn } from "./unlearn.js";

/**
 * Forgets memories by their numbers, with the observations that stand on them; numbers that are not there count for nothing. Facts that stood behind such
 * an observation too are consolidated again, and mental models that read what goes are written anew (`unlearn`).
 */
export async function forgetMemories(tx: Db, bank: BankScope, numbers: readonly number[], manner: Manner): Promise<Forgotten> {
  if (numbers.length === 0) return NOTHING_FORGOTTEN;
  const { observations, requeued, modelRefreshes } = await unlearn(tx, bank, numbers, manner);
  const rows = await deleteRows(tx, bank, observations.length === 0 ? numbers : [...numbers, ...observations]);
  return { ...rows, requeued, modelRefreshes };
}

/** Forgets the observations that stand on facts which stay but say or are something else from now on. Before the facts change. */
export async function forgetLearnt(tx: Db, bank: BankScope, facts: readonly number[], manner: Manner): Promise<Forgotten> {
  if (facts.length === 0) return NOTHING_FORGOTTEN;
  const { observations, requeued, modelRefreshes } = await unlearn(tx, bank, facts, manner);
  const rows = observations.length === 0 ? NOTHING_FORGOTTEN : await deleteRows(tx, bank, observations);
  return { ...rows, requeued, modelRefreshes };
}

async function deleteRows(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<Forgotten> {
  let forgotten = NOTHING_FORGOTTEN;
  const spans = new Map<string, MentionedSpan>();
  const runs = new Set<number>();
  for (const round of rounds(numbers)) {
    for (const span of await findMentionedEntities(tx, bank, round)) spans.set(span.entityId, joined(span, spans.get(span.entityId)));
    for (const run of await findRuns(tx, bank, round)) runs.add(run);
    forgotten = sum(forgotten, await deleteRound(tx, bank, round));
  }
  // Entities and runs come last, once: a name in every round would be counted in every round.
  const entities = await settleEntities(tx, bank, [...spans.keys()]);
  if (spans.size > 0) await recountEntities(tx, bank, [...spans.values()]);
  const goneRuns = runs.size === 0 ? 0 : await deleteEmptyRuns(tx, bank, [...runs]);
  return { ...forgotten, entities, runs: goneRuns };
}

async function deleteRound(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<Forgotten> {
  const postings = await deletePostings(tx, bank, numbers); // first: the memories say where their postings are
  const links = await deleteLinks(tx, bank, numbers);
  const vectors = await deleteVectors(tx, bank, numbers);
  await deleteMentions(tx, bank, numbers);
  const gone = await deleteMemories(tx, bank, numbers);
  return { ...NOTHING_FORGOTTEN, ...gone, observations: gone.observationIds.length, postings, links, vectors };
}

function joined(span: MentionedSpan, other: MentionedSpan | undefined): MentionedSpan {
  if (other === undefined) return span;
  const first = new Date(Math.min(span.first.getTime(), other.first.getTime()));
  const last = new Date(Math.max(span.last.getTime(), other.last.getTime()));
  return { ...span, first, last };
}
