/** A mental model that looks elsewhere from now on: who may read it is said by its tags. */

import type { Trigger } from "../../domain/mental-models.js";
import { scopeOf } from "../../domain/model-scope.js";
import type { BankScope } from "../../domain/scope.js";
import { withFuzzyTags } from "../../recall/index.js";
import type { Db } from "../../store/db.js";
import { blankModelHistories } from "../../store/forgetting/blank-model-histories.js";
import { standsOutside } from "../../store/forgetting/stands-outside.js";
import { withholdModels } from "../../store/forgetting/withhold-models.js";

/** What says which memories a model looks at. */
export interface LookedAt {
  readonly tags: readonly string[];
  readonly trigger: Pick<Trigger, "tagsMatch" | "tagGroups" | "factTypes">;
}

/**
 * True when the two are not the same memories; the model is then to be written whole. What it says of a memory outside `after` is withheld at once, as
 * after a deletion. The caller holds the bank's row and has written the change.
 */
export async function moveScope(tx: Db, bank: BankScope, id: string, before: LookedAt, after: LookedAt): Promise<boolean> {
  if (keyOf(before) === keyOf(after)) return false;
  const { tags, tagsMatch, tagGroups } = scopeOf(after);
  const groups = tagGroups === null ? null : await withFuzzyTags(tx, bank, tagGroups);
  if (await standsOutside(tx, bank, id, { tags, tagsMatch, tagGroups: groups, kinds: after.trigger.factTypes })) {
    await withholdModels(tx, bank, [id]);
    await blankModelHistories(tx, bank, [id]);
  }
  return true;
}

function keyOf(scope: LookedAt): string {
  const { tags, tagsMatch, tagGroups } = scopeOf(scope);
  return JSON.stringify([[...(tags ?? [])].sort(), tagsMatch, tagGroups, scope.trigger.factTypes]);
}
