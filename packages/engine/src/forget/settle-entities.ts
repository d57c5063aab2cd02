import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { deleteUnmentionedEntities } from "../store/entities/delete-unmentioned-entities.js";
import { dropUnmentionedAliases } from "../store/entity-aliases/drop-unmentioned-aliases.js";
import { promoteAliases } from "../store/entity-aliases/promote-aliases.js";

/**
 * Puts entities in order that memories no longer mention: those that none mentions go, with their aliases; an alias that none has goes; and an entity whose
 * own name no memory has any more takes that of the alias which most of them have: the name was a word of what is gone. Returns how many entities went.
 */
export async function settleEntities(tx: Db, bank: BankScope, entityIds: readonly string[]): Promise<number> {
  if (entityIds.length === 0) return 0;
  const gone = await deleteUnmentionedEntities(tx, bank, entityIds);
  const left = await dropUnmentionedAliases(tx, bank, entityIds);
  if (left.length > 0) await promoteAliases(tx, bank, left);
  return gone;
}
