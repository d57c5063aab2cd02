import { readChanges } from "../../../src/store/changes/read-changes.js";
import { readSearchable } from "../../../src/store/changes/read-searchable.js";
import { sql } from "../../../src/store/db.js";
import { bankCase } from "../statement-cases.js";

export const cases = [
  // The numbers of changes are the database's own and differ from one to the next.
  bankCase(readChanges, async ({ db, bank }) => {
    await db.query(sql`DELETE FROM bank_change WHERE bank_id = ${bank.key}`);
    await db.query(sql`UPDATE memory SET asks = true WHERE bank_id = ${bank.key} AND memory_no <= 2`);
    return (await readChanges(db, bank)).named.map(({ changes, memoryNos }) => ({ changes, memoryNos }));
  }),
  bankCase(readSearchable, ({ db, bank }) => readSearchable(db, bank, 1, { numbers: [1, 2] })),
  bankCase(readSearchable, ({ db, bank }) => readSearchable(db, bank, 1, { after: 2, limit: 2 })),
];
