import { blankModelHistories } from "../../../src/store/forgetting/blank-model-histories.js";
import { copyReadings } from "../../../src/store/forgetting/copy-readings.js";
import { countForgettings } from "../../../src/store/forgetting/count-forgettings.js";
import { deleteAllEvidence } from "../../../src/store/forgetting/delete-all-evidence.js";
import { detachReadings } from "../../../src/store/forgetting/detach-readings.js";
import { findDocumentsBehind } from "../../../src/store/forgetting/find-documents-behind.js";
import { findEvidence } from "../../../src/store/forgetting/find-evidence.js";
import { findLearnt } from "../../../src/store/forgetting/find-learnt.js";
import { findOutdatedModels } from "../../../src/store/forgetting/find-outdated-models.js";
import { findReadingModels } from "../../../src/store/forgetting/find-reading-models.js";
import { forgetGoneReadings } from "../../../src/store/forgetting/forget-gone-readings.js";
import { forgetLearningTexts } from "../../../src/store/forgetting/forget-learning-texts.js";
import { forgetReadMemories } from "../../../src/store/forgetting/forget-read-memories.js";
import { inheritEvidence } from "../../../src/store/forgetting/inherit-evidence.js";
import { listReadings } from "../../../src/store/forgetting/list-readings.js";
import { noteForgetting } from "../../../src/store/forgetting/note-forgetting.js";
import { requeueFacts } from "../../../src/store/forgetting/requeue-facts.js";
import { standsOutside } from "../../../src/store/forgetting/stands-outside.js";
import { withholdModels } from "../../../src/store/forgetting/withhold-models.js";
import { FILLED } from "../../support/filled-bank.js";
import { LEARNT } from "../../support/filled-learning.js";
import { bankCase } from "../statement-cases.js";

const observations = [LEARNT.observation.memoryNo];
const models = Object.values(LEARNT.models);

export const cases = [
  bankCase(countForgettings, async ({ db, bank }) => {
    await noteForgetting(db, bank);
    return countForgettings(db, bank);
  }),
  bankCase(noteForgetting, ({ db, bank }) => noteForgetting(db, bank)),
  bankCase(findLearnt, ({ db, bank }) => findLearnt(db, bank, [1])),
  bankCase(findEvidence, ({ db, bank }) => findEvidence(db, bank, observations)),
  bankCase(findDocumentsBehind, ({ db, bank }) => findDocumentsBehind(db, bank, observations)),
  bankCase(findReadingModels, ({ db, bank }) => findReadingModels(db, bank, [1])),
  bankCase(listReadings, async ({ db, bank }) => listReadings(db, bank, [1, 2, 3, 4, 5, 6, 7])),
  bankCase(findOutdatedModels, ({ db, bank }) => findOutdatedModels(db, bank)),
  bankCase(requeueFacts, ({ db, bank }) => requeueFacts(db, bank, [1, 4])),
  bankCase(blankModelHistories, ({ db, bank }) => blankModelHistories(db, bank, models)),
  bankCase(withholdModels, ({ db, bank }) => withholdModels(db, bank, models)),
  bankCase(standsOutside, async ({ db, bank }) =>
    Promise.all(models.map((id) => standsOutside(db, bank, id, { tags: ["nowhere"], tagsMatch: "all_strict", kinds: null }))),
  ),
  bankCase(forgetReadMemories, ({ db, bank }) => forgetReadMemories(db, bank, [1])),
  bankCase(forgetGoneReadings, ({ db, bank }) => forgetGoneReadings(db, bank)),
  bankCase(inheritEvidence, ({ db, bank }) => inheritEvidence(db, bank, observations)),
  bankCase(copyReadings, ({ db, bank }) => copyReadings(db, bank, [{ from: 1, to: 8, id: FILLED.memoryId(98) }])),
  bankCase(detachReadings, ({ db, bank }) => detachReadings(db, bank, [1])),
  bankCase(forgetLearningTexts, ({ db, bank }) => forgetLearningTexts(db, bank)),
  bankCase(deleteAllEvidence, ({ db, bank }) => deleteAllEvidence(db, bank)),
];
