import { bankScope } from "../../../src/domain/scope.js";
import { insertBank } from "../../../src/store/banks/insert-bank.js";
import { sql } from "../../../src/store/db.js";
import { TRANSFER_ORDER } from "../../../src/store/shapes/transfer-tables.js";
import { findNamesByKey } from "../../../src/store/transfer/find-names-by-key.js";
import { findTaken } from "../../../src/store/transfer/find-taken.js";
import { handRecordsOver } from "../../../src/store/transfer/hand-records-over.js";
import { holdStill } from "../../../src/store/transfer/hold-still.js";
import { insertMemoryVectors } from "../../../src/store/transfer/insert-memory-vectors.js";
import { insertRows } from "../../../src/store/transfer/insert-rows.js";
import { isVacant } from "../../../src/store/transfer/is-vacant.js";
import { listInvalidatedOf } from "../../../src/store/transfer/list-invalidated-of.js";
import { listKeys } from "../../../src/store/transfer/list-keys.js";
import { listMemoriesOf } from "../../../src/store/transfer/list-memories-of.js";
import { listStaged } from "../../../src/store/transfer/list-staged.js";
import { readNumbers } from "../../../src/store/transfer/read-numbers.js";
import { readRows } from "../../../src/store/transfer/read-rows.js";
import { refreshStatistics } from "../../../src/store/transfer/refresh-statistics.js";
import { ensureModel } from "../../../src/store/vectors/ensure-model.js";
import { vectorType } from "../../../src/store/vectors/vector-type.js";
import { FILLED } from "../../support/filled-bank.js";
import { LEARNT } from "../../support/filled-learning.js";
import { bankCase, tenantCase } from "../statement-cases.js";

const directive = {
  id: FILLED.memoryId(77),
  name: "new",
  content: "new",
  priority: 1,
  is_active: true,
  tags: [],
  created_at: "2024-05-06T07:08:09Z",
  updated_at: "2024-05-06T07:08:09Z",
};

export const cases = [
  // Every table, whole and by keys that both banks have.
  ...TRANSFER_ORDER.map((table) =>
    bankCase(readRows, async ({ db, bank }) => readRows(db, bank, table, await listKeys(db, bank, table)), { silent: true }),
  ),
  bankCase(readRows, ({ db, bank }) => readRows(db, bank, "memory", ["talk"], "document")),
  ...TRANSFER_ORDER.map((table) => bankCase(listKeys, ({ db, bank }) => listKeys(db, bank, table), { silent: true })),
  bankCase(listMemoriesOf, ({ db, bank }) => listMemoriesOf(db, bank, ["notes"])),
  bankCase(listInvalidatedOf, ({ db, bank }) => listInvalidatedOf(db, bank, ["talk", "notes", "loose"])),
  bankCase(insertRows, ({ db, bank }) => insertRows(db, bank, "directive", [{ ...directive, bank_id: 2 }])),
  bankCase(insertMemoryVectors, async ({ db, bank, tenant }) => {
    const target = { modelId: await ensureModel(db, tenant, FILLED.model), vectorType: await vectorType(db, tenant) };
    return insertMemoryVectors(db, bank, target, [{ memoryNo: 5, vector: Float32Array.of(1, 2, 3, 4) }]);
  }),
  bankCase(findNamesByKey, async ({ db, bank }) => ({ names: await findNamesByKey(db, bank, ["ann", "delft"]) })),
  bankCase(findTaken, ({ db, bank }) => findTaken(db, bank, { documentIds: ["talk", "other"], modelIds: [LEARNT.models.page] })),
  bankCase(handRecordsOver, async ({ db, bank, tenant }) => {
    const fresh = await insertBank(db, tenant, "fresh");
    return handRecordsOver(db, bank, bankScope(tenant.tenant, fresh?.key ?? 0, "fresh"));
  }),
  tenantCase(listStaged, async ({ db, tenant }) => {
    for (const name of ["_import_left", "import_left"]) await insertBank(db, tenant, name);
    await db.query(sql`UPDATE bank SET updated_at = now() - interval '2 minutes'`);
    return { found: (await listStaged(db, tenant)).length };
  }),
  bankCase(isVacant, async ({ db, bank }) => ({ isVacant: await isVacant(db, bank) })),
  bankCase(readNumbers, ({ db, bank }) => readNumbers(db, bank)),
  bankCase(refreshStatistics, ({ db, bank }) => refreshStatistics(db, bank, "memory"), { silent: true }),
  bankCase(holdStill, ({ db, bank }) => holdStill(db, bank), { silent: true }),
];
