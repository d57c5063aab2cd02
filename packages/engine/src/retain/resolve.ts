import { randomUUID } from "node:crypto";
import type { Mention } from "../domain/memory.js";
import type { BankScope } from "../domain/scope.js";
import { labelKey, literalKey, nameKey, tidyName } from "../domain/text/name-key.js";
import { hasMark } from "../domain/text/redaction-mark.js";
import type { Db } from "../store/db.js";
import { discountMentions } from "../store/entities/discount-mentions.js";
import { findCompanions } from "../store/entities/find-companions.js";
import { findSimilarEntities, type SimilarEntity } from "../store/entities/find-similar-entities.js";
import { type NamedEntity, type UpsertedEntity, upsertEntities } from "../store/entities/upsert-entities.js";
import type { Fact as ReadFact } from "./extract.js";
import { readNames } from "./read-names.js";
import { isSameName } from "./same-name.js";

/** What is asked of a fact: whom it names, and when it was said. */
type Fact = Pick<ReadFact, "mentions" | "said">;

/** The entities of facts. */
export type Named = ReadonlyMap<Fact, readonly string[]>;

/** An alias by which a fact names an entity. */
export interface NamedBy {
  readonly aliasId: string;
  /** The fact has the entity's own name as well. */
  readonly isBeside: boolean;
}

export interface Resolved {
  readonly entities: Named;
  readonly aliases: ReadonlyMap<Fact, readonly NamedBy[]>;
}

/** A name in the facts of one write. */
interface Name {
  readonly mention: Mention;
  readonly key: string;
  readonly facts: readonly Fact[];
}

/**
 * Gives each fact the ids of the entities it names; new entities are made, mentions counted.
 *
 * A name is an entity's when the two agree in everything but case, else when their normal forms do (`nameKey`), of whatever kind. People and
 * organisations are also recognised by a spelling that differs a little (`isSameName`), and a person by the first name alone where only one is known who
 * has it, and who is spoken of among the same names (`aliasOf`). Labels and names that the caller wants literally are none of this: they are
 * an entity's in full, or new. A wrong union is worse than a missed one: it mixes two people, and nobody takes it apart.
 */
export async function resolveEntities(tx: Db, bank: BankScope, facts: readonly Fact[], now: Date): Promise<Resolved> {
  const names = collectNames(facts);
  if (names.length === 0) return { entities: new Map(), aliases: new Map() };
  const established = await recognise(tx, bank, names);
  const rows = names.map((name): NamedEntity => {
    const times = name.facts.map((fact) => fact.said?.at ?? now).sort((a, b) => a.getTime() - b.getTime());
    const spelling = established.get(name) ?? name.mention.name;
    return {
      id: randomUUID(),
      name: spelling,
      key: spelling === name.mention.name ? name.key : nameKey(spelling),
      kind: name.mention.kind,
      mentions: name.facts.length,
      firstSeen: times[0] ?? now,
      lastSeen: times.at(-1) ?? now,
    };
  });
  const found = await upsertEntities(tx, bank, rows);
  const byFact = new Map<Fact, string[]>();
  names.forEach((name, index) => {
    const { id } = found[index] as UpsertedEntity;
    for (const fact of name.facts) {
      const own = byFact.get(fact) ?? [];
      if (!own.includes(id)) byFact.set(fact, [...own, id]);
    }
  });
  const twice = countedTwice(names, found, byFact);
  if (twice.length > 0) await discountMentions(tx, bank, twice);
  await readNames(
    tx,
    bank,
    rows.map(({ name }) => name),
  );
  return { entities: byFact, aliases: aliasesIn(names, found) };
}

