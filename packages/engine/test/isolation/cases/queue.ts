import { bankWaits } from "../../../src/store/queue/bank-waits.js";
import { claimWaiting } from "../../../src/store/queue/claim-waiting.js";
import { countWaiting } from "../../../src/store/queue/count-waiting.js";
import { freeWaiting } from "../../../src/store/queue/free-waiting.js";
import { insertWaiting } from "../../../src/store/queue/insert-waiting.js";
import { queueUnembedded } from "../../../src/store/queue/queue-unembedded.js";
import { readWaiting } from "../../../src/store/queue/read-waiting.js";
import { releaseWaiting } from "../../../src/store/queue/release-waiting.js";
import { stillWaiting } from "../../../src/store/queue/still-waiting.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase, tenantCase } from "../statement-cases.js";

export const cases = [
  bankCase(bankWaits, ({ db, bank }) => bankWaits(db, bank)),
  bankCase(queueUnembedded, ({ db, bank }) => queueUnembedded(db, bank, { modelId: 999, languages: null, after: 0, limit: 100 })),
  bankCase(insertWaiting, ({ db, bank }) => insertWaiting(db, bank, [1])),
  bankCase(stillWaiting, ({ db, bank }) => stillWaiting(db, bank, FILLED.memoryNumbers)),
  tenantCase(readWaiting, ({ db, tenant }) => readWaiting(db, tenant, 10)),
  tenantCase(claimWaiting, ({ db, tenant }) => claimWaiting(db, tenant, { limit: 10, leaseMs: 1000 })),
  tenantCase(countWaiting, ({ db, tenant }) => countWaiting(db, tenant)),
  tenantCase(freeWaiting, async ({ db, tenant, bank }) => {
    await releaseWaiting(db, tenant, [{ bankKey: bank.key, memoryNo: 5, delayMs: 1000 }]);
    await freeWaiting(db, tenant);
  }),
  tenantCase(releaseWaiting, ({ db, tenant, bank }) => releaseWaiting(db, tenant, [{ bankKey: bank.key, memoryNo: 5, delayMs: 1000 }])),
];
