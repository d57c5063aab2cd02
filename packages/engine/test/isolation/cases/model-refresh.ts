import { type ModelForRefresh, readModelForRefresh } from "../../../src/store/mental-models/read-model-for-refresh.js";
import { addModelHistory } from "../../../src/store/model-refresh/add-model-history.js";
import { failRefresh } from "../../../src/store/model-refresh/fail-refresh.js";
import { findChangedMemories } from "../../../src/store/model-refresh/find-changed-memories.js";
import { findChangedModels } from "../../../src/store/model-refresh/find-changed-models.js";
import { finishRefresh } from "../../../src/store/model-refresh/finish-refresh.js";
import { hasReadableModels } from "../../../src/store/model-refresh/has-readable-models.js";
import { listModelSources } from "../../../src/store/model-refresh/list-model-sources.js";
import { readModels } from "../../../src/store/model-refresh/read-models.js";
import { readRefreshWindow } from "../../../src/store/model-refresh/read-refresh-window.js";
import { replaceModelSources } from "../../../src/store/model-refresh/replace-model-sources.js";
import { FILLED } from "../../support/filled-bank.js";
import { LEARNT } from "../../support/filled-learning.js";
import { bankCase } from "../statement-cases.js";

const { plain, page } = LEARNT.models;
const entry = {
  kind: "refresh",
  outcome: "content_written",
  failureReason: null,
  errorMessage: null,
  previousContent: "before",
  previousReflectResponse: null,
} as const;

export const cases = [
  bankCase(addModelHistory, ({ db, bank }) => addModelHistory(db, bank, plain, entry, 1)),
  bankCase(failRefresh, ({ db, bank }) => failRefresh(db, bank, plain, { outcome: "refresh_failed_error" })),
  bankCase(findChangedMemories, ({ db, bank }) =>
    findChangedMemories(db, bank, [
      { memoryId: FILLED.memoryId(1), text: "marka word1 said" },
      { memoryId: FILLED.memoryId(999), text: "" },
    ]),
  ),
  bankCase(findChangedModels, ({ db, bank }) =>
    findChangedModels(db, bank, [
      { id: plain, content: "marka content" },
      { id: page, content: "" },
    ]),
  ),
  bankCase(finishRefresh, async ({ db, bank }) =>
    finishRefresh(db, bank, plain, {
      before: (await readModelForRefresh(db, bank, plain)) as ModelForRefresh,
      content: "new",
      structure: null,
      reflectResponse: {},
      isFull: true,
      watermark: null,
    }),
  ),
  bankCase(hasReadableModels, ({ db, bank }) => hasReadableModels(db, bank, {})),
  bankCase(listModelSources, ({ db, bank }) => listModelSources(db, bank, [plain, page])),
  bankCase(readModels, ({ db, bank }) => readModels(db, bank, [plain, page], {})),
  bankCase(readRefreshWindow, async ({ db, bank }) => (await readRefreshWindow(db, bank, {}, null)).watermark),
  bankCase(replaceModelSources, ({ db, bank }) =>
    replaceModelSources(db, bank, plain, [{ memoryId: FILLED.memoryId(2), text: "said", isCited: true }]),
  ),
];
