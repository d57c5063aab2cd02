// A bank that is large by the engine's own measure, made by SQL in seconds.
// In: an open database. Out: 16,000 memories with vectors (seeded, 256 numbers), tags and terms of known shares, and how many hold each.

import { openOrCreateBank } from "../../src/banks/index.js";
import { type BankScope, tenantScope } from "../../src/domain/scope.js";
import { type Database, sql } from "../../src/store/db.js";
import { ensureModel } from "../../src/store/vectors/ensure-model.js";

/** More than are scanned exactly (INDEX_FROM_VECTORS). */
export const LARGE = 16_000;
export const DIMENSION = 256;

export interface LargeBank {
  readonly bank: BankScope;
  readonly modelId: number;
}

/** The model of its vectors, as an encoder would name it. */
export const MODEL = { name: "made", dimension: DIMENSION };

/**
 * Tags: `few` at each 800th memory, `half` at each second, `other` elsewhere. Terms: `all` everywhere, `tenth` at each tenth, `rare` at the third, `old` at the first
 * thousand, `word<n>` at one.
 */
export async function openLargeBank(db: Database, name = "large"): Promise<LargeBank> {
  const tenant = tenantScope("default");
  const modelId = await ensureModel(db, tenant, MODEL);
  const bank = await openOrCreateBank(db, tenant, name);
  await db.query(sql`
    INSERT INTO memory (bank_id, memory_no, id, kind, text, text_hash, tags, terms, term_count, mentioned_at)
    SELECT ${bank.key}, n, gen_random_uuid(), 'world', 'text ' || n, sha256(convert_to(n::text, 'UTF8')),
      CASE WHEN n % 800 = 0 THEN '{few}'::text[] WHEN n % 2 = 0 THEN '{half}' ELSE '{other}' END,
      array_remove(ARRAY['all', 'word' || n, CASE WHEN n % 10 = 0 THEN 'tenth' END, CASE WHEN n = 3 THEN 'rare' END, CASE WHEN n <= 1000 THEN 'old' END], NULL),
      3, timestamptz '2024-01-01' + n * interval '1 minute'
    FROM generate_series(1, ${LARGE}::integer) AS n`);
  await db.query(sql`
    INSERT INTO posting (bank_id, term, memory_no, frequency, term_count)
    SELECT m.bank_id, term, m.memory_no, 1, 3 FROM memory m CROSS JOIN unnest(m.terms) AS term WHERE m.bank_id = ${bank.key} ORDER BY 2, 3`);
  await db.query(sql`SELECT setseed(0.42)`);
  await db.query(sql`
    INSERT INTO memory_vector (bank_id, memory_no, model_id, embedding)
    SELECT ${bank.key}, n, ${modelId}, l2_normalize((SELECT array_agg(random() - 0.5) FROM generate_series(1, ${DIMENSION}::integer + n * 0))::vector)
    FROM generate_series(1, ${LARGE}::integer) AS n`);
  await db.query(sql`UPDATE bank SET next_memory_no = ${LARGE + 1}, embedded_model_id = ${modelId} WHERE bank_id = ${bank.key}`);
  return { bank, modelId };
}
