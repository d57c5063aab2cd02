import type { Duplicate } from "../store/memories/find-duplicates.js";
import type { Fact } from "./extract.js";
import type { DocumentDraft, Item } from "./item.js";
import { type Attributes, attributesKey } from "./lay-out.js";

/** What of a document's new facts need not be stored, because exactly this statement is there. */
export interface Collapse {
  /** Facts that are not stored, with the id of the memory that says the same. */
  readonly into: ReadonlyMap<Fact, string>;
  /** Items that stand as a whole in another document, with its id: they leave no trace in this one. */
  readonly elsewhere: ReadonlyMap<Item, string>;
}

/**
 * Collapses exact duplicates of what was read without a language model, where nothing is lost by it. (What a model found: `collapseStatements`.)
 *
 * The same statement: equal normal form, kind, context, tags, metadata, observation scopes and time of the event, said on the same day. A turn of a
 * dialogue never collapses: that it was said again, and where, is part of the dialogue. What was said again on another day is stored again, since it is
 * newer knowledge; recall shows the newer one.
 *
 * Where: within one document always. Across documents only when the caller named neither of them, and only an item that is there as a whole: the new
 * document then does not claim the text, and the receipt names the document where it stands. A statement in a document that the caller named stays
 * in that document whatever others say, so that deleting one document never takes away what another one states.
 *
 * `idOf` gives the id that a new fact will have.
 */
export function collapse(
  draft: DocumentDraft,
  facts: readonly Fact[],
  duplicates: readonly Duplicate[],
  options: { readonly forgotten: ReadonlySet<number>; readonly acrossDocuments: boolean; readonly idOf: (fact: Fact) => string },
): Collapse {
  const stored = new Map<string, Duplicate[]>();
  for (const duplicate of duplicates) {
    if (options.forgotten.has(duplicate.memoryNo)) continue;
    const key = duplicateKey(duplicate);
    stored.set(key, [...(stored.get(key) ?? []), duplicate]);
  }
  const statements = facts
    .filter((fact) => !fact.unit.isTurn && fact.unit.reading === undefined)
    .map((fact) => ({ fact, key: factKey(fact) }));
  const into = new Map<Fact, string>();
  const elsewhere = new Map<Item, string>();
  if (draft.isGenerated && options.acrossDocuments) {
    for (const item of draft.items) {
      const own = statements.filter(({ fact }) => fact.item === item);
      const isTalk = facts.some((fact) => fact.item === item && fact.unit.isTurn);
      const home =
        own.length === 0 || isTalk
          ? null
          : commonDocument(
              own.map(({ key }) => stored.get(key) ?? []),
              draft.documentId,
            );
      if (home === null) continue;
      elsewhere.set(item, home);
      for (const { fact, key } of own) into.set(fact, idIn(stored.get(key) ?? [], home));
    }
  }
  const first = new Map<string, string>();
  for (const { fact, key } of statements) {
    if (into.has(fact)) continue;
    const there = first.get(key) ?? stored.get(key)?.find((duplicate) => duplicate.documentId === draft.documentId)?.id;
    if (there !== undefined) into.set(fact, there);
    first.set(key, there ?? options.idOf(fact));
  }
  return { into, elsewhere };
}

/** A document, other than `own`, in which each of the statements stands; the oldest, or null. */
function commonDocument(found: readonly (readonly Duplicate[])[], own: string): string | null {
  const [first = [], ...others] = found;
  const home = first.find(
    ({ documentId }) => documentId !== own && others.every((duplicates) => duplicates.some((other) => other.documentId === documentId)),
  );
  return home?.documentId ?? null;
}

function idIn(duplicates: readonly Duplicate[], documentId: string): string {
  return duplicates.find((duplicate) => duplicate.documentId === documentId)?.id ?? "";
}

function duplicateKey(duplicate: Duplicate): string {
  const { textHash, kind, occurredStart, occurredEnd, mentionedAt } = duplicate;
  return statementKey(textHash, kind, duplicate, occurredStart, occurredEnd, mentionedAt);
}

function factKey({ textHash, kind, item, occurred, said }: Fact): string {
  return statementKey(textHash, kind, item, occurred?.start ?? null, occurred?.end ?? null, said?.at ?? null);
}

function statementKey(hash: string, kind: string, attributes: Attributes, start: Date | null, end: Date | null, said: Date | null): string {
  const day = said === null ? null : said.toISOString().slice(0, 10);
  return JSON.stringify([hash, kind, attributesKey(attributes), start?.getTime() ?? null, end?.getTime() ?? null, day]);
}
