/** Entities that a caller makes one, or takes apart. */

import { randomUUID } from "node:crypto";
import type { EntitySplit } from "../domain/curation.js";
import { exceedsBytes, MAX_NAME_BYTES } from "../domain/names.js";
import type { BankScope } from "../domain/scope.js";
import { nameKey, tidyName } from "../domain/text/name-key.js";
import { hasMark } from "../domain/text/redaction-mark.js";
import { isBlank, sanitise } from "../domain/text/sanitise.js";
import { HindsightError } from "../errors.js";
import { allTimes, settleEntities } from "../forget/index.js";
import { readNames } from "../retain/index.js";
import type { Db } from "../store/db.js";
import { recountEntities } from "../store/entities/recount-entities.js";
import { upsertEntities } from "../store/entities/upsert-entities.js";
import { deleteMerged } from "../store/entity-aliases/delete-merged.js";
import { findAlias } from "../store/entity-aliases/find-alias.js";
import { isHad } from "../store/entity-aliases/is-had.js";
import { leaveAlias } from "../store/entity-aliases/leave-alias.js";
import { mergeEntities as mergeRows } from "../store/entity-aliases/merge-entities.js";
import { moveMentions } from "../store/entity-aliases/move-mentions.js";
import { moveSourceEntities } from "../store/entity-aliases/move-source-entities.js";
import { type MergingEntity, readMerging } from "../store/entity-aliases/read-merging.js";
import { splitAlias } from "../store/entity-aliases/split-alias.js";

/**
 * Makes entities one: what mentions the others mentions `into` from now on, and their names are its aliases, also for what is retained later. Throws
 * `entity_not_found`, and `bad_argument` for labels and for an entity with itself.
 */
export async function mergeEntities(tx: Db, bank: BankScope, into: string, others: readonly string[]): Promise<void> {
  const merged = [...new Set(others)];
  if (merged.includes(into)) throw new HindsightError("bad_argument", `Entity '${into}' cannot be merged with itself.`);
  const found = new Map((await readMerging(tx, bank, [into, ...merged])).map((entity) => [entity.id, entity]));
  for (const id of [into, ...merged]) requireName(found.get(id), id);
  for (const id of merged) {
    await mergeRows(tx, bank, into, id);
    await deleteMerged(tx, bank, id);
    await moveSourceEntities(tx, bank, id, into);
  }
  await recountEntities(tx, bank, [allTimes(into)]);
}

/**
 * Takes an entity apart; returns the id of the other. By an alias: the other is what was merged, with its id, its own aliases, and the memories that have its
 * name. By memories: those of them that mention the entity mention the one of the given name instead, which is made where there is none. Throws
 * `entity_not_found`, `alias_not_found`, and `bad_argument` for labels, for a name of the same entity, and where no such memory mentions it.
 */
export async function splitEntity(tx: Db, bank: BankScope, entityId: string, split: EntitySplit, now: Date): Promise<string> {
  const [entity] = await readMerging(tx, bank, [entityId]);
  const { kind } = requireName(entity, entityId);
  const other = "alias" in split ? await byAlias(tx, bank, entityId, split.alias) : await byMemories(tx, bank, entityId, kind, split, now);
  await moveSourceEntities(tx, bank, entityId, other);
  await settleEntities(tx, bank, [entityId]);
  await recountEntities(tx, bank, [entityId, other].map(allTimes));
  return other;
}

async function byAlias(tx: Db, bank: BankScope, entityId: string, given: string): Promise<string> {
  const aliasId = await findAlias(tx, bank, entityId, tidyName(sanitise(given)));
  if (aliasId === null) throw new HindsightError("alias_not_found", `Entity '${entityId}' has no alias '${given.slice(0, 100)}'.`);
  if (!(await isHad(tx, bank, aliasId))) {
    throw new HindsightError(
      "bad_argument",
      `No memory has the name '${given.slice(0, 100)}'. Take it away: DELETE …/entities/${entityId}/aliases/{alias}.`,
    );
  }
  await splitAlias(tx, bank, aliasId);
  await leaveAlias(tx, bank, entityId, aliasId);
  return aliasId;
}

async function byMemories(
  tx: Db,
  bank: BankScope,
  entityId: string,
  kind: MergingEntity["kind"],
  split: Extract<EntitySplit, { readonly name: string }>,
  now: Date,
): Promise<string> {
  const name = nameGiven(split.name);
  const row = { name, key: nameKey(name), kind, mentions: 0, firstSeen: now, lastSeen: now, id: randomUUID() };
  const to = (await upsertEntities(tx, bank, [row]))[0]?.id ?? row.id;
  await readNames(tx, bank, [name]);
  if (to === entityId) {
    throw new HindsightError("bad_argument", `'${name}' is a name of this entity. Choose another, or split off the alias of that name.`);
  }
  const moved = await moveMentions(tx, bank, { from: entityId, to, memoryIds: split.memoryIds });
  if (moved.length === 0)
    throw new HindsightError(
      "bad_argument",
      "None of these memories mentions the entity. List those that do: GET …/memories/list?entity_id=….",
    );
  return to;
}

/** A name as it is stored. Throws `bad_argument` for one that is none. */
export function nameGiven(given: string): string {
  const name = tidyName(sanitise(given));
  if (isBlank(name) || exceedsBytes(name, MAX_NAME_BYTES)) {
    throw new HindsightError("bad_argument", `The name of an entity takes 1 to ${MAX_NAME_BYTES} bytes of UTF-8.`);
  }
  if (hasMark(name))
    throw new HindsightError("bad_argument", `'${name}' stands for something that was taken out, and names nobody. Choose another name.`);
  return name;
}

export function requireName(entity: MergingEntity | undefined, id: string): MergingEntity {
  if (entity === undefined) throw new HindsightError("entity_not_found", `Entity '${id}' not found`);
  if (!entity.isLabel) return entity;
  throw new HindsightError("bad_argument", `'${entity.name}' is a label, which stands for itself. Labels are neither merged nor split.`);
}
