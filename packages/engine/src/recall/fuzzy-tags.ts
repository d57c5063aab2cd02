import type { TagGroup } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import { hasFuzzyLeaf, resolveFuzzyTags } from "../domain/tags.js";
import { HindsightError } from "../errors.js";
import type { Db } from "../store/db.js";
import { countTags } from "../store/tags/count-tags.js";
import { listTags } from "../store/tags/list-tags.js";

/** Most tags a bank may have for fuzzy tags, each of which is compared with all of them. */
const MAX_FUZZY_TAGS = 10_000;

/** The groups with their fuzzy leaves replaced by the bank's tags that resemble them; throws `invalid_request` when the bank has too many tags. */
export async function withFuzzyTags(db: Db, bank: BankScope, groups: readonly TagGroup[]): Promise<readonly TagGroup[]> {
  if (!hasFuzzyLeaf(groups)) return groups;
  if ((await countTags(db, bank, null)) > MAX_FUZZY_TAGS) {
    throw new HindsightError(
      "invalid_request",
      `The bank has more than ${MAX_FUZZY_TAGS} tags; fuzzy tags would have to look at each. Name them exactly.`,
    );
  }
  const known = await listTags(db, bank, { limit: MAX_FUZZY_TAGS, offset: 0, pattern: null });
  return resolveFuzzyTags(
    groups,
    known.map((row) => row.tag),
  );
}
