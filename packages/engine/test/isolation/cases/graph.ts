import { countGraphMemories } from "../../../src/store/graph/count-graph-memories.js";
import { listEntityPairs } from "../../../src/store/graph/list-entity-pairs.js";
import { listGraphEntities } from "../../../src/store/graph/list-graph-entities.js";
import { listGraphEvidence } from "../../../src/store/graph/list-graph-evidence.js";
import { listGraphLinks } from "../../../src/store/graph/list-graph-links.js";
import { listGraphMemories } from "../../../src/store/graph/list-graph-memories.js";
import { listGraphMentions } from "../../../src/store/graph/list-graph-mentions.js";
import { insertMentions } from "../../../src/store/mentions/insert-mentions.js";
import { FILLED } from "../../support/filled-bank.js";
import { LEARNT } from "../../support/filled-learning.js";
import { bankCase } from "../statement-cases.js";

const { memoryNos, entities } = { memoryNos: FILLED.memoryNumbers, entities: FILLED.entities };
const tagged = { tags: ["red"], tagsMatch: "all_strict" as const };
const pairs = { memories: 100, perMemory: 30, minCount: 1, limit: 10 };

export const cases = [
  bankCase(listGraphMemories, ({ db, bank }) => listGraphMemories(db, bank, { ...tagged, limit: 10 })),
  bankCase(listGraphMemories, ({ db, bank }) => listGraphMemories(db, bank, { chunkId: `${bank.bankId}_notes_0`, q: "said", limit: 10 })),
  bankCase(countGraphMemories, ({ db, bank }) => countGraphMemories(db, bank, { documentId: "talk" })),
  bankCase(listGraphEvidence, ({ db, bank }) => listGraphEvidence(db, bank, [LEARNT.observation.memoryNo], 10)),
  bankCase(listGraphMentions, ({ db, bank }) => listGraphMentions(db, bank, memoryNos)),
  bankCase(listGraphLinks, ({ db, bank }) => listGraphLinks(db, bank, memoryNos, 10)),
  bankCase(listEntityPairs, async ({ db, bank }) => {
    await insertMentions(db, bank, [{ memoryNo: 2, entityId: entities.delft }]); // a memory that mentions two
    return (await listEntityPairs(db, bank, { ...pairs, ...tagged })).pairs;
  }),
  bankCase(listGraphEntities, ({ db, bank }) => listGraphEntities(db, bank, [entities.ann, entities.tulip], tagged)),
  bankCase(listGraphEntities, ({ db, bank }) => listGraphEntities(db, bank, [entities.ann], {})),
];
