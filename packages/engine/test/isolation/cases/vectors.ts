import { deleteAllVectors } from "../../../src/store/vectors/delete-all-vectors.js";
import { deleteVectors } from "../../../src/store/vectors/delete-vectors.js";
import { ensureModel } from "../../../src/store/vectors/ensure-model.js";
import { insertVectors } from "../../../src/store/vectors/insert-vectors.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase, tenantCase } from "../statement-cases.js";

export const cases = [
  bankCase(deleteVectors, ({ db, bank }) => deleteVectors(db, bank, [1, 2])),
  bankCase(deleteAllVectors, ({ db, bank }) => deleteAllVectors(db, bank)),
  tenantCase(ensureModel, ({ db, tenant }) => ensureModel(db, tenant, FILLED.model)),
  tenantCase(insertVectors, async ({ db, tenant, bank }) =>
    insertVectors(db, tenant, await ensureModel(db, tenant, FILLED.model), [
      { bankKey: bank.key, memoryNo: 5, vector: new Float32Array([1, 0, 0, 0]) },
    ]),
  ),
];
