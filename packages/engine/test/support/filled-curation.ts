// What a filled bank has curated: a fact out of use that two documents state, and an entity with an alias.
// In: a bank whose memories are filled. Out: rows whose every text carries the mark.

import type { BankScope } from "../../src/domain/scope.js";
import { type Db, json, sql } from "../../src/store/db.js";
import { FILLED } from "./filled-bank.js";

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** Ids that every filled bank has. */
export const CURATED = {
  /** At home in "notes", stated by "loose" too, caused by memory 4, about tulip. */
  invalidated: { memoryNo: 50, id: uuid(50) },
  /** Of ann; memory 2 has it. */
  alias: uuid(801),
} as const;

export async function fillCuration(db: Db, bank: BankScope, mark: string): Promise<void> {
  const { invalidated, alias } = CURATED;
  const { ann, tulip } = FILLED.entities;
  const mentions = [{ id: tulip, name: `${mark} tulip`, key: "tulip", kind: "person" }];
  await db.query(sql`INSERT INTO invalidated_memory (bank_id, memory_no, id, kind, text, text_hash, source_hash, context, metadata, tags, document_id, chunk_index,
      language, terms, term_count, mentioned_at, mentioned_offset, created_at, updated_at, reason, invalidated_at, mentions)
    VALUES (${bank.key}, ${invalidated.memoryNo}, ${invalidated.id}, 'world', ${`${mark} word50 said`}, sha256('word50'), sha256('source50'), ${`${mark} context`},
      ${json({ source: `${mark} source` })}::jsonb, ARRAY['red', 'blue'], 'notes', 0, 'en', ARRAY['said', 'word50'], 3, ${FILLED.at(5)}, 0, ${FILLED.at(5)}, ${FILLED.at(5)},
      ${`${mark} ground`}, ${FILLED.at(9)}, ${json(mentions)}::jsonb)`);
  for (const document of ["notes", "loose"]) {
    await db.query(sql`INSERT INTO invalidated_source (bank_id, memory_no, document_id, chunk_index, text, source_hash, context, metadata, entity_ids, mentioned_at, mentioned_offset, created_at)
      VALUES (${bank.key}, ${invalidated.memoryNo}, ${document}, 0, ${`${mark} word50 said`}, sha256('source50'), ${`${mark} context`}, ${json({ source: `${mark} source` })}::jsonb,
        ${[tulip]}::uuid[], ${FILLED.at(document === "notes" ? 5 : 7)}, 0, ${FILLED.at(5)})`);
  }
  await db.query(sql`INSERT INTO invalidated_link (bank_id, memory_no, from_no, to_no, kind, weight)
    VALUES (${bank.key}, ${invalidated.memoryNo}, ${invalidated.memoryNo}, 4, 'caused_by', 1)`);
  await db.query(sql`INSERT INTO entity_alias (bank_id, id, entity_id, name, name_key, kind, metadata, merged_at)
    VALUES (${bank.key}, ${alias}, ${ann}, ${`${mark} annie`}, 'annie', 'person', ${json({ note: `${mark} note` })}::jsonb, ${FILLED.at(9)})`);
  await db.query(sql`INSERT INTO alias_mention (bank_id, alias_id, memory_no) VALUES (${bank.key}, ${alias}, 2)`);
}
