import type { ItemReceipt } from "../domain/requests.js";
import type { Collapse } from "./collapse.js";
import type { Fact } from "./extract.js";
import type { Item } from "./item.js";
import type { Step, StepFact } from "./steps.js";

/** What one step did for one item. */
export interface ReceiptPart {
  readonly index: number;
  readonly documentId: string;
  readonly outcome: ItemReceipt["outcome"];
  /** Memories in which the item stands: new ones, kept ones, and those that it collapsed into. */
  readonly memoryIds: readonly string[];
  readonly stored: number;
  readonly chunks: number;
  readonly collapsed: number;
  /** The memories that state what was collapsed. */
  readonly collapsedInto: readonly string[];
  readonly removed: number;
}

/** The receipt of a step, item by item. Memories that a replace removed are counted at the document's first item. */
export function receiptParts(
  step: Step,
  stored: readonly StepFact[],
  into: Collapse["into"],
  elsewhere: Collapse["elsewhere"],
  ids: ReadonlyMap<Fact, string>,
): readonly ReceiptPart[] {
  const { draft, forgotten, changed } = step.plan;
  const removed = step.isFirst ? forgotten.length : 0;
  const isChanged = removed > 0 || changed.length > 0;
  const storedFacts = new Set(stored.map(({ fact }) => fact));
  const byItem = new Map<Item, { ids: string[]; facts: StepFact[] }>(draft.items.map((item) => [item, { ids: [], facts: [] }]));
  for (const one of step.facts) byItem.get(one.fact.item)?.facts.push(one);
  for (const { memory, piece } of step.lines) if (memory !== null) byItem.get(piece.item)?.ids.push(memory.id);
  const chunksOf = countChunks(step, stored);
  return draft.items.map((item, place): ReceiptPart => {
    const { ids: kept, facts } = byItem.get(item) ?? { ids: [], facts: [] };
    const fresh = facts.filter(({ fact }) => storedFacts.has(fact));
    const own = [...kept, ...facts.map(({ fact }) => into.get(fact) ?? ids.get(fact) ?? "")];
    return {
      index: item.index,
      documentId: elsewhere.get(item) ?? draft.documentId,
      outcome: outcomeOf(step, fresh.length, facts.length, kept.length, isChanged, removed),
      memoryIds: [...new Set(own)],
      stored: fresh.length,
      chunks: chunksOf.get(item) ?? 0,
      collapsed: facts.length - fresh.length,
      collapsedInto: [...new Set(facts.flatMap(({ fact }) => into.get(fact) ?? []))],
      removed: place === 0 ? removed : 0,
    };
  });
}

function outcomeOf(step: Step, stored: number, units: number, kept: number, isChanged: boolean, removed: number): ItemReceipt["outcome"] {
  const { isNew, isAppend, isSuperseded } = step.plan;
  if (isSuperseded) return "superseded";
  if (units > 0 && stored === 0) {
    if (kept === 0) return "collapsed";
    return removed > 0 ? "updated" : "unchanged"; // what is gone of the old version is a change, also where all that is new was there
  }
  if (isNew || isAppend) return stored > 0 ? "stored" : "empty";
  return isChanged || stored > 0 ? "updated" : "unchanged";
}

/** In how many chunks each item stands. */
function countChunks(step: Step, stored: readonly StepFact[]): ReadonlyMap<Item, number> {
  const chunks = new Map<Item, Set<number>>();
  const note = (item: Item, index: number): void => {
    const known = chunks.get(item) ?? new Set<number>();
    known.add(index);
    chunks.set(item, known);
  };
  for (const { fact, chunk } of stored) if (chunk !== null) note(fact.item, chunk.index);
  for (const { piece, chunk } of step.lines) note(piece.item, chunk.index);
  return new Map([...chunks].map(([item, found]) => [item, found.size]));
}
