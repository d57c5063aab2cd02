// How an item of a LangGraph store lies in a bank: one document, whose text is searched and whose metadata hold the item itself.
// In: namespaces, keys, values. Out: document ids, tags, texts, metadata, and the item read back.

import { getTextAtPath, type Item } from "@langchain/langgraph-checkpoint";

export type Value = Item["value"];

const ROOT = "langgraph";

const path = (namespace: readonly string[]): string => namespace.map(escaped).join("/");

/** @throws TypeError for a name or key with half of a surrogate pair, as `prefixTag` does */
export const documentId = (namespace: readonly string[], key: string): string => `${ROOT}:${path(namespace)}:${escaped(key)}`;

/** Half of a pair is no character: it would be stored as another one, and two names would be one. */
function escaped(name: string): string {
  if (!/\p{Surrogate}/u.test(name)) return encodeURIComponent(name);
  throw new TypeError(
    `A name of a namespace, or a key, is ${JSON.stringify(name)}: it has half of a surrogate pair, which is no character. Was a text cut inside an emoji? Cut it by characters (Array.from), or take toWellFormed().`,
  );
}

/** The tag of everything under a namespace. */
export const prefixTag = (prefix: readonly string[]): string => [ROOT, ...prefix.map(escaped)].join("/");

/** The tags of an item: its namespace and each one above it. */
export const tagsOf = (namespace: readonly string[]): string[] =>
  [...Array(namespace.length + 1).keys()].map((depth) => prefixTag(namespace.slice(0, depth)));

/** The namespace and key of a document; null when it is no item. */
export function placeOf(id: string): { readonly namespace: string[]; readonly key: string } | null {
  const [root, names, key, ...rest] = id.split(":");
  if (root !== ROOT || names === undefined || key === undefined || rest.length > 0) return null;
  return orNull(() => ({ namespace: names === "" ? [] : names.split("/").map(decodeURIComponent), key: decodeURIComponent(key) }));
}

/** Null for what cannot be read: a document that somebody else named or wrote must not stop every search. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** What is searched of a value: the fields named by `index`, all of it by default; of one that is not to be searched, its key alone. */
export function searchedText(key: string, value: Value, index: false | readonly string[] | undefined): string {
  if (index === false) return key;
  const texts = index === undefined ? lines(value) : index.flatMap((each) => getTextAtPath(value, each));
  return texts.filter((text) => text.trim() !== "").join("\n") || key;
}

function lines(value: unknown, name = ""): readonly string[] {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) =>
      lines(inner, Array.isArray(value) ? name : [name, key].filter((part) => part !== "").join(" ")),
    );
  }
  if (value === null || value === undefined) return [];
  return [name === "" ? String(value) : `${name}: ${String(value)}`];
}

const VALUE = "langgraph_value";

export const metadataOf = (value: Value): Record<string, string> => ({ [VALUE]: JSON.stringify(value) });

/** A document as the client gives it. */
export interface StoredDocument {
  readonly id: string;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly document_metadata?: Readonly<Record<string, unknown>> | null;
}

/** The item that a document holds; null when it holds none. */
export function itemOf(document: StoredDocument): Item | null {
  const place = placeOf(document.id);
  const json = document.document_metadata?.[VALUE];
  const value = typeof json === "string" ? orNull(() => JSON.parse(json) as unknown) : null;
  if (place === null || typeof value !== "object" || value === null) return null;
  return { ...place, value: value as Value, createdAt: date(document.created_at), updatedAt: date(document.updated_at) };
}

const date = (text: string | null | undefined): Date => new Date(text ?? Number.NaN);
