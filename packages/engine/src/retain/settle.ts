import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { findDuplicates } from "../store/memories/find-duplicates.js";
import { collapse } from "./collapse.js";
import { collapseStatements, type Restated } from "./collapse-statements.js";
import { rowWithout } from "./document-row.js";
import type { Fact } from "./extract.js";
import { layOut } from "./lay-out.js";
import type { SettingsOf } from "./settings.js";
import type { Step, StepFact } from "./steps.js";

/** A step after collapse: what of it is stored, and in which chunks. */
export interface Settled {
  readonly step: Step;
  readonly facts: readonly StepFact[];
  /** Facts that are not stored, with the id of the memory that states them. */
  readonly into: ReadonlyMap<Fact, string>;
  /** Those of them that become a further source of that memory, and where they lie. */
  readonly restated: readonly StepFact[];
  readonly elsewhere: ReturnType<typeof collapse>["elsewhere"];
  readonly row: Step["plan"]["row"];
  readonly chunks: Step["chunks"];
  /** False when every item of a made-up document stands in another one. */
  readonly isDocumentWritten: boolean;
}

/** Steps after collapse, and what of them is stated by other memories. */
export interface Collapsed {
  readonly settled: readonly Settled[];
  readonly restated: Restated;
}

/** Collapses what a write need not store. `going` are the memories that it forgets; `ids` what its new ones will be called. */
export async function collapseSteps(
  tx: Db,
  bank: BankScope,
  steps: readonly Step[],
  {
    ids,
    going,
    settingsOf,
  }: { readonly ids: ReadonlyMap<Fact, string>; readonly going: ReadonlySet<number>; readonly settingsOf: SettingsOf },
): Promise<Collapsed> {
  const idOf = (fact: Fact): string => ids.get(fact) ?? "";
  const all = steps.flatMap((step) => step.facts.map(({ fact }) => fact));
  const restated = await collapseStatements(tx, bank, all, going, idOf);
  const statements = steps.flatMap((step) => step.facts.filter(({ fact }) => !fact.unit.isTurn && fact.unit.reading === undefined));
  const documents = steps.filter((step) => !step.plan.isLaidOutLate).map((step) => step.plan.draft.documentId);
  const duplicates =
    statements.length === 0 ? [] : await findDuplicates(tx, bank, [...new Set(statements.map(({ fact }) => fact.textHash))], documents);
  const settled = steps.map((step): Settled => {
    const { plan } = step;
    const found = collapse(
      plan.draft,
      step.facts.map(({ fact }) => fact),
      duplicates,
      { forgotten: going, acrossDocuments: plan.isLaidOutLate, idOf },
    );
    const { elsewhere } = found;
    const own = step.facts.filter(({ fact }) => restated.into.has(fact));
    const into =
      own.length === 0
        ? found.into
        : new Map([...found.into, ...own.map(({ fact }) => [fact, restated.into.get(fact)?.id ?? ""] as const)]);
    const kept = step.facts.filter(({ fact }) => !into.has(fact));
    if (!plan.isLaidOutLate)
      return { step, facts: kept, into, restated: own, elsewhere, row: plan.row, chunks: step.chunks, isDocumentWritten: true };
    const items = plan.draft.items.filter((item) => !elsewhere.has(item));
    const chunks = layOut(
      plan.pieces.filter((piece) => !elsewhere.has(piece.item)),
      0,
      null,
    );
    const chunkOf = new Map(chunks.flatMap((chunk) => chunk.pieces.map((piece) => [piece, chunk])));
    const laid = (one: StepFact): StepFact => ({ ...one, chunk: chunkOf.get(one.piece) ?? null });
    return {
      step,
      facts: kept.map(laid),
      into,
      restated: own.map(laid),
      elsewhere,
      row: elsewhere.size === 0 || items.length === 0 ? plan.row : rowWithout(plan, items, settingsOf),
      chunks,
      isDocumentWritten: items.length > 0,
    };
  });
  return { settled, restated };
}

/** Documents that are written, with the items that do not stand elsewhere. */
export function heldDocuments(settled: readonly Settled[]) {
  return settled
    .filter((one) => one.isDocumentWritten)
    .map(({ step, elsewhere }) => ({ step, items: step.plan.draft.items.filter((item) => !elsewhere.has(item)) }));
}
