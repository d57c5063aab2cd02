import type { EntityKind, Mention } from "../../domain/memory.js";
import { findMentions } from "../../domain/text/entities/index.js";
import { detectLanguage } from "../../domain/text/language.js";
import { isOfMark } from "../../domain/text/redaction-mark.js";
import { roleOf } from "../../domain/text/split/speaker-label.js";
import { isWireObject, listOf, spokenOrNothing } from "./wire-values.js";

/** A list of names longer than this is a glossary: it would join everything with everything. */
const MAX_NAMES = 50;
/** UTF-16 units. Longer names are sentences. */
const MAX_NAME = 200;

/** What a name is, as far as the local reader knows it; null when it does not. */
export type KindOf = (name: string) => EntityKind | null;

/** The kinds of the names that the local reader finds in a text, looked up when first asked for. */
export function kindsIn(text: string): KindOf {
  let kinds: ReadonlyMap<string, EntityKind> | null = null;
  return (name) => {
    kinds ??= new Map(
      findMentions(text, { language: detectLanguage(text), speaker: null }).map((one) => [one.name.toLowerCase(), one.kind]),
    );
    return kinds.get(name.toLowerCase()) ?? null;
  };
}

/**
 * The names that a model gives for a fact: a list of strings or of objects with a `text`, one string (names between commas), or nothing. Each once,
 * without regard to case; the first spelling holds. What the texts of the fact and its chunk have only in the marks of memory defense is no name.
 */
export function readNames(value: unknown, kindOf: readonly KindOf[], text: string): readonly Mention[] {
  const given = typeof value === "string" ? value.split(/[,;、，；\n]/u) : listOf(value);
  const byKey = new Map<string, Mention>();
  for (const one of given) {
    const name = spokenOrNothing(isWireObject(one) ? (one.text ?? one.name ?? one.entity) : one);
    if (name === null || name.length > MAX_NAME || !/[\p{L}\p{N}]/u.test(name) || isOfMark(name, text)) continue;
    const key = name.toLowerCase();
    if (byKey.has(key) || byKey.size >= MAX_NAMES) continue;
    byKey.set(key, { name, kind: kindOfName(name, kindOf), resolve: true });
  }
  return [...byKey.values()];
}

/** "user" is a person; a name that the local reader does not know may be anything. */
function kindOfName(name: string, kindOf: readonly KindOf[]): EntityKind {
  for (const look of kindOf) {
    const kind = look(name);
    if (kind !== null) return kind;
  }
  return roleOf(name) === "user" ? "person" : "concept";
}
