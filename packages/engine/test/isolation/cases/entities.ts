import { countEntities } from "../../../src/store/entities/count-entities.js";
import { deleteAllEntities } from "../../../src/store/entities/delete-all-entities.js";
import { deleteUnmentionedEntities } from "../../../src/store/entities/delete-unmentioned-entities.js";
import { discountMentions } from "../../../src/store/entities/discount-mentions.js";
import { findCalled } from "../../../src/store/entities/find-called.js";
import { findCompanions } from "../../../src/store/entities/find-companions.js";
import { findMentionedEntities } from "../../../src/store/entities/find-mentioned-entities.js";
import { findSimilarEntities } from "../../../src/store/entities/find-similar-entities.js";
import { getEntity } from "../../../src/store/entities/get-entity.js";
import { listEntities } from "../../../src/store/entities/list-entities.js";
import { listUnreadNames } from "../../../src/store/entities/list-unread-names.js";
import { recountEntities } from "../../../src/store/entities/recount-entities.js";
import { setReadings } from "../../../src/store/entities/set-readings.js";
import { upsertEntities } from "../../../src/store/entities/upsert-entities.js";
import { deleteAllMentions } from "../../../src/store/mentions/delete-all-mentions.js";
import { insertMentions } from "../../../src/store/mentions/insert-mentions.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase } from "../statement-cases.js";

const { ann, delft, tulip } = FILLED.entities;
const seen = { kind: "person", mentions: 1, firstSeen: FILLED.at(1), lastSeen: FILLED.at(9) } as const;

export const cases = [
  bankCase(listEntities, ({ db, bank }) => listEntities(db, bank, { limit: 10, offset: 0 })),
  bankCase(listEntities, ({ db, bank }) => listEntities(db, bank, { limit: 10, offset: 0, tags: ["red"], tagsMatch: "any_strict" })),
  bankCase(listEntities, ({ db, bank }) => listEntities(db, bank, { limit: 10, offset: 0, q: "a" })),
  bankCase(listEntities, ({ db, bank }) => listEntities(db, bank, { limit: 10, offset: 0, q: "a", tags: ["red"] })),
  bankCase(countEntities, ({ db, bank }) => countEntities(db, bank, {})),
  bankCase(countEntities, ({ db, bank }) => countEntities(db, bank, { tags: ["red"] })),
  bankCase(getEntity, ({ db, bank }) => getEntity(db, bank, ann, {})),
  bankCase(getEntity, ({ db, bank }) => getEntity(db, bank, ann, { tags: ["red"] })),
  bankCase(findMentionedEntities, ({ db, bank }) => findMentionedEntities(db, bank, FILLED.memoryNumbers)),
  bankCase(findSimilarEntities, ({ db, bank }) => findSimilarEntities(db, bank, [{ name: "marka aann", kind: "person" }])),
  bankCase(findCompanions, async ({ db, bank }) => {
    await insertMentions(db, bank, [{ memoryNo: 1, entityId: delft }]);
    return findCompanions(db, bank, [ann], ["delft", "tulip"]);
  }),
  bankCase(upsertEntities, ({ db, bank }) =>
    upsertEntities(db, bank, [
      { ...seen, name: "marka ann", key: "ann", id: FILLED.memoryId(901) },
      { ...seen, name: "new", key: "new", id: FILLED.memoryId(902) },
    ]),
  ),
  bankCase(discountMentions, ({ db, bank }) => discountMentions(db, bank, [{ entityId: ann, mentions: 1 }])),
  bankCase(recountEntities, ({ db, bank }) => recountEntities(db, bank, [{ entityId: ann, first: FILLED.at(1), last: FILLED.at(9) }])),
  bankCase(deleteUnmentionedEntities, async ({ db, bank }) => {
    await deleteAllMentions(db, bank);
    return deleteUnmentionedEntities(db, bank, [ann, tulip]);
  }),
  bankCase(deleteAllEntities, ({ db, bank }) => deleteAllEntities(db, bank)),
  bankCase(findCalled, ({ db, bank }) => findCalled(db, bank, { keys: ["annie"], readings: [] })),
  bankCase(findCalled, async ({ db, bank }) => {
    await setReadings(db, bank, [{ id: tulip, reading: "yujinxiang" }]);
    return findCalled(db, bank, { keys: [], readings: ["yujinxiang"] });
  }),
  bankCase(listUnreadNames, async ({ db, bank }) => {
    await upsertEntities(db, bank, [{ ...seen, name: "marka 张伟", key: "marka 张伟", id: FILLED.memoryId(903) }]);
    return listUnreadNames(db, bank, 10);
  }),
  bankCase(setReadings, ({ db, bank }) => setReadings(db, bank, [{ id: ann, reading: "an" }])),
];
