import { textHash } from "../../../src/domain/text/text-hash.js";
import { sql } from "../../../src/store/db.js";
import { copyObservationReadings } from "../../../src/store/observations/copy-observation-readings.js";
import { countObservations } from "../../../src/store/observations/count-observations.js";
import { countThere } from "../../../src/store/observations/count-there.js";
import { findObservations } from "../../../src/store/observations/find-observations.js";
import { findRelatedObservations } from "../../../src/store/observations/find-related-observations.js";
import { insertObservationHistory } from "../../../src/store/observations/insert-observation-history.js";
import { insertObservationReadings } from "../../../src/store/observations/insert-observation-readings.js";
import { insertObservationSources } from "../../../src/store/observations/insert-observation-sources.js";
import { insertObservations } from "../../../src/store/observations/insert-observations.js";
import { readEvidence } from "../../../src/store/observations/read-evidence.js";
import { readObservationHistory } from "../../../src/store/observations/read-observation-history.js";
import { readObservations } from "../../../src/store/observations/read-observations.js";
import { readSourceFacts } from "../../../src/store/observations/read-source-facts.js";
import { trimObservationHistory } from "../../../src/store/observations/trim-observation-history.js";
import { updateObservations } from "../../../src/store/observations/update-observations.js";
import { FILLED } from "../../support/filled-bank.js";
import { LEARNT } from "../../support/filled-learning.js";
import { bankCase } from "../statement-cases.js";

const observation = {
  memoryNo: LEARNT.observation.memoryNo,
  id: FILLED.memoryId(90),
  text: "new",
  textHash: textHash("new").toString("hex"),
  tags: ["red"],
  language: "en",
  terms: ["new"],
  termCount: 1,
  proofCount: 3,
  instructionSigns: [],
  occurredStart: null,
  occurredEnd: null,
  datePrecision: null,
  mentionedAt: FILLED.at(1),
} as const;
const version = {
  observationNo: LEARNT.observation.memoryNo,
  previousText: "old",
  previousTags: ["red"],
  previousOccurredStart: null,
  previousOccurredEnd: null,
  previousMentionedAt: null,
  newSourceIds: [FILLED.memoryId(1)],
  reason: null,
} as const;

export const cases = [
  bankCase(countThere, ({ db, bank }) => countThere(db, bank, [LEARNT.observation.memoryNo, 1])),
  bankCase(countObservations, ({ db, bank }) => countObservations(db, bank, ["red"])),
  bankCase(findRelatedObservations, ({ db, bank }) => findRelatedObservations(db, bank, ["red"], [LEARNT.observation.id], [])),
  bankCase(findRelatedObservations, ({ db, bank }) => findRelatedObservations(db, bank, ["red"], [], [LEARNT.observation.memoryNo])),
  bankCase(readSourceFacts, ({ db, bank }) => readSourceFacts(db, bank, [...FILLED.memoryNumbers, LEARNT.observation.memoryNo])),
  bankCase(readObservations, ({ db, bank }) => readObservations(db, bank, [...FILLED.memoryNumbers, LEARNT.observation.memoryNo])),
  bankCase(findObservations, async ({ db, bank }) => {
    await db.query(
      sql`UPDATE memory SET text_hash = decode(${observation.textHash}, 'hex') WHERE bank_id = ${bank.key} AND kind = 'observation'`,
    );
    return findObservations(db, bank, [observation.textHash]);
  }),
  bankCase(insertObservations, ({ db, bank }) => insertObservations(db, bank, [{ ...observation, memoryNo: 90 }])),
  bankCase(updateObservations, ({ db, bank }) => updateObservations(db, bank, [observation])),
  bankCase(insertObservationSources, ({ db, bank }) =>
    insertObservationSources(db, bank, [
      { observationNo: LEARNT.observation.memoryNo, memoryNo: 4, quote: "kept as it was" },
      { observationNo: LEARNT.observation.memoryNo, memoryNo: 5, quote: null },
    ]),
  ),
  bankCase(insertObservationReadings, ({ db, bank }) =>
    insertObservationReadings(db, bank, [{ observationNo: LEARNT.observation.memoryNo, memoryNo: 6 }]),
  ),
  bankCase(copyObservationReadings, async ({ db, bank }) => {
    await insertObservations(db, bank, [{ ...observation, memoryNo: 91 }]);
    return copyObservationReadings(db, bank, [{ fromNo: LEARNT.observation.memoryNo, intoNo: 91 }]);
  }),
  bankCase(insertObservationHistory, ({ db, bank }) => insertObservationHistory(db, bank, [version])),
  bankCase(trimObservationHistory, async ({ db, bank }) => {
    await insertObservationHistory(db, bank, [version]);
    return trimObservationHistory(db, bank, [LEARNT.observation.memoryNo], 1);
  }),
  bankCase(readEvidence, ({ db, bank }) => readEvidence(db, bank, LEARNT.observation.memoryNo)),
  bankCase(readObservationHistory, ({ db, bank }) => readObservationHistory(db, bank, LEARNT.observation.memoryNo)),
];
