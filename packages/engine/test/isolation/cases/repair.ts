import { type Statement, sql } from "../../../src/store/db.js";
import { countLost } from "../../../src/store/repair/count-lost.js";
import { countLostOf } from "../../../src/store/repair/count-lost-of.js";
import { countStrays } from "../../../src/store/repair/count-strays.js";
import { deleteStaleVectors } from "../../../src/store/repair/delete-stale-vectors.js";
import { deleteStrayLinks } from "../../../src/store/repair/delete-stray-links.js";
import { deleteStrayMentions } from "../../../src/store/repair/delete-stray-mentions.js";
import { deleteStrayPostings } from "../../../src/store/repair/delete-stray-postings.js";
import { findMisposted } from "../../../src/store/repair/find-misposted.js";
import { listBankKeys } from "../../../src/store/repair/list-bank-keys.js";
import { recountMentions } from "../../../src/store/repair/recount-mentions.js";
import { setTerms } from "../../../src/store/repair/set-terms.js";
import { bankCase, type Ground, tenantCase } from "../statement-cases.js";

/**
 * A case of a repair: nothing is wrong in a filled bank, so every bank gets the same fault first. The repair must mend its own and leave the others';
 * then those are taken back, and must all have been there.
 */
function mends(
  repair: (db: Ground["db"], bank: Ground["bank"]) => Promise<number>,
  { fault, takeBack }: { readonly fault: Statement; readonly takeBack: (bank: Ground["bank"]) => Statement },
) {
  return bankCase(
    Object.defineProperty(() => Promise.resolve(), "name", { value: repair.name }),
    async ({ db, bank }) => {
      await db.query(fault);
      const mended = await repair(db, bank);
      const others = (await db.query(sql`SELECT FROM bank WHERE bank_id <> ${bank.key}`)).affected;
      const { affected } = await db.query(takeBack(bank));
      if (affected !== others) throw new Error(`${repair.name} mended ${others - affected} other banks.`);
      return mended;
    },
  );
}

const NOBODY = "00000000-0000-4000-8000-000000000999";

export const cases = [
  mends(deleteStrayPostings, {
    fault: sql`INSERT INTO posting (bank_id, term, memory_no, frequency, term_count) SELECT bank_id, 'stray', 1, 1, 1 FROM bank`,
    takeBack: (bank) => sql`DELETE FROM posting WHERE term = 'stray' AND bank_id <> ${bank.key}`,
  }),
  mends(deleteStrayMentions, {
    fault: sql`INSERT INTO memory_entity (bank_id, memory_no, entity_id) SELECT bank_id, 1, ${NOBODY} FROM bank`,
    takeBack: (bank) => sql`DELETE FROM memory_entity WHERE entity_id = ${NOBODY} AND bank_id <> ${bank.key}`,
  }),
  // A stray link needs a table without its keys: DDL is rolled back with the case.
  bankCase(deleteStrayLinks, async ({ db, bank }) => {
    for (const key of ["link_bank_id_from_no_fkey", "link_bank_id_to_no_fkey"]) {
      await db.query({ text: `ALTER TABLE link DROP CONSTRAINT ${key}`, values: [] });
    }
    await db.query(sql`INSERT INTO link (bank_id, from_no, to_no, kind, weight) SELECT bank_id, 1, 99, 'semantic', 0.5 FROM bank`);
    const mended = await deleteStrayLinks(db, bank);
    const others = (await db.query(sql`SELECT FROM bank WHERE bank_id <> ${bank.key}`)).affected;
    const { affected } = await db.query(sql`DELETE FROM link WHERE to_no = 99`);
    if (affected !== others) throw new Error("deleteStrayLinks mended other banks.");
    return mended;
  }),
  mends(recountMentions, {
    fault: sql`UPDATE entity SET mention_count = mention_count + 100 WHERE name_key = 'ann'`,
    takeBack: (bank) =>
      sql`UPDATE entity SET mention_count = mention_count - 100 WHERE name_key = 'ann' AND mention_count > 100 AND bank_id <> ${bank.key}`,
  }),
  bankCase(deleteStaleVectors, async ({ db, bank }) => {
    await db.query(sql`INSERT INTO embedding_model (name, dimension) VALUES ('newer', 4)`);
    await db.query(sql`INSERT INTO memory_vector (bank_id, model_id, memory_no, embedding)
      SELECT ${bank.key}, model_id, 1, '[1,2,3,4]' FROM embedding_model WHERE name = 'newer'`);
    const { rows } = await db.query<{ id: number }>(sql`SELECT model_id AS id FROM embedding_model WHERE name = 'newer'`);
    return deleteStaleVectors(db, bank, rows[0]?.id ?? 0);
  }),
  bankCase(findMisposted, async ({ db, bank }) => {
    await db.query(sql`DELETE FROM posting WHERE bank_id = ${bank.key} AND memory_no = 2 AND term = 'said'`);
    return findMisposted(db, bank, { after: 0, limit: 100 });
  }),
  bankCase(setTerms, ({ db, bank }) => setTerms(db, bank, [{ memoryNo: 1, terms: ["new", 'q"uote'], termCount: 2 }])),
  tenantCase(countLost, async ({ db, tenant }) => {
    await db.query(sql`SET LOCAL session_replication_role = replica`);
    await db.query(sql`DELETE FROM memory`);
    return countLost(db, tenant);
  }),
  bankCase(countLostOf, async ({ db, bank }) => {
    await db.query(sql`SET LOCAL session_replication_role = replica`);
    await db.query(sql`DELETE FROM memory WHERE bank_id = ${bank.key}`);
    return { lost: await countLostOf(db, bank) };
  }),
  tenantCase(countStrays, ({ db, tenant }) => countStrays(db, tenant)),
  tenantCase(listBankKeys, ({ db, tenant }) => listBankKeys(db, tenant)),
];
