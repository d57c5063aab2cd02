import { randomUUID } from "node:crypto";
import type { EntityKind, Mention } from "../domain/memory.js";
import type { BankScope } from "../domain/scope.js";
import { foldText } from "../domain/text/fold.js";
import type { Db } from "../store/db.js";
import { findSimilarEntities } from "../store/entities/find-similar-entities.js";
import { type NamedEntity, upsertEntities } from "../store/entities/upsert-entities.js";
import type { Fact } from "./extract.js";

/** A name in the facts of one write. */
interface Name {
  readonly mention: Mention;
  readonly facts: Fact[];
}

/**
 * Gives each fact the ids of the entities it names; new entities are made, mentions counted.
 *
 * A name is an entity's when the two agree in everything but case. People and organisations are also recognised by a spelling that differs a little
 * (`isSameName`), unless the caller asked for literal names. A wrong union is worse than a missed one: it mixes two people, and nobody takes it apart.
 */
export async function resolveEntities(
  tx: Db,
  bank: BankScope,
  facts: readonly Fact[],
  now: Date,
): Promise<ReadonlyMap<Fact, readonly string[]>> {
  const names = collectNames(facts);
  if (names.length === 0) return new Map();
  const canonical = await recognise(tx, bank, names);
  const rows = names.map((name): NamedEntity => {
    const times = name.facts.map((fact) => fact.said?.at ?? now).sort((a, b) => a.getTime() - b.getTime());
    return {
      id: randomUUID(),
      name: canonical.get(name) ?? name.mention.name,
      kind: name.mention.kind,
      mentions: name.facts.length,
      firstSeen: times[0] ?? now,
      lastSeen: times.at(-1) ?? now,
    };
  });
  const ids = await upsertEntities(tx, bank, rows);
  const byFact = new Map<Fact, string[]>();
  names.forEach((name, index) => {
    for (const fact of name.facts) byFact.set(fact, [...(byFact.get(fact) ?? []), ids[index] as string]);
  });
  return byFact;
}

/** Distinct spellings with the facts that use them; a name is literal when any fact wants it so. */
function collectNames(facts: readonly Fact[]): readonly Name[] {
  const names = new Map<string, { mention: Mention; facts: Fact[] }>();
  for (const fact of facts) {
    const own = new Set<string>();
    for (const mention of fact.mentions) {
      if (own.has(mention.name)) continue;
      own.add(mention.name);
      const known = names.get(mention.name);
      if (known === undefined) names.set(mention.name, { mention, facts: [fact] });
      else {
        known.facts.push(fact);
        if (!mention.resolve) known.mention = mention;
      }
    }
  }
  return [...names.values()];
}

/** The established spelling of names that are known, or come in this write, under a slightly different one. */
async function recognise(tx: Db, bank: BankScope, names: readonly Name[]): Promise<ReadonlyMap<Name, string>> {
  const fuzzy = names.filter(({ mention }) => mention.resolve && isFuzzyKind(mention.kind) && mention.name.length >= MIN_FUZZY_LENGTH);
  const found =
    fuzzy.length === 0
      ? []
      : await findSimilarEntities(
          tx,
          bank,
          fuzzy.map(({ mention }) => ({ name: mention.name, kind: mention.kind })),
        );
  const similar = new Map<string, string[]>();
  for (const { asked, canonicalName } of found) similar.set(asked, [...(similar.get(asked) ?? []), canonicalName]);
  const canonical = new Map<Name, string>();
  const established: Name[] = [];
  for (const name of [...fuzzy].sort(byMentions)) {
    const spelling = name.mention.name;
    const candidates = similar.get(spelling) ?? [];
    const isKnown = candidates.some((candidate) => candidate.toLowerCase() === spelling.toLowerCase());
    const match = isKnown
      ? undefined
      : (candidates.find((candidate) => isSameName(spelling, candidate)) ??
        established.find((other) => other.mention.kind === name.mention.kind && isSameName(spelling, other.mention.name))?.mention.name);
    if (match === undefined) established.push(name);
    else canonical.set(name, match);
  }
  return canonical;
}

/** The spelling that is used most is the right one; of equals the shorter, then the first in the alphabet. */
function byMentions(a: Name, b: Name): number {
  const [left, right] = [a.mention.name, b.mention.name];
  return b.facts.length - a.facts.length || left.length - right.length || (left < right ? -1 : 1);
}

function isFuzzyKind(kind: EntityKind): boolean {
  return kind === "person" || kind === "organisation";
}

const MIN_FUZZY_LENGTH = 4;
/** Shares of equal letters (Ratcliff and Obershelp, 2M/T) from which a long word counts as a misspelling of another. */
const WORD_RATIO = 0.85;
const MIN_MISSPELT_LENGTH = 6;
const LEGAL_FORM = /[\s,]+(?:inc|incorporated|corp|corporation|co|company|ltd|limited|llc|llp|plc|gmbh|ag|bv|nv|sa|srl|oy|ab|pty)\.?$/iu;

/**
 * True when two spellings are surely the same name: equal without accents, punctuation and the legal form of a company; or with as many words, of
 * which one is misspelt: long, with the same first and last letter, and most letters in common. Given names that differ by a letter (Maria and Mario,
 * Dan and Dana, Christina and Christine) are different people.
 */
export function isSameName(a: string, b: string): boolean {
  const [left, right] = [bareName(a), bareName(b)];
  if (left.join("") === right.join("")) return left.length > 0;
  if (left.length !== right.length) return false;
  const different = left.map((word, index) => [word, right[index] as string] as const).filter(([x, y]) => x !== y);
  const [pair, ...others] = different;
  return pair !== undefined && others.length === 0 && isMisspelt(pair[0], pair[1]);
}

function bareName(name: string): readonly string[] {
  return foldText(name.replace(LEGAL_FORM, ""))
    .replace(/['’.]/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function isMisspelt(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < MIN_MISSPELT_LENGTH || /\p{N}/u.test(a + b)) return false;
  return a[0] === b[0] && a.at(-1) === b.at(-1) && ratio(a, b) >= WORD_RATIO;
}

/** Ratcliff and Obershelp's likeness of two words, 0…1: twice the letters in common blocks, longest block first, over all letters. */
export function ratio(a: string, b: string): number {
  return a.length + b.length === 0 ? 1 : (2 * commonLetters(a, b)) / (a.length + b.length);
}

function commonLetters(a: string, b: string): number {
  let best = { length: 0, inA: 0, inB: 0 };
  for (let i = 0; i < a.length; i += 1) {
    for (let j = 0; j < b.length; j += 1) {
      let length = 0;
      while (i + length < a.length && j + length < b.length && a[i + length] === b[j + length]) length += 1;
      if (length > best.length) best = { length, inA: i, inB: j };
    }
  }
  if (best.length === 0) return 0;
  const before = commonLetters(a.slice(0, best.inA), b.slice(0, best.inB));
  return before + best.length + commonLetters(a.slice(best.inA + best.length), b.slice(best.inB + best.length));
}
