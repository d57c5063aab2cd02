import { deleteBareAlias } from "../../../src/store/entity-aliases/delete-bare-alias.js";
import { deleteMerged } from "../../../src/store/entity-aliases/delete-merged.js";
import { dropUnmentionedAliases } from "../../../src/store/entity-aliases/drop-unmentioned-aliases.js";
import { findAlias } from "../../../src/store/entity-aliases/find-alias.js";
import { insertAliasMentions } from "../../../src/store/entity-aliases/insert-alias-mentions.js";
import { insertGivenAlias } from "../../../src/store/entity-aliases/insert-given-alias.js";
import { isHad } from "../../../src/store/entity-aliases/is-had.js";
import { leaveAlias } from "../../../src/store/entity-aliases/leave-alias.js";
import { listEntityAliases } from "../../../src/store/entity-aliases/list-entity-aliases.js";
import { mergeEntities } from "../../../src/store/entity-aliases/merge-entities.js";
import { moveMentions } from "../../../src/store/entity-aliases/move-mentions.js";
import { moveSourceEntities } from "../../../src/store/entity-aliases/move-source-entities.js";
import { promoteAliases } from "../../../src/store/entity-aliases/promote-aliases.js";
import { readMerging } from "../../../src/store/entity-aliases/read-merging.js";
import { splitAlias } from "../../../src/store/entity-aliases/split-alias.js";
import { deleteMentions } from "../../../src/store/mentions/delete-mentions.js";
import { FILLED } from "../../support/filled-bank.js";
import { CURATED } from "../../support/filled-curation.js";
import { bankCase } from "../statement-cases.js";

const { ann, delft, tulip } = FILLED.entities;
const { alias } = CURATED;
const GIVEN = { id: FILLED.memoryId(904), name: "Anya", key: "anya" };

export const cases = [
  bankCase(readMerging, ({ db, bank }) => readMerging(db, bank, [ann, tulip])),
  bankCase(listEntityAliases, ({ db, bank }) => listEntityAliases(db, bank, ann, {})),
  bankCase(listEntityAliases, ({ db, bank }) => listEntityAliases(db, bank, ann, { tags: ["red"], tagsMatch: "any_strict" })),
  bankCase(findAlias, ({ db, bank }) => findAlias(db, bank, ann, alias)),
  bankCase(insertAliasMentions, ({ db, bank }) => insertAliasMentions(db, bank, [{ aliasId: alias, memoryNo: 4, isBeside: true }])),
  bankCase(mergeEntities, ({ db, bank }) => mergeEntities(db, bank, delft, ann)),
  bankCase(deleteMerged, async ({ db, bank }) => {
    await mergeEntities(db, bank, delft, ann);
    return deleteMerged(db, bank, ann);
  }),
  bankCase(moveSourceEntities, async ({ db, bank }) => {
    await mergeEntities(db, bank, ann, tulip);
    return moveSourceEntities(db, bank, tulip, ann);
  }),
  bankCase(splitAlias, ({ db, bank }) => splitAlias(db, bank, alias)),
  bankCase(leaveAlias, async ({ db, bank }) => {
    await splitAlias(db, bank, alias);
    return leaveAlias(db, bank, ann, alias);
  }),
  bankCase(moveMentions, ({ db, bank }) => moveMentions(db, bank, { from: ann, to: delft, memoryIds: [1, 2, 3].map(FILLED.memoryId) })),
  bankCase(dropUnmentionedAliases, async ({ db, bank }) => {
    await deleteMentions(db, bank, [2]);
    return dropUnmentionedAliases(db, bank, [ann]);
  }),
  bankCase(promoteAliases, async ({ db, bank }) => {
    await deleteMentions(db, bank, [1, 4]);
    return promoteAliases(db, bank, [ann]);
  }),
  bankCase(isHad, ({ db, bank }) => isHad(db, bank, alias)),
  bankCase(insertGivenAlias, ({ db, bank }) => insertGivenAlias(db, bank, { ...GIVEN, entityId: ann })),
  bankCase(deleteBareAlias, async ({ db, bank }) => {
    await insertGivenAlias(db, bank, { ...GIVEN, entityId: ann });
    return deleteBareAlias(db, bank, GIVEN.id);
  }),
];
