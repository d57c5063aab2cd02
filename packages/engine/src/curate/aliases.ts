/** Names that a caller gives an entity: by them it is found, in any script, and what is retained under them is about it. */

import { randomUUID } from "node:crypto";
import type { BankScope } from "../domain/scope.js";
import { nameKey, tidyName } from "../domain/text/name-key.js";
import { sanitise } from "../domain/text/sanitise.js";
import { HindsightError } from "../errors.js";
import { readNames } from "../retain/index.js";
import type { Db } from "../store/db.js";
import { deleteBareAlias } from "../store/entity-aliases/delete-bare-alias.js";
import { findAlias } from "../store/entity-aliases/find-alias.js";
import { insertGivenAlias } from "../store/entity-aliases/insert-given-alias.js";
import { readMerging } from "../store/entity-aliases/read-merging.js";
import { findNamesByKey } from "../store/transfer/find-names-by-key.js";
import { nameGiven, requireName } from "./entities.js";

/**
 * Gives an entity a name beside its own; one that it has already is left as it is. Throws `entity_not_found`, and `bad_argument` for labels, for a name that is
 * none, and for one that another entity has: the two are to be merged then.
 */
export async function addAlias(tx: Db, bank: BankScope, entityId: string, given: string): Promise<void> {
  requireName((await readMerging(tx, bank, [entityId]))[0], entityId);
  const name = nameGiven(given);
  const key = nameKey(name);
  const [had] = await findNamesByKey(tx, bank, [key]);
  if (had?.entityId === entityId) return;
  if (had !== undefined) {
    throw new HindsightError(
      "bad_argument",
      `'${name}' is a name of entity '${had.entityId}'. If they are one, merge them: POST …/entities/${entityId}/merge.`,
    );
  }
  await insertGivenAlias(tx, bank, { id: randomUUID(), entityId, name, key });
  await readNames(tx, bank, [name]);
}

/** Takes a name away that no memory has. Throws `entity_not_found`, `alias_not_found`, and `bad_argument` where memories have it. */
export async function removeAlias(tx: Db, bank: BankScope, entityId: string, given: string): Promise<void> {
  requireName((await readMerging(tx, bank, [entityId]))[0], entityId);
  const aliasId = await findAlias(tx, bank, entityId, tidyName(sanitise(given)));
  if (aliasId === null) throw new HindsightError("alias_not_found", `Entity '${entityId}' has no alias '${given.slice(0, 100)}'.`);
  if ((await deleteBareAlias(tx, bank, aliasId)) > 0) return;
  throw new HindsightError(
    "bad_argument",
    `Memories have the name '${given.slice(0, 100)}'. Make it an entity of its own: POST …/entities/${entityId}/split.`,
  );
}
