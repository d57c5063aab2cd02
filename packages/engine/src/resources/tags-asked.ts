import type { EntityFilter } from "../domain/resources.js";
import type { BankScope } from "../domain/scope.js";
import { sanitise } from "../domain/text/sanitise.js";
import { withFuzzyTags } from "../recall/index.js";
import type { Db } from "../store/db.js";

/** The tags that a caller asked for, clean, with fuzzy ones resolved among the bank's. */
export async function tagsOf(db: Db, bank: BankScope, { tags, tagsMatch, tagGroups }: EntityFilter): Promise<EntityFilter> {
  return {
    tags: (tags ?? []).map(sanitise),
    ...(tagsMatch === undefined ? {} : { tagsMatch }),
    tagGroups: tagGroups ? await withFuzzyTags(db, bank, tagGroups) : null,
  };
}
