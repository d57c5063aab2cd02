import type { Unit } from "../domain/memory.js";
import type { PlacedMemory } from "../store/memories/place-memories.js";
import type { Fact } from "./extract.js";
import type { Item } from "./item.js";
import { loosePlaces, type Place, type RunBook } from "./runs.js";
import type { Step } from "./steps.js";

/** Where the memories of a step stand. Facts that are not in `places` have no neighbours. */
export interface Placement {
  readonly places: ReadonlyMap<Fact, Place>;
  /** Stored memories that stand elsewhere now. */
  readonly moved: readonly PlacedMemory[];
}

/**
 * Gives the memories of a step their place, which recall reads neighbours from.
 *
 * The units of a document that the caller named are one run, in the order of its text; an append goes on behind it. A single turn that is its own
 * document, or has none, joins the loose run of its time: who sends one turn at a time still has a conversation. A statement without a speaker that
 * stands alone has no neighbours: facts that came in one call need not have anything to do with one another. `facts` are those that are stored.
 */
export function place(whole: Step, all: ReadonlySet<Fact>, book: RunBook): Placement {
  const { step, facts } = withoutStatements(whole, all);
  const { plan } = step;
  if (plan.draft.isGenerated) return placeByItem(step, facts, book);
  if (plan.isAppend) return step.isFirst ? placeAppend(step, facts, book) : goOn(step, facts, book);
  return step.isFirst ? placeReplace(step, facts, book) : goOn(step, facts, book);
}

/** What has a place: not the facts that a language model found. They stand for themselves, and their order is the model's. */
function withoutStatements(step: Step, facts: ReadonlySet<Fact>): { readonly step: Step; readonly facts: ReadonlySet<Fact> } {
  const { plan, lines } = step;
  if (!plan.stored.some((memory) => memory.isStatement) && !plan.pieces.some((piece) => piece.toRead !== null)) return { step, facts };
  const stored = plan.stored.filter((memory) => !memory.isStatement);
  return {
    step: {
      ...step,
      plan: { ...plan, stored },
      lines: lines.filter((line) => (line.memory === null ? line.unit.reading === undefined : !line.memory.isStatement)),
    },
    facts: new Set([...facts].filter((fact) => fact.unit.reading === undefined)),
  };
}

function placeReplace(step: Step, facts: ReadonlySet<Fact>, book: RunBook): Placement {
  const { draft, stored, row } = step.plan;
  const lines = step.lines.filter((line) => line.fact === null || facts.has(line.fact));
  if (book.owns(draft.documentId) || !step.isLast || (lines.length > 1 && !isOneTurn(lines.map(speakerOf)))) {
    if (lines.length > 0) book.restart(draft.documentId, row.tags);
    return goOn(step, facts, book);
  }
  return placeLoose(lines, loosePlaces(stored), book);
}

/** The units of one turn, or a single statement. A turn that replaces another keeps its place in the conversation. */
function placeLoose(lines: Step["lines"], kept: readonly Place[], book: RunBook): Placement {
  const places = new Map<Fact, Place>();
  const moved: PlacedMemory[] = [];
  lines.forEach(({ fact, memory }, index) => {
    const old = kept[index];
    if (fact !== null) {
      const found = old === undefined ? joinLoose(fact, book) : book.keep(old);
      if (found !== null) places.set(fact, found);
    }
    if (memory !== null && old !== undefined && (memory.runNo !== old.runNo || memory.position !== old.position)) {
      moved.push({ memoryNo: memory.memoryNo, ...book.keep(old) });
    }
  });
  return { places, moved };
}

function placeAppend(step: Step, facts: ReadonlySet<Fact>, book: RunBook): Placement {
  const { draft, stored, row } = step.plan;
  if (facts.size === 0) return { places: new Map(), moved: [] };
  if (book.owns(draft.documentId)) return goOn(step, facts, book);
  if (stored.length === 0 && isOneTurn(step.lines.map(speakerOf)))
    return placeLoose(
      step.lines.filter((line) => line.fact !== null && facts.has(line.fact)),
      [],
      book,
    );
  const moved = stored.map((memory) => ({ memoryNo: memory.memoryNo, ...book.next(draft.documentId, row.tags, memory.mentionedAt) }));
  return { places: goOn(step, facts, book).places, moved };
}

/** Takes the next places of the document's own run. */
function goOn(step: Step, facts: ReadonlySet<Fact>, book: RunBook): Placement {
  const { draft, row } = step.plan;
  const places = new Map<Fact, Place>();
  const moved: PlacedMemory[] = [];
  for (const { memory, fact } of step.lines) {
    if (fact !== null && facts.has(fact)) places.set(fact, book.next(draft.documentId, row.tags, fact.said?.at ?? null));
    if (memory === null) continue;
    const found = book.next(draft.documentId, row.tags, memory.mentionedAt);
    if (memory.runNo !== found.runNo || memory.position !== found.position) moved.push({ memoryNo: memory.memoryNo, ...found });
  }
  return { places, moved };
}

/** Items without a document of the caller's: those of several units are a run each, single turns join the loose run. */
function placeByItem(step: Step, facts: ReadonlySet<Fact>, book: RunBook): Placement {
  const { draft } = step.plan;
  const byItem = new Map<Item, Fact[]>();
  for (const { fact } of step.facts) if (facts.has(fact)) byItem.set(fact.item, [...(byItem.get(fact.item) ?? []), fact]);
  const places = new Map<Fact, Place>();
  for (const [item, own] of byItem) {
    const next = own.length > 1 && !isOneTurn(own.map(({ unit }) => unit)) ? book.open(draft.documentId, item.tags) : null;
    for (const fact of own) {
      const found = next === null ? joinLoose(fact, book) : next(fact.said?.at ?? null);
      if (found !== null) places.set(fact, found);
    }
  }
  return { places, moved: [] };
}

type Speaker = Pick<Unit, "speaker" | "role">;

function speakerOf(line: Step["lines"][number]): Speaker {
  return line.memory ?? line.unit;
}

/** True for the parts of one turn: a long message is several memories, and still one turn among those before and after it. */
function isOneTurn(parts: readonly Speaker[]): boolean {
  const [first] = parts;
  if (first === undefined || (first.speaker === null && first.role === null)) return parts.length <= 1;
  return parts.every((part) => part.speaker === first.speaker && part.role === first.role);
}

export function isLooseTurn(fact: Fact): boolean {
  return fact.unit.speaker !== null || fact.unit.role !== null;
}

function joinLoose(fact: Fact, book: RunBook): Place | null {
  return isLooseTurn(fact) ? book.join(fact.item.tags, fact.said?.at ?? null) : null;
}
