import type { LinkRow } from "../store/links/insert-links.js";
import type { Fact } from "./extract.js";
import type { StepFact } from "./steps.js";

/** Weight of what a language model said to be the cause. */
const CAUSE_WEIGHT = 1;

/**
 * Links from effects to their causes. A reading names its causes by their places among the readings of its chunk; one that collapsed stands for the memory
 * that it became. A fact whose cause is the same memory as itself has none.
 */
export function causeLinks(facts: readonly StepFact[], numberOf: (fact: Fact) => number | undefined): readonly LinkRow[] {
  const causing = facts.filter(({ fact }) => (fact.unit.reading?.causedBy.length ?? 0) > 0);
  if (causing.length === 0) return [];
  const byUnit = new Map(facts.map(({ fact }) => [fact.unit, fact]));
  const links = causing.flatMap(({ fact, piece }) =>
    (fact.unit.reading?.causedBy ?? []).flatMap((place): readonly LinkRow[] => {
      const unit = piece.units[place];
      const cause = unit === undefined ? undefined : byUnit.get(unit);
      const [fromNo, toNo] = [numberOf(fact), cause === undefined ? undefined : numberOf(cause)];
      return fromNo === undefined || toNo === undefined || fromNo === toNo
        ? []
        : [{ fromNo, toNo, kind: "caused_by", weight: CAUSE_WEIGHT }];
    }),
  );
  return links;
}
