import { memoryFilter } from "../../../src/store/filters/memory-filter.js";
import { countEmbedding } from "../../../src/store/vectors/count-embedding.js";
import { countVectors } from "../../../src/store/vectors/count-vectors.js";
import { createVectorIndex } from "../../../src/store/vectors/create-vector-index.js";
import { deleteAllVectors } from "../../../src/store/vectors/delete-all-vectors.js";
import { deleteOtherVectors } from "../../../src/store/vectors/delete-other-vectors.js";
import { deleteVectors } from "../../../src/store/vectors/delete-vectors.js";
import { dropVectorIndex } from "../../../src/store/vectors/drop-vector-index.js";
import { ensureModel } from "../../../src/store/vectors/ensure-model.js";
import { findFormerModel } from "../../../src/store/vectors/find-former-model.js";
import { insertVectors } from "../../../src/store/vectors/insert-vectors.js";
import { nearestMemories } from "../../../src/store/vectors/nearest-memories.js";
import { nearestToEach } from "../../../src/store/vectors/nearest-to-each.js";
import { readVectorIndex } from "../../../src/store/vectors/read-vector-index.js";
import { readVectors } from "../../../src/store/vectors/read-vectors.js";
import { vectorType } from "../../../src/store/vectors/vector-type.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase, tenantCase } from "../statement-cases.js";

const search = { vector: new Float32Array([1, 0, 0, 0]), limit: 10, memories: 10, filter: null, index: null };

export const cases = [
  bankCase(findFormerModel, ({ db, bank }) => findFormerModel(db, bank, FILLED.model.name)),
  bankCase(deleteVectors, ({ db, bank }) => deleteVectors(db, bank, [1, 2])),
  bankCase(deleteOtherVectors, ({ db, bank }) => deleteOtherVectors(db, bank, { modelId: 999, after: 0, to: 100 })),
  bankCase(deleteAllVectors, ({ db, bank }) => deleteAllVectors(db, bank)),
  tenantCase(ensureModel, ({ db, tenant }) => ensureModel(db, tenant, FILLED.model)),
  tenantCase(insertVectors, async ({ db, tenant, bank }) =>
    insertVectors(db, tenant, { modelId: await ensureModel(db, tenant, FILLED.model), vectorType: await vectorType(db, tenant) }, [
      { bankKey: bank.key, memoryNo: 5, vector: new Float32Array([1, 0, 0, 0]) },
    ]),
  ),
  tenantCase(vectorType, ({ db, tenant }) => vectorType(db, tenant)),
  bankCase(countVectors, async ({ db, bank, tenant }) => countVectors(db, bank, await ensureModel(db, tenant, FILLED.model))),
  bankCase(nearestMemories, async ({ db, bank, tenant }) =>
    nearestMemories(db, bank, { ...search, modelId: await ensureModel(db, tenant, FILLED.model) }),
  ),
  bankCase(nearestMemories, async ({ db, bank, tenant }) =>
    nearestMemories(db, bank, { ...search, modelId: await ensureModel(db, tenant, FILLED.model), filter: memoryFilter({ tags: ["red"] }) }),
  ),
  bankCase(nearestMemories, async ({ db, bank, tenant }) =>
    nearestMemories(db, bank, { ...search, modelId: await ensureModel(db, tenant, FILLED.model), among: FILLED.memoryNumbers }),
  ),
  bankCase(nearestToEach, async ({ db, bank, tenant }) =>
    nearestToEach(db, bank, {
      vectors: [search.vector],
      limit: 10,
      modelId: await ensureModel(db, tenant, FILLED.model),
      filter: memoryFilter({ tags: ["red"] }),
    }),
  ),
  bankCase(readVectors, async ({ db, bank, tenant }) => [
    ...(await readVectors(db, bank, await ensureModel(db, tenant, FILLED.model), FILLED.memoryNumbers)),
  ]),
  // Indexes hold no rows of their own; that the graph of one bank is not that of another is tested with recall on a large bank.
  bankCase(readVectorIndex, ({ db, bank }) => readVectorIndex(db, bank, 1), { silent: true }),
  bankCase(createVectorIndex, ({ db, bank }) => createVectorIndex(db, bank, { modelId: 1, dimension: 3, vectors: 5 }), { silent: true }),
  bankCase(dropVectorIndex, ({ db, bank }) => dropVectorIndex(db, bank, 1, "halfvec"), { silent: true }),
  tenantCase(countEmbedding, ({ db, tenant }) => countEmbedding(db, tenant, FILLED.model.name)),
];
