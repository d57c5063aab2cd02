import { banksToConsolidate } from "../../../src/store/consolidation/banks-to-consolidate.js";
import { countCandidates } from "../../../src/store/consolidation/count-candidates.js";
import { countScopes } from "../../../src/store/consolidation/count-scopes.js";
import { countUnlearnt } from "../../../src/store/consolidation/count-unlearnt.js";
import { expectsVectors } from "../../../src/store/consolidation/expects-vectors.js";
import { findAlike } from "../../../src/store/consolidation/find-alike.js";
import { findUnchanged } from "../../../src/store/consolidation/find-unchanged.js";
import { freeFailed } from "../../../src/store/consolidation/free-failed.js";
import { listCandidates } from "../../../src/store/consolidation/list-candidates.js";
import { listScopes } from "../../../src/store/consolidation/list-scopes.js";
import { markConsolidated } from "../../../src/store/consolidation/mark-consolidated.js";
import { queueConsolidation } from "../../../src/store/consolidation/queue-consolidation.js";
import { sql } from "../../../src/store/db.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase, tenantCase } from "../statement-cases.js";

const switches = { enableObservations: true, enableAutoConsolidation: true };
const everyFact = { scopes: null, isEmbedded: false };

export const cases = [
  bankCase(queueConsolidation, ({ db, bank }) => queueConsolidation(db, bank, FILLED.memoryId(998), switches)),
  bankCase(listCandidates, ({ db, bank }) => listCandidates(db, bank, { ...everyFact, limit: 10 })),
  bankCase(countCandidates, ({ db, bank }) => countCandidates(db, bank, { ...everyFact, most: 100 })),
  bankCase(expectsVectors, ({ db, bank }) => expectsVectors(db, bank)),
  bankCase(findAlike, async ({ db, bank }) => {
    await db.query(sql`UPDATE memory SET run_no = NULL, position = NULL WHERE bank_id = ${bank.key}`);
    return findAlike(db, bank, FILLED.memoryNumbers, ["red"]);
  }),
  bankCase(findUnchanged, async ({ db, bank }) => [
    ...(await findUnchanged(db, bank, await listCandidates(db, bank, { ...everyFact, limit: 10 }))),
  ]),
  bankCase(markConsolidated, ({ db, bank }) => markConsolidated(db, bank, [1, 2, 3, 4], { hasFailed: true })),
  bankCase(freeFailed, async ({ db, bank }) => {
    await markConsolidated(db, bank, [1, 2], { hasFailed: true });
    return freeFailed(db, bank);
  }),
  bankCase(listScopes, ({ db, bank }) => listScopes(db, bank, { limit: 10, offset: 0 })),
  bankCase(countScopes, ({ db, bank }) => countScopes(db, bank)),
  tenantCase(banksToConsolidate, ({ db, tenant }) => banksToConsolidate(db, tenant, { ...switches, pauseMs: 1_000, limit: 10 })),
  tenantCase(countUnlearnt, ({ db, tenant }) => countUnlearnt(db, tenant, { perBank: true })),
];
