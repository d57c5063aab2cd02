import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { deleteUnmentionedEntities } from "../store/entities/delete-unmentioned-entities.js";
import { findMentionedEntities } from "../store/entities/find-mentioned-entities.js";
import { recountEntities } from "../store/entities/recount-entities.js";
import { deleteLinks } from "../store/links/delete-links.js";
import { deleteMemories } from "../store/memories/delete-memories.js";
import { deletePostings } from "../store/postings/delete-postings.js";
import { deleteEmptyRuns } from "../store/runs/delete-empty-runs.js";
import { findRuns } from "../store/runs/find-runs.js";
import { deleteVectors } from "../store/vectors/delete-vectors.js";
import { type Forgotten, NOTHING_FORGOTTEN, sum } from "./forgotten.js";

/** Memories that one round of statements takes: bounds the parameters and the time that a round holds the database. */
const ROUND = 1000;

/** Forgets memories by their numbers; numbers that are not there count for nothing. */
export async function forgetMemories(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<Forgotten> {
  let forgotten = NOTHING_FORGOTTEN;
  for (let at = 0; at < numbers.length; at += ROUND) forgotten = sum(forgotten, await forgetRound(tx, bank, numbers.slice(at, at + ROUND)));
  return forgotten;
}

async function forgetRound(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<Forgotten> {
  const entities = await findMentionedEntities(tx, bank, numbers);
  const runs = await findRuns(tx, bank, numbers);
  const postings = await deletePostings(tx, bank, numbers); // first: the memories say where their postings are
  const links = await deleteLinks(tx, bank, numbers);
  const vectors = await deleteVectors(tx, bank, numbers);
  const memories = await deleteMemories(tx, bank, numbers);
  const goneEntities = await deleteUnmentionedEntities(tx, bank, entities);
  await recountEntities(tx, bank, entities);
  const goneRuns = await deleteEmptyRuns(tx, bank, runs);
  return { memories, postings, links, vectors, entities: goneEntities, runs: goneRuns };
}
