import { banksWithSchedules } from "../../../src/store/mental-models/banks-with-schedules.js";
import { clearMentalModel } from "../../../src/store/mental-models/clear-mental-model.js";
import { countListedModels } from "../../../src/store/mental-models/count-listed-models.js";
import { deleteMentalModel } from "../../../src/store/mental-models/delete-mental-model.js";
import { getMentalModel } from "../../../src/store/mental-models/get-mental-model.js";
import { insertMentalModel } from "../../../src/store/mental-models/insert-mental-model.js";
import { listMentalModels } from "../../../src/store/mental-models/list-mental-models.js";
import { listModelHistory } from "../../../src/store/mental-models/list-model-history.js";
import { listRefreshingModels } from "../../../src/store/mental-models/list-refreshing-models.js";
import { listSaidBefore } from "../../../src/store/mental-models/list-said-before.js";
import { lockMentalModel } from "../../../src/store/mental-models/lock-mental-model.js";
import { readModelForRefresh } from "../../../src/store/mental-models/read-model-for-refresh.js";
import { readStaleness } from "../../../src/store/mental-models/read-staleness.js";
import { snapshotModel } from "../../../src/store/mental-models/snapshot-model.js";
import { updateMentalModel } from "../../../src/store/mental-models/update-mental-model.js";
import { writeModelContent } from "../../../src/store/mental-models/write-model-content.js";
import { LEARNT } from "../../support/filled-learning.js";
import { bankCase, tenantCase } from "../statement-cases.js";

const { page, plain } = LEARNT.models;
const fresh = { id: "mm-new", name: "marka new", sourceQuery: "marka question", content: "marka text", tags: ["red"], maxTokens: 512 };

export const cases = [
  bankCase(insertMentalModel, ({ db, bank }) => insertMentalModel(db, bank, { ...fresh, trigger: { mode: "delta" } })),
  bankCase(insertMentalModel, ({ db, bank }) => insertMentalModel(db, bank, { ...fresh, id: plain, trigger: {} }), { silent: true }),
  bankCase(getMentalModel, ({ db, bank }) => getMentalModel(db, bank, plain, "full")),
  bankCase(listMentalModels, ({ db, bank }) => listMentalModels(db, bank, { detail: "full", limit: 9, offset: 0 })),
  bankCase(listMentalModels, ({ db, bank }) =>
    listMentalModels(db, bank, { detail: "content", isKnowledgePage: false, limit: 9, offset: 0 }),
  ),
  bankCase(countListedModels, ({ db, bank }) => countListedModels(db, bank, { tags: ["red"], tagsMatch: "exact" })),
  bankCase(readStaleness, async ({ db, bank }) => [...(await readStaleness(db, bank, [page, plain]))]),
  bankCase(readModelForRefresh, ({ db, bank }) => readModelForRefresh(db, bank, page)),
  bankCase(lockMentalModel, ({ db, bank }) => lockMentalModel(db, bank, page)),
  bankCase(updateMentalModel, ({ db, bank }) => updateMentalModel(db, bank, plain, { name: "marka other", trigger: { mode: "full" } })),
  bankCase(writeModelContent, ({ db, bank }) => writeModelContent(db, bank, plain, "marka other text")),
  bankCase(snapshotModel, ({ db, bank }) => snapshotModel(db, bank, plain, "clear", 1)),
  bankCase(listModelHistory, ({ db, bank }) => listModelHistory(db, bank, plain)),
  bankCase(listSaidBefore, ({ db, bank }) => listSaidBefore(db, bank, [page, plain])),
  bankCase(clearMentalModel, ({ db, bank }) => clearMentalModel(db, bank, plain)),
  bankCase(deleteMentalModel, ({ db, bank }) => deleteMentalModel(db, bank, page)),
  bankCase(listRefreshingModels, ({ db, bank }) => listRefreshingModels(db, bank)),
  tenantCase(banksWithSchedules, async ({ db, bank, tenant }) => {
    await updateMentalModel(db, bank, plain, { trigger: { refresh_cron: "0 6 * * *" } });
    return banksWithSchedules(db, tenant);
  }),
];
