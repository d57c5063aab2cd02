import { readSearchState } from "../../../src/store/banks/read-search-state.js";
import { countModels } from "../../../src/store/model-search/count-models.js";
import { deleteModelVector } from "../../../src/store/model-search/delete-model-vector.js";
import { listModelTexts } from "../../../src/store/model-search/list-model-texts.js";
import { loadFoundModels } from "../../../src/store/model-search/load-found-models.js";
import { lockModelText } from "../../../src/store/model-search/lock-model-text.js";
import { nearestModels } from "../../../src/store/model-search/nearest-models.js";
import { putModelVector } from "../../../src/store/model-search/put-model-vector.js";
import { readModelTerms } from "../../../src/store/model-search/read-model-terms.js";
import { readModelText } from "../../../src/store/model-search/read-model-text.js";
import { replaceModelTerms } from "../../../src/store/model-search/replace-model-terms.js";
import { FILLED } from "../../support/filled-bank.js";
import { LEARNT } from "../../support/filled-learning.js";
import { bankCase } from "../statement-cases.js";

const { page, plain } = LEARNT.models;
const vector = Float32Array.of(0.5, 0.5, 0.5, 0.5);

export const cases = [
  bankCase(countModels, ({ db, bank }) => countModels(db, bank)),
  bankCase(deleteModelVector, ({ db, bank }) => deleteModelVector(db, bank, plain)),
  bankCase(listModelTexts, ({ db, bank }) => listModelTexts(db, bank)),
  bankCase(loadFoundModels, ({ db, bank }) => loadFoundModels(db, bank, [page, plain])),
  bankCase(lockModelText, async ({ db, bank }) => {
    const text = await readModelText(db, bank, plain);
    return text === null ? null : lockModelText(db, bank, plain, text);
  }),
  bankCase(nearestModels, ({ db, bank }) => nearestModels(db, bank, { encoder: FILLED.model.name, vector, limit: 9, filter: {} })),
  bankCase(nearestModels, ({ db, bank }) =>
    nearestModels(db, bank, {
      encoder: FILLED.model.name,
      vector,
      limit: 9,
      filter: { tags: ["red"], isKnowledgePage: true, except: [plain] },
    }),
  ),
  bankCase(putModelVector, async ({ db, bank }) => {
    const state = await readSearchState(db, bank, FILLED.model.name);
    await putModelVector(db, bank, plain, { modelId: state?.modelId ?? 0, vector });
  }),
  bankCase(readModelTerms, ({ db, bank }) => readModelTerms(db, bank, ["content"], { isKnowledgePage: false })),
  bankCase(readModelText, ({ db, bank }) => readModelText(db, bank, plain)),
  bankCase(replaceModelTerms, ({ db, bank }) =>
    replaceModelTerms(db, bank, plain, {
      terms: new Map([
        ["content", 2],
        ["marka", 1],
      ]),
      length: 3,
    }),
  ),
];
