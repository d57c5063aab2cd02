import { resolveFuzzyTags } from "../domain/fuzzy-tags.js";
import type { TagGroup } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import { hasFuzzyLeaf, tagGroupsProblem } from "../domain/tags.js";
import { HindsightError } from "../errors.js";
import type { Db } from "../store/db.js";
import { countTags } from "../store/tags/count-tags.js";
import { listTags } from "../store/tags/list-tags.js";

/** Most tags a bank may have for fuzzy tags, each of which is compared with all of them. */
const MAX_FUZZY_TAGS = 10_000;

/**
 * The groups with their fuzzy leaves replaced by the bank's tags that resemble them. Every caller's groups pass here: throws `invalid_request` when
 * they are too many or too deep (`tagGroupsProblem`), or when fuzzy ones meet a bank with too many tags.
 */
export async function withFuzzyTags(db: Db, bank: BankScope, groups: readonly TagGroup[]): Promise<readonly TagGroup[]> {
  const problem = tagGroupsProblem(groups);
  if (problem !== null) throw new HindsightError("invalid_request", problem);
  if (!hasFuzzyLeaf(groups)) return groups;
  if ((await countTags(db, bank, "memories", null)) > MAX_FUZZY_TAGS) {
    throw new HindsightError(
      "invalid_request",
      `The bank has more than ${MAX_FUZZY_TAGS} tags; fuzzy tags would have to look at each. Name them exactly.`,
    );
  }
  const known = await listTags(db, bank, { limit: MAX_FUZZY_TAGS, offset: 0, source: "memories", pattern: null });
  return resolveFuzzyTags(
    groups,
    known.map((row) => row.tag),
  );
}
