import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { deleteAllDocuments } from "../store/documents/delete-all-documents.js";
import { deleteAllEntities } from "../store/entities/delete-all-entities.js";
import { deleteAllLinks } from "../store/links/delete-all-links.js";
import { forgetLlmTexts } from "../store/llm-requests/forget-llm-texts.js";
import { deleteAllMemories } from "../store/memories/delete-all-memories.js";
import { deleteAllMentions } from "../store/mentions/delete-all-mentions.js";
import { deleteAllPostings } from "../store/postings/delete-all-postings.js";
import { deleteAllRuns } from "../store/runs/delete-all-runs.js";
import { deleteAllSources } from "../store/sources/delete-all-sources.js";
import { deleteAllVectors } from "../store/vectors/delete-all-vectors.js";
import type { Forgotten } from "./forgotten.js";

/**
 * Forgets all memories of a bank with the documents they were made of; the bank, its settings and its operations stay.
 * From the leaves to the roots, one statement per table: foreign keys then find nothing left to delete row by row.
 */
export async function forgetEverything(tx: Db, bank: BankScope): Promise<Forgotten> {
  const postings = await deleteAllPostings(tx, bank);
  const links = await deleteAllLinks(tx, bank);
  const vectors = await deleteAllVectors(tx, bank);
  await deleteAllMentions(tx, bank);
  await deleteAllSources(tx, bank);
  const memories = await deleteAllMemories(tx, bank);
  const entities = await deleteAllEntities(tx, bank);
  const runs = await deleteAllRuns(tx, bank);
  await deleteAllDocuments(tx, bank);
  await forgetLlmTexts(tx, bank, null);
  return { memories, postings, links, vectors, entities, runs };
}
