// A bank made ten times larger, by SQL: for recall at 100,000 memories without embedding for half an hour.
// In: a PostgreSQL URL and a bank of real memories. Out: copies of its memories under new numbers and ids, with its postings,
// and vectors with seeded noise, so that no two are equal. Loading time is not part of any figure.

import pg from "pg";

/** Noise a component, about a tenth of a unit vector's mean component (1/√384 ≈ 0.051). */
const NOISE = 0.01;

export async function multiplyBank(databaseUrl: string, bankId: string, times: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("BEGIN");
    const found = await client.query<{ bank_id: number; size: number }>(
      "SELECT b.bank_id, max(m.memory_no) AS size FROM bank b JOIN memory m USING (bank_id) WHERE b.external_id = $1 GROUP BY 1",
      [bankId],
    );
    const bank = found.rows[0];
    if (bank === undefined) throw new Error(`bank ${bankId} holds nothing to multiply`);
    const runs = await client.query<{ size: number }>("SELECT coalesce(max(run_no), 0) AS size FROM run WHERE bank_id = $1", [
      bank.bank_id,
    ]);
    const runSize = runs.rows[0]?.size ?? 0;
    await client.query("SELECT setseed(0.42)");
    for (let copy = 1; copy < times; copy += 1) {
      const shift = [bank.bank_id, copy * bank.size, copy * runSize, copy];
      await client.query(
        `INSERT INTO run (bank_id, run_no, document_id, tags, first_at, last_at, next_position)
         SELECT bank_id, run_no + $2::int, NULL, tags, first_at, last_at, next_position FROM run WHERE bank_id = $1 AND run_no <= $3::int`,
        [bank.bank_id, copy * runSize, runSize],
      );
      await client.query(
        `INSERT INTO memory (bank_id, memory_no, id, kind, text, text_hash, context, metadata, tags, run_no, position, speaker, role, asks, language, terms, term_count,
                             occurred_start, occurred_end, date_precision, mentioned_at, mentioned_offset)
         SELECT bank_id, memory_no + $2::int, gen_random_uuid(), kind, text || ' / ' || $4::int, sha256(convert_to(text || $4::int, 'UTF8')), context, metadata, tags,
                run_no + $3::int, position, speaker, role, asks, language, terms, term_count,
                occurred_start, occurred_end, date_precision, mentioned_at, mentioned_offset
         FROM memory WHERE bank_id = $1 AND memory_no <= ${bank.size}`,
        shift,
      );
      await client.query(
        `INSERT INTO posting (bank_id, term, memory_no, frequency, context_frequency, term_count, run_no, position)
         SELECT bank_id, term, memory_no + $2::int, frequency, context_frequency, term_count, run_no + $3::int, position
         FROM posting WHERE bank_id = $1 AND memory_no <= ${bank.size}`,
        shift.slice(0, 3),
      );
      await client.query(
        `INSERT INTO memory_vector (bank_id, model_id, memory_no, embedding)
         SELECT v.bank_id, v.model_id, v.memory_no + $2::int, l2_normalize((
                  SELECT array_agg(component + (random() - 0.5) * ${NOISE * 2} ORDER BY place)
                  FROM unnest(v.embedding::real[]) WITH ORDINALITY AS c(component, place))::vector)
         FROM memory_vector v WHERE v.bank_id = $1 AND v.memory_no <= ${bank.size}`,
        shift.slice(0, 2),
      );
    }
    await client.query("UPDATE bank SET next_memory_no = $2, next_run_no = $3 WHERE bank_id = $1", [
      bank.bank_id,
      times * bank.size + 1,
      times * runSize + 1,
    ]);
    await client.query("COMMIT");
    await client.query("VACUUM ANALYZE");
  } finally {
    await client.end();
  }
}

/** Waits until the bank's vector index is there and valid: it is built behind a write to a bank that has grown, and counts as loading. */
export async function vectorIndexBuilt(databaseUrl: string, timeoutMs = 600_000): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const until = Date.now() + timeoutMs; Date.now() < until; ) {
      const { rowCount } = await client.query(
        "SELECT 1 FROM pg_index JOIN pg_class ON oid = indexrelid WHERE relname LIKE 'memory_vector_hnsw%' AND indisvalid",
      );
      if ((rowCount ?? 0) > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    throw new Error(`no vector index after ${timeoutMs / 1000} s`);
  } finally {
    await client.end();
  }
}
