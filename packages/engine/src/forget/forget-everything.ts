import type { BankScope } from "../domain/scope.js";
import { deleteInvalidatedKind } from "../store/curation/delete-invalidated-kind.js";
import type { Db } from "../store/db.js";
import { deleteAllDocuments } from "../store/documents/delete-all-documents.js";
import { deleteAllEntities } from "../store/entities/delete-all-entities.js";
import { deleteAllEvidence } from "../store/forgetting/delete-all-evidence.js";
import { noteForgetting } from "../store/forgetting/note-forgetting.js";
import { deleteAllLinks } from "../store/links/delete-all-links.js";
import { forgetLlmTexts } from "../store/llm-requests/forget-llm-texts.js";
import { deleteAllMemories } from "../store/memories/delete-all-memories.js";
import { deleteAllMentions } from "../store/mentions/delete-all-mentions.js";
import { deleteAllPostings } from "../store/postings/delete-all-postings.js";
import { deleteAllRuns } from "../store/runs/delete-all-runs.js";
import { deleteAllSources } from "../store/sources/delete-all-sources.js";
import { deleteAllVectors } from "../store/vectors/delete-all-vectors.js";
import { forgetQueued } from "./forget-queued.js";
import { type Forgotten, NOTHING_FORGOTTEN } from "./forgotten.js";
import { unsayModels } from "./unsay-models.js";

/**
 * Forgets all memories of a bank with the documents they were made of; the bank and its settings stay, its operations without what they
 * hold for a retry, and its mental models without what they say. From the leaves to the roots, one statement per table: foreign keys then find nothing left to delete row by row.
 */
export async function forgetEverything(tx: Db, bank: BankScope): Promise<Forgotten> {
  const postings = await deleteAllPostings(tx, bank);
  const links = await deleteAllLinks(tx, bank);
  const vectors = await deleteAllVectors(tx, bank);
  await deleteAllMentions(tx, bank);
  await deleteAllSources(tx, bank);
  await deleteInvalidatedKind(tx, bank, null);
  await deleteAllEvidence(tx, bank);
  const gone = await deleteAllMemories(tx, bank);
  const entities = await deleteAllEntities(tx, bank);
  const runs = await deleteAllRuns(tx, bank);
  await deleteAllDocuments(tx, bank);
  await forgetQueued(tx, bank, null);
  await noteForgetting(tx, bank);
  await forgetLlmTexts(tx, bank, null);
  const modelRefreshes = await unsayModels(tx, bank, [], "deleted"); // all that models have read is gone by now
  return { ...NOTHING_FORGOTTEN, ...gone, postings, links, vectors, entities, runs, modelRefreshes };
}
