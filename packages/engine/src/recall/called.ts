/**
 * Whom a question means by another name than its memories may have: by an alias, or by how a name in another script is written in Latin letters. Nothing is asked
 * of a bank that has no such names.
 */

import type { BankScope } from "../domain/scope.js";
import { analyse } from "../domain/text/analyse.js";
import { type AskedName, askedNames, isMeantAsName, longest } from "../domain/text/asked-names.js";
import { nameKey } from "../domain/text/name-key.js";
import type { Db } from "../store/db.js";
import { findCalled } from "../store/entities/find-called.js";

/** A name of the question, and who is meant by it: several entities where they have the name in common. */
export interface Called {
  readonly entityIds: readonly string[];
  /** The question's terms that are the name. */
  readonly terms: readonly string[];
  /** The terms of each other name that these entities have. */
  readonly otherNames: readonly (readonly string[])[];
}

/** `terms` are those of the question. */
export async function findCalledBy(db: Db, bank: BankScope, question: string, terms: readonly string[]): Promise<readonly Called[]> {
  const asked = askedNames(question);
  if (asked.length === 0) return [];
  const found = await findCalled(db, bank, {
    keys: [...new Set(asked.map(({ key }) => key))],
    readings: [...new Set(asked.flatMap(({ readings }) => readings))],
  });
  const isBy = (name: AskedName, { asked: by, isReading }: (typeof found)[number]): boolean =>
    isReading ? name.readings.includes(by) : name.key === by;
  const names = asked.filter((name) => found.some((entity) => isBy(name, entity)) && isMeantAsName(name, question));
  const own = new Set(terms);
  return longest(names).map((name): Called => {
    const entities = found.filter((entity) => isBy(name, entity));
    const others = new Map(entities.flatMap(({ names: all }) => all.map((other) => [nameKey(other), other])));
    others.delete(name.key);
    return {
      entityIds: [...new Set(entities.map(({ entityId }) => entityId))],
      terms: [...analyse(name.text).terms.keys()].filter((term) => own.has(term)),
      otherNames: [...others.values()].map((other) => [...analyse(other).terms.keys()]),
    };
  });
}
