import type { BankScope } from "../domain/scope.js";
import { isSameSpan, statementHash } from "../domain/text/statement-form.js";
import type { Trust } from "../domain/trust.js";
import type { Db } from "../store/db.js";
import { findStatements } from "../store/memories/find-statements.js";
import type { Fact } from "./extract.js";

/** A memory that a fact collapses into: one that is stored, or another fact of the same write. */
export type Target =
  | { readonly id: string; readonly memoryNo: number; readonly fact: null }
  | { readonly id: string; readonly memoryNo: null; readonly fact: Fact };

/** What of a write need not be stored, since a memory states it. */
export interface Restated {
  readonly into: ReadonlyMap<Fact, Target>;
  /** SHA-256 of what each fact of a language model states, in hex. */
  readonly hashes: ReadonlyMap<Fact, string>;
}

/** What decides whether two statements of equal words are one. */
interface Comparable {
  readonly key: string;
  readonly occurred: Fact["occurred"];
  readonly target: Target;
}

/**
 * Collapses what language models found: a fact that states what another one does, whatever its document, is not stored, and becomes a source of that one.
 * The form of the words (`statementForm`), kind, tags, observation scopes and the time of the event must agree; context and metadata may differ, each
 * source keeps its own. `going` are memories that this write forgets; `idOf` gives the id that a new fact will have. No statement for a write
 * without such facts.
 */
export async function collapseStatements(
  tx: Db,
  bank: BankScope,
  facts: readonly Fact[],
  going: ReadonlySet<number>,
  idOf: (fact: Fact) => string,
): Promise<Restated> {
  const statements = facts.filter((fact) => fact.unit.reading !== undefined);
  if (statements.length === 0) return { into: new Map(), hashes: new Map() };
  const hashes = new Map(statements.map((fact) => [fact, statementHash(fact.unit.text, fact)]));
  const known = new Map<string, Comparable[]>();
  const note = (one: Comparable): void => {
    const list = known.get(one.key);
    if (list === undefined) known.set(one.key, [one]);
    else list.push(one);
  };
  for (const { memoryNo, id, statementHash: hash, kind, tags, observationScopes, trust, ...when } of await findStatements(tx, bank, [
    ...new Set(hashes.values()),
  ])) {
    const { occurredStart: start, occurredEnd: end, datePrecision: precision } = when;
    const occurred = start === null ? null : { start, end: end ?? start, precision: precision ?? "second" };
    if (!going.has(memoryNo))
      note({ key: keyOf(hash, kind, tags, observationScopes, trust), occurred, target: { id, memoryNo, fact: null } });
  }
  const into = new Map<Fact, Target>();
  for (const [fact, hash] of hashes) {
    const key = keyOf(hash, fact.kind, fact.tags, fact.item.observationScopes, fact.item.trust ?? "normal");
    const found = known.get(key)?.find((other) => isSameSpan(other.occurred, fact.occurred));
    if (found === undefined) note({ key, occurred: fact.occurred, target: { id: idOf(fact), memoryNo: null, fact } });
    else into.set(fact, found.target);
  }
  return { into, hashes };
}

function keyOf(hash: string, kind: string, tags: readonly string[], scopes: unknown, trust: Trust): string {
  return JSON.stringify([hash, kind, [...tags].sort(), scopes, trust]);
}
