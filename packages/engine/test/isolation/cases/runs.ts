import { deleteMemories } from "../../../src/store/memories/delete-memories.js";
import { deleteAllRuns } from "../../../src/store/runs/delete-all-runs.js";
import { deleteEmptyRuns } from "../../../src/store/runs/delete-empty-runs.js";
import { findRuns } from "../../../src/store/runs/find-runs.js";
import { findRunsForWrite } from "../../../src/store/runs/find-runs-for-write.js";
import { retagRuns } from "../../../src/store/runs/retag-runs.js";
import { upsertRuns } from "../../../src/store/runs/upsert-runs.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase } from "../statement-cases.js";

const row = { documentId: null, tags: ["new"], firstAt: FILLED.at(1), lastAt: FILLED.at(2), nextPosition: 5 };

export const cases = [
  bankCase(findRuns, ({ db, bank }) => findRuns(db, bank, FILLED.memoryNumbers)),
  bankCase(upsertRuns, ({ db, bank }) =>
    upsertRuns(db, bank, [
      { ...row, runNo: FILLED.runs.loose },
      { ...row, runNo: 99 },
    ]),
  ),
  bankCase(retagRuns, ({ db, bank }) => retagRuns(db, bank, "talk", ["new"])),
  bankCase(deleteEmptyRuns, async ({ db, bank }) => {
    await deleteMemories(db, bank, [4, 5, 6]);
    return deleteEmptyRuns(db, bank, [FILLED.runs.notes, FILLED.runs.loose, FILLED.runs.talk]);
  }),
  bankCase(deleteAllRuns, ({ db, bank }) => deleteAllRuns(db, bank)),
  bankCase(findRunsForWrite, ({ db, bank }) =>
    findRunsForWrite(db, bank, { documentIds: ["talk"], runNumbers: [FILLED.runs.notes], loose: { from: FILLED.at(1), to: FILLED.at(9) } }),
  ),
];
