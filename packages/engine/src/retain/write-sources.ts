import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { discountMentions } from "../store/entities/discount-mentions.js";
import { insertMentions } from "../store/mentions/insert-mentions.js";
import { insertHomeSources } from "../store/sources/insert-home-sources.js";
import { insertSources, type SourceRow } from "../store/sources/insert-sources.js";
import { noteLastMention } from "../store/sources/note-last-mention.js";
import type { Fact } from "./extract.js";
import type { Named } from "./resolve.js";
import type { NewMemory } from "./rows.js";

/** A fact that is not stored, since the memory `memoryNo` states it; it is one more source of that memory. */
export interface RestatedFact {
  readonly fact: Fact;
  readonly memoryNo: number;
  readonly documentId: string;
  readonly chunkIndex: number;
}

/**
 * Adds sources to memories, and what they mention to what the memories mention. What a chunk says twice has one source there. The mentions of the memories'
 * own homes must be written already: they are noted with the home. Seven statements; none without restated facts.
 */
export async function writeSources(
  tx: Db,
  bank: BankScope,
  restated: readonly RestatedFact[],
  memories: readonly NewMemory[],
  entitiesOf: Named,
): Promise<void> {
  if (restated.length === 0) return;
  const homes = new Set(memories.map(placeKey));
  const elsewhere = restated.filter((one) => !homes.has(placeKey(one)));
  const targets = [...new Set(elsewhere.map(({ memoryNo }) => memoryNo))];
  if (targets.length > 0) {
    await insertHomeSources(tx, bank, targets);
    await insertSources(
      tx,
      bank,
      elsewhere.map((one) => sourceRow(one, entitiesOf)),
    );
    await noteLastMention(tx, bank, targets);
  }
  const mentions = restated.flatMap(({ fact, memoryNo }) => (entitiesOf.get(fact) ?? []).map((entityId) => ({ memoryNo, entityId })));
  if (mentions.length === 0) return;
  const surplus = new Map<string, number>();
  for (const { entityId } of mentions) surplus.set(entityId, (surplus.get(entityId) ?? 0) + 1);
  for (const entityId of await insertMentions(tx, bank, mentions)) surplus.set(entityId, (surplus.get(entityId) ?? 0) - 1);
  const counted = [...surplus].flatMap(([entityId, more]) => (more > 0 ? [{ entityId, mentions: more }] : []));
  // Not counted anew: names that half the bank mentions would cost every write as much as there are facts.
  if (counted.length > 0) await discountMentions(tx, bank, counted);
}

/** Equal for what one chunk says of one memory. */
function placeKey({ memoryNo, documentId, chunkIndex }: Pick<RestatedFact, "memoryNo" | "documentId" | "chunkIndex">): string {
  return JSON.stringify([memoryNo, documentId, chunkIndex]);
}

function sourceRow({ fact, ...place }: RestatedFact, entitiesOf: Named): SourceRow {
  return {
    ...place,
    text: fact.unit.text,
    sourceHash: fact.sourceHash,
    context: fact.item.context,
    metadata: fact.item.metadata,
    attachmentIds: fact.attachmentIds,
    entityIds: entitiesOf.get(fact) ?? [],
    mentionedAt: fact.said?.at ?? null,
    mentionedOffset: fact.said?.offsetMinutes ?? null,
  };
}