/** A fact that has several names of an entity mentions it once, and is counted with each name before it is known whose names they are. */
function countedTwice(names: readonly Name[], found: readonly UpsertedEntity[], entities: Named) {
  const surplus = new Map<string, number>();
  names.forEach(({ facts }, index) => {
    const { id } = found[index] as UpsertedEntity;
    surplus.set(id, (surplus.get(id) ?? 0) + facts.length);
  });
  for (const ids of entities.values()) for (const id of ids) surplus.set(id, (surplus.get(id) ?? 0) - 1);
  return [...surplus].flatMap(([entityId, mentions]) => (mentions > 0 ? [{ entityId, mentions }] : []));
}

function aliasesIn(names: readonly Name[], found: readonly UpsertedEntity[]): Resolved["aliases"] {
  const byFact = new Map<Fact, NamedBy[]>();
  if (found.every(({ aliasId }) => aliasId === null)) return byFact;
  const hasOwn = (fact: Fact, entityId: string): boolean =>
    names.some(({ facts }, index) => found[index]?.id === entityId && found[index]?.aliasId === null && facts.includes(fact));
  names.forEach(({ facts }, index) => {
    const { id, aliasId } = found[index] as UpsertedEntity;
    if (aliasId === null) return;
    for (const fact of facts) byFact.set(fact, [...(byFact.get(fact) ?? []), { aliasId, isBeside: hasOwn(fact, id) }]);
  });
  return byFact;
}

/** Distinct names with the facts that use them, in the first spelling; a name is literal when any fact wants it so. What memory defense left is no name. */
function collectNames(facts: readonly Fact[]): readonly Name[] {
  const names = new Map<string, { mention: Mention; facts: Fact[] }>();
  for (const fact of facts) {
    const own = new Set<string>();
    for (const given of fact.mentions) {
      const mention = { ...given, name: tidyName(given.name) };
      const id = mention.kind === "label" ? labelKey(mention.name) : literalKey(mention.name);
      if (mention.name === "" || hasMark(mention.name) || own.has(id)) continue;
      own.add(id);
      const known = names.get(id);
      if (known === undefined) names.set(id, { mention, facts: [fact] });
      else {
        known.facts.push(fact);
        if (!mention.resolve) known.mention = { ...known.mention, resolve: false };
      }
    }
  }
  return [...names.values()].map(({ mention, facts: naming }) => ({ mention, key: keyOf(mention), facts: naming }));
}

function keyOf({ name, kind, resolve }: Mention): string {
  if (kind === "label") return labelKey(name);
  return resolve ? nameKey(name) : literalKey(name);
}

/** The established spelling of names that are known, or come in this write, under another one. */
async function recognise(tx: Db, bank: BankScope, names: readonly Name[]): Promise<ReadonlyMap<Name, string>> {
  const asked = names.filter(({ mention }) => mention.resolve && (isMisspellable(mention) || isFirstName(mention)));
  if (asked.length === 0) return new Map();
  const found = await findSimilarEntities(
    tx,
    bank,
    asked.map(({ mention }) => ({ name: mention.name, kind: mention.kind })),
  );
  const similar = new Map<string, SimilarEntity[]>();
  for (const one of found) similar.set(one.asked, [...(similar.get(one.asked) ?? []), one]);
  const known = new Map<Name, string>();
  const established: Name[] = [];
  const short: { readonly name: Name; readonly candidates: readonly SimilarEntity[] }[] = [];
  for (const name of [...asked].sort(byMentions)) {
    const candidates = similar.get(name.mention.name) ?? [];
    if (candidates.some((candidate) => nameKey(candidate.canonicalName) === name.key)) continue;
    const match = isMisspellable(name.mention) ? misspellingOf(name, candidates, established) : undefined;
    if (match !== undefined) known.set(name, match);
    else {
      established.push(name);
      if (isFirstName(name.mention)) short.push({ name, candidates });
    }
  }
  for (const [name, spelling] of await aliases(tx, bank, names, short)) known.set(name, spelling);
  return known;
}

function misspellingOf({ mention }: Name, candidates: readonly SimilarEntity[], established: readonly Name[]): string | undefined {
  return (
    candidates.find((candidate) => isSameName(mention.name, candidate.canonicalName))?.canonicalName ??
    established.find((other) => other.mention.kind === mention.kind && isSameName(mention.name, other.mention.name))?.mention.name
  );
}

