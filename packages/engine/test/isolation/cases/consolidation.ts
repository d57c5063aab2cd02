import { queueConsolidation } from "../../../src/store/consolidation/queue-consolidation.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase } from "../statement-cases.js";

export const cases = [
  bankCase(queueConsolidation, ({ db, bank }) =>
    queueConsolidation(db, bank, FILLED.memoryId(998), { enableObservations: true, enableAutoConsolidation: true }),
  ),
];
