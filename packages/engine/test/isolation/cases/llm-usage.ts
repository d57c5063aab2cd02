import { addBankUsage } from "../../../src/store/llm-usage/add-bank-usage.js";
import { addTenantUsage } from "../../../src/store/llm-usage/add-tenant-usage.js";
import { deleteReservations } from "../../../src/store/llm-usage/delete-reservations.js";
import { insertReservation } from "../../../src/store/llm-usage/insert-reservation.js";
import { lockSpend } from "../../../src/store/llm-usage/lock-spend.js";
import { readBankSpend } from "../../../src/store/llm-usage/read-bank-spend.js";
import { readTenantSpend } from "../../../src/store/llm-usage/read-tenant-spend.js";
import { settleLostReservations } from "../../../src/store/llm-usage/settle-lost-reservations.js";
import { sweepUsage } from "../../../src/store/llm-usage/sweep-usage.js";
import type { UsageOfHour } from "../../../src/store/shapes/spend.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase, tenantCase } from "../statement-cases.js";

const hour: UsageOfHour = {
  hour: FILLED.at(1),
  calls: 1,
  failedCalls: 0,
  unpricedCalls: 0,
  inputTokens: 10,
  outputTokens: 2,
  cachedTokens: 1,
  thoughtsTokens: 0,
  microUsd: 7,
};
const starts = [FILLED.at(1), FILLED.at(1)];

export const cases = [
  bankCase(addBankUsage, ({ db, bank }) => addBankUsage(db, bank, [hour])),
  bankCase(readBankSpend, ({ db, bank }) => readBankSpend(db, bank, starts, FILLED.at(1))),
  bankCase(insertReservation, ({ db, bank }) =>
    insertReservation(db, bank, { id: FILLED.memoryId(996), hour: FILLED.at(1), tokens: 5, microUsd: 5, expiresAt: FILLED.at(2) }),
  ),
  bankCase(deleteReservations, ({ db, bank }) => deleteReservations(db, bank, [FILLED.reservation])),
  tenantCase(addTenantUsage, async ({ db, tenant }) => {
    await addTenantUsage(db, tenant, [hour]);
    return readTenantSpend(db, tenant, starts, FILLED.at(1));
  }),
  tenantCase(readTenantSpend, ({ db, tenant }) => readTenantSpend(db, tenant, starts, FILLED.at(1))),
  tenantCase(lockSpend, ({ db, tenant }) => lockSpend(db, tenant), { silent: true }),
  tenantCase(settleLostReservations, ({ db, tenant }) => settleLostReservations(db, tenant, FILLED.at(10))),
  tenantCase(sweepUsage, ({ db, tenant }) => sweepUsage(db, tenant, FILLED.at(20))),
];
