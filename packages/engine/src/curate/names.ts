/** Whom a fact names after an edit. */

import type { MemoryChange } from "../domain/curation.js";
import type { Mention } from "../domain/memory.js";
import { exceedsBytes, MAX_NAME_BYTES } from "../domain/names.js";
import type { BankScope } from "../domain/scope.js";
import { findMentions } from "../domain/text/entities/index.js";
import { foldText } from "../domain/text/fold.js";
import { detectLanguage } from "../domain/text/language.js";
import { nameKey, tidyName } from "../domain/text/name-key.js";
import { hasMark } from "../domain/text/redaction-mark.js";
import { isBlank, sanitise } from "../domain/text/sanitise.js";
import { hasUnspacedScript } from "../domain/text/unspaced.js";
import { HindsightError } from "../errors.js";
import { allTimes, settleEntities } from "../forget/index.js";
import { resolveEntities } from "../retain/index.js";
import { type FactName, listFactNames } from "../store/curation/list-fact-names.js";
import type { CuratedFact } from "../store/curation/read-fact.js";
import { untieFact } from "../store/curation/untie-fact.js";
import type { Db } from "../store/db.js";
import { recountEntities } from "../store/entities/recount-entities.js";
import { insertAliasMentions } from "../store/entity-aliases/insert-alias-mentions.js";
import { insertMentions } from "../store/mentions/insert-mentions.js";

/**
 * Ties a fact to the entities that it names now: those that the caller gives, or else those of its new text beside those that were never read from the
 * old one. Labels stay. Entities that nothing mentions any more go.
 */
export async function renameFact(
  tx: Db,
  bank: BankScope,
  before: CuratedFact,
  after: CuratedFact,
  { entities, resolveEntities: resolve = true }: MemoryChange,
  now: Date,
): Promise<void> {
  if (entities === undefined && after.text === before.text) return retime(tx, bank, before, after);
  const known = await listFactNames(tx, bank, after.memoryNo);
  const given = entities === undefined ? null : namesGiven(entities, after.text, resolve);
  const named = given ?? found(after);
  const keys = new Set(named.map(({ name }) => nameKey(name)));
  const isKept = ({ name, key, kind }: FactName): boolean => {
    if (kind === "label" || keys.has(key) || keys.has(nameKey(name))) return true;
    return given === null && (stands(name, after.text) || !stands(name, before.text));
  };
  const gone = known.filter((one) => !isKept(one)).map(({ id }) => id);
  if (gone.length > 0) await untieFact(tx, bank, after.memoryNo, gone);
  const there = new Set(known.flatMap(({ key, name }) => [key, nameKey(name)]));
  const asked = { mentions: named.filter(({ name }) => !there.has(nameKey(name))), said: saidOf(after) };
  const resolved = await resolveEntities(tx, bank, [asked], now);
  const ids = resolved.entities.get(asked) ?? [];
  if (ids.length > 0) {
    await insertMentions(
      tx,
      bank,
      ids.map((entityId) => ({ memoryNo: after.memoryNo, entityId })),
    );
  }
  const byAlias = (resolved.aliases.get(asked) ?? []).map((name) => ({ ...name, memoryNo: after.memoryNo }));
  if (byAlias.length > 0) await insertAliasMentions(tx, bank, byAlias);
  if (gone.length > 0) await settleEntities(tx, bank, gone);
  const touched = [...new Set([...known.map(({ id }) => id), ...ids])];
  if (touched.length > 0) await recountEntities(tx, bank, touched.map(allTimes));
}

/** When its entities were seen follows from when it was said. */
async function retime(tx: Db, bank: BankScope, before: CuratedFact, after: CuratedFact): Promise<void> {
  if (before.mentionedAt?.getTime() === after.mentionedAt?.getTime()) return;
  const known = await listFactNames(tx, bank, after.memoryNo);
  if (known.length > 0)
    await recountEntities(
      tx,
      bank,
      known.map(({ id }) => allTimes(id)),
    );
}

function saidOf({ mentionedAt, mentionedOffset }: CuratedFact): { readonly at: Date; readonly offsetMinutes: number } | null {
  return mentionedAt === null ? null : { at: mentionedAt, offsetMinutes: mentionedOffset ?? 0 };
}

function found({ text, speaker }: CuratedFact): readonly Mention[] {
  return findMentions(text, { language: detectLanguage(text), speaker });
}

/** Blank names and those that memory defense took away are left out, of equal ones the first spelling holds. What each is says the text, as far as it does. */
function namesGiven(entities: readonly string[], text: string, resolve: boolean): readonly Mention[] {
  const kinds = new Map(
    findMentions(text, { language: detectLanguage(text), speaker: null }).map(({ name, kind }) => [nameKey(name), kind]),
  );
  const named = new Map<string, Mention>();
  for (const given of entities) {
    const name = tidyName(sanitise(given));
    if (isBlank(name) || hasMark(name) || named.has(name.toLowerCase())) continue;
    if (exceedsBytes(name, MAX_NAME_BYTES)) {
      throw new HindsightError(
        "invalid_request",
        `An entity's name is longer than ${MAX_NAME_BYTES} bytes of UTF-8 ("${name.slice(0, 40)}…"). Shorten it.`,
      );
    }
    named.set(name.toLowerCase(), { name, kind: kinds.get(nameKey(name)) ?? "concept", resolve });
  }
  return [...named.values()];
}

/** True when a text has a name in it, as words of their own where words are spaced. */
function stands(name: string, text: string): boolean {
  const [part, whole] = [foldText(name), foldText(text)];
  if (part === "" || hasUnspacedScript(part)) return whole.includes(part);
  const escaped = part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "u").test(whole);
}