/** The spelling that is used most is the right one; of equals the shorter, then the first in the alphabet. */
function byMentions(a: Name, b: Name): number {
  const [left, right] = [a.mention.name, b.mention.name];
  return b.facts.length - a.facts.length || left.length - right.length || (left < right ? -1 : 1);
}

function isMisspellable({ name, kind }: Mention): boolean {
  return (kind === "person" || kind === "organisation") && name.length >= MIN_MISSPELLABLE;
}

const MIN_MISSPELLABLE = 4;

function isFirstName({ name, kind }: Mention): boolean {
  return kind === "person" && /^\p{L}{2,}$/u.test(name);
}

/** Who has a first name: known to the bank, or named in this write. */
interface FullName {
  readonly spelling: string;
  readonly entityId: string | null;
  /** The keys of the names that this write has beside it. */
  readonly beside: ReadonlySet<string>;
}

/**
 * Full names for first names that stand alone: where the bank and this write know exactly one person with it, and a third name is spoken of beside both.
 * A fact that has both names speaks of two people.
 */
async function aliases(
  tx: Db,
  bank: BankScope,
  names: readonly Name[],
  short: readonly { readonly name: Name; readonly candidates: readonly SimilarEntity[] }[],
): Promise<readonly (readonly [Name, string])[]> {
  if (short.length === 0) return [];
  const besideOf = companionsIn(names);
  const people = names.filter(({ mention, key }) => mention.kind === "person" && mention.resolve && key.includes(" "));
  const single = short.flatMap(({ name, candidates }) => {
    const full = fullNames(name, candidates, people, besideOf);
    const [only] = full;
    if (only === undefined || full.length > 1) return [];
    const beside = besideOf(name);
    return beside.size === 0 || beside.has(nameKey(only.spelling)) ? [] : [{ name, only, beside }];
  });
  const ids = single.flatMap(({ only }) => (only.entityId === null ? [] : [only.entityId]));
  const keys = [...new Set(single.flatMap(({ beside }) => [...beside]))];
  const companions = ids.length === 0 ? [] : await findCompanions(tx, bank, ids, keys);
  return single.flatMap(({ name, only, beside }) => {
    const isAmongTheSame =
      [...only.beside].some((key) => beside.has(key)) ||
      companions.some(({ entityId, nameKey: key }) => entityId === only.entityId && beside.has(key));
    return isAmongTheSame ? [[name, only.spelling] as const] : [];
  });
}

type BesideOf = (name: Name) => ReadonlySet<string>;

function fullNames({ key }: Name, candidates: readonly SimilarEntity[], people: readonly Name[], besideOf: BesideOf): readonly FullName[] {
  const full = new Map<string, FullName>();
  for (const name of people) {
    if (name.key.startsWith(`${key} `)) full.set(name.key, { spelling: name.mention.name, entityId: null, beside: besideOf(name) });
  }
  for (const { canonicalName, id } of candidates) {
    const fullKey = nameKey(canonicalName);
    if (!fullKey.startsWith(`${key} `)) continue;
    full.set(fullKey, { spelling: canonicalName, entityId: id, beside: full.get(fullKey)?.beside ?? new Set() });
  }
  return [...full.values()];
}

/** Gives the keys of the other names in the facts that have a name. Labels say nothing about who is meant. */
function companionsIn(names: readonly Name[]): BesideOf {
  const byFact = new Map<Fact, Name[]>();
  for (const name of names) {
    if (name.mention.kind === "label") continue;
    for (const fact of name.facts) byFact.set(fact, [...(byFact.get(fact) ?? []), name]);
  }
  return (name) => new Set(name.facts.flatMap((fact) => (byFact.get(fact) ?? []).filter((other) => other !== name).map(({ key }) => key)));
}
