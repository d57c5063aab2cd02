// A bank of any size, copied by SQL from one of real memories: for recall at a million without embedding for four hours.
// In: a connection and the two banks. Out: copies with numbers, ids, places, times, tags and rare words of their own, their postings, mentions and links,
// and vectors with seeded noise, so that no two are equal.

import type pg from "pg";

/**
 * Noise of a component, twice drawn: each copy lies about 0.32 from its original (cosine .95), and .91 from other copies of it, which is how near to one
 * another the nearest neighbours of 2,760 real turns are under the built-in encoder.
 */
const NOISE = 0.02;
/** Noise vectors; the sum of two of them, chosen by number, is that of a copy. */
const NOISE_VECTORS = 4_096;
/** Copies of the base in one statement: as many postings as sort in memory. */
const AT_ONCE = 20;
/** Memories of a copied run. */
const RUN = 20;
/** An entity in more memories of the base is one for all copies; a rarer one is another in each copy, as names are in life. */
const COMMON_MENTIONS = 25;

/** Tags by which filters of known selectivity are made: the share of a bank that has them. */
export const TAG_SHARES = { "one-in-10000": 1e-4, "one-in-100": 1e-2, "one-in-2": 0.5 } as const;

export interface Copied {
  readonly seconds: number;
}

/** Makes bank `to` of exactly `size` memories out of bank `from`, unless it is there. Each `AT_ONCE` copies are one transaction; told of by `onProgress`. */
export async function copyBank(
  client: pg.Client,
  { from, to, size }: { readonly from: string; readonly to: string; readonly size: number },
  onProgress: (memories: number) => void,
): Promise<Copied> {
  const started = performance.now();
  const base = await bankOf(client, from);
  if (base === null) throw new Error(`bank ${from} is not there`);
  // As its base was read and in the languages of it, or the server would read a million texts anew while it is measured.
  await client.query(
    `INSERT INTO bank (external_id, name, config, embedded_model_id, analysis, languages)
     SELECT $2, $2, config, embedded_model_id, analysis, languages FROM bank WHERE external_id = $1`,
    [from, to],
  );
  const made = await bankOf(client, to);
  if (made === null) throw new Error(`bank ${to} was not made`);
  await prepare(client, base.key);
  const copies = Math.ceil(size / base.size);
  for (let first = 0; first < copies; first += AT_ONCE) {
    const values = [base.key, made.key, base.size, first, Math.min(copies, first + AT_ONCE) - 1, size];
    await client.query("BEGIN");
    for (const [text, parameters] of STATEMENTS) await client.query(text, values.slice(0, parameters));
    await client.query("COMMIT");
    onProgress(Math.min(size, (first + AT_ONCE) * base.size));
  }
  await client.query(
    `UPDATE bank SET next_memory_no = $2::int + 1, next_run_no = (SELECT max(run_no) + 1 FROM run WHERE bank_id = $1) WHERE bank_id = $1`,
    [made.key, size],
  );
  await client.query(
    `INSERT INTO entity (bank_id, id, canonical_name, kind, is_label, name_key, first_seen, last_seen, mention_count)
     SELECT $1, counted.entity_id, e.canonical_name || counted.suffix, e.kind, e.is_label, e.name_key || counted.suffix, e.first_seen, e.last_seen, counted.mentions
     FROM (SELECT m.entity_id, count(*)::int AS mentions, o.original, o.suffix FROM memory_entity m JOIN entity_copied o ON o.entity_id = m.entity_id
           WHERE m.bank_id = $1 GROUP BY 1, 3, 4) AS counted
     JOIN entity e ON e.bank_id = $2 AND e.id = counted.original`,
    [made.key, base.key],
  );
  return { seconds: (performance.now() - started) / 1000 };
}

async function bankOf(client: pg.Client, bank: string): Promise<{ readonly key: number; readonly size: number } | null> {
  const { rows } = await client.query<{ key: number; size: number }>(
    "SELECT b.bank_id AS key, coalesce(max(m.memory_no), 0) AS size FROM bank b LEFT JOIN memory m USING (bank_id) WHERE b.external_id = $1 GROUP BY 1",
    [bank],
  );
  return rows[0] ?? null;
}

/** What the copies are made with: noise, the number that each memory of the base names itself by, and which names are whose. No foreign keys are checked. */
async function prepare(client: pg.Client, baseKey: number): Promise<void> {
  await client.query("SET session_replication_role = replica");
  await client.query("SET work_mem = '512MB'");
  await client.query("DROP TABLE IF EXISTS pg_temp.noise, pg_temp.numbered, pg_temp.entity_base, pg_temp.entity_copied");
  await client.query("SELECT setseed(0.42)");
  await client.query(
    `CREATE TEMP TABLE noise AS SELECT place, (
       SELECT array_agg((random() - 0.5) * ${2 * NOISE}) FROM generate_series(1, (SELECT vector_dims(embedding) FROM memory_vector WHERE bank_id = ${baseKey} LIMIT 1) + place * 0)
     )::vector AS noise FROM generate_series(0, ${NOISE_VECTORS - 1}) AS place`,
  );
  await client.query("ALTER TABLE noise ADD PRIMARY KEY (place)");
  await client.query(
    `CREATE TEMP TABLE numbered AS SELECT memory_no, substring(text FROM '\\(no\\. (\\d+)\\)') AS number FROM memory WHERE bank_id = ${baseKey}`,
  );
  await client.query("ALTER TABLE numbered ADD PRIMARY KEY (memory_no)");
  await client.query(
    `CREATE TEMP TABLE entity_base AS SELECT entity_id, count(*) > ${COMMON_MENTIONS} AS is_common FROM memory_entity WHERE bank_id = ${baseKey} GROUP BY 1`,
  );
  await client.query("CREATE TEMP TABLE entity_copied (entity_id uuid PRIMARY KEY, original uuid, suffix text)");
  for (const table of ["noise", "numbered", "entity_base"]) await client.query(`ANALYZE ${table}`);
}

const NUMBER = "$3::int * copy + m.memory_no";
/** A number without pattern, from 0 to 9,999. */
const HASH = `abs(hashint8(${NUMBER}) % 10000)`;

/** In order, each with how many of (base key, key, base size, first copy, last copy, size) it takes. */
const STATEMENTS: readonly (readonly [text: string, parameters: number])[] = [
  [
    `INSERT INTO run (bank_id, run_no, document_id, tags, first_at, last_at, next_position)
     SELECT $2, run_no, NULL, '{}', now(), now(), ${RUN} FROM generate_series(1 + ($4::int * $3::int) / ${RUN}, (LEAST($6::int, ($5::int + 1) * $3::int) - 1) / ${RUN} + 1) AS run_no
     WHERE $1::int > 0 ON CONFLICT DO NOTHING`,
    6,
  ],
  [
    `INSERT INTO memory (bank_id, memory_no, id, kind, text, text_hash, context, metadata, tags, run_no, position, speaker, role, asks, language, terms, term_count,
                         occurred_start, occurred_end, date_precision, mentioned_at, mentioned_offset, consolidated_at)
     SELECT $2, ${NUMBER}, gen_random_uuid(), m.kind, replace(m.text, '(no. ' || n.number || ')', '(no. ' || ${NUMBER} || ')'),
            sha256(convert_to(m.text || (${NUMBER})::text, 'UTF8')), m.context, m.metadata,
            array_remove(ARRAY['user-' || ${HASH} % 1000, CASE WHEN ${HASH} = 7 THEN 'one-in-10000' END, CASE WHEN ${HASH} % 100 = 8 THEN 'one-in-100' END,
                               CASE WHEN ${HASH} % 2 = 1 THEN 'one-in-2' END], NULL),
            (${NUMBER} - 1) / ${RUN} + 1, (${NUMBER} - 1) % ${RUN}, m.speaker, m.role, m.asks, m.language,
            array_replace(m.terms, n.number, (${NUMBER})::text), m.term_count,
            m.occurred_start + copy * interval '1 day', m.occurred_end + copy * interval '1 day', m.date_precision,
            m.mentioned_at + copy * interval '1 day', m.mentioned_offset, now()
     FROM generate_series($4::int, $5::int) AS copy CROSS JOIN memory m JOIN numbered n USING (memory_no)
     WHERE m.bank_id = $1 AND ${NUMBER} <= $6::int ORDER BY copy, m.memory_no`,
    6,
  ],
  [
    `INSERT INTO posting (bank_id, term, memory_no, frequency, context_frequency, term_count, run_no, position)
     SELECT $2, CASE WHEN m.term = n.number THEN (${NUMBER})::text ELSE m.term END COLLATE "C" AS term, ${NUMBER} AS memory_no, m.frequency, m.context_frequency, m.term_count,
            (${NUMBER} - 1) / ${RUN} + 1, (${NUMBER} - 1) % ${RUN}
     FROM generate_series($4::int, $5::int) AS copy CROSS JOIN posting m JOIN numbered n USING (memory_no)
     WHERE m.bank_id = $1 AND ${NUMBER} <= $6::int ORDER BY term, memory_no`,
    6,
  ],
  [
    `INSERT INTO memory_vector (bank_id, model_id, memory_no, embedding)
     SELECT $2, m.model_id, ${NUMBER}, l2_normalize(m.embedding + a.noise + b.noise)
     FROM generate_series($4::int, $5::int) AS copy CROSS JOIN memory_vector m
       JOIN noise a ON a.place = (m.memory_no * 31 + copy * 1009) % ${NOISE_VECTORS} JOIN noise b ON b.place = (m.memory_no * 2749 + copy * 97 + 5) % ${NOISE_VECTORS}
     WHERE m.bank_id = $1 AND ${NUMBER} <= $6::int ORDER BY copy, m.memory_no`,
    6,
  ],
  [
    `INSERT INTO entity_copied SELECT DISTINCT CASE WHEN e.is_common THEN e.entity_id ELSE md5(e.entity_id::text || copy)::uuid END, e.entity_id,
            CASE WHEN e.is_common THEN '' ELSE ' ' || copy END
     FROM generate_series($4::int, $5::int) AS copy CROSS JOIN entity_base e WHERE $1::int > 0 AND $2::int > 0 AND $3::int > 0 ON CONFLICT DO NOTHING`,
    5,
  ],
  [
    `INSERT INTO memory_entity (bank_id, memory_no, entity_id)
     SELECT $2, ${NUMBER}, CASE WHEN e.is_common THEN e.entity_id ELSE md5(e.entity_id::text || copy)::uuid END
     FROM generate_series($4::int, $5::int) AS copy CROSS JOIN memory_entity m JOIN entity_base e USING (entity_id)
     WHERE m.bank_id = $1 AND ${NUMBER} <= $6::int ORDER BY 2, 3`,
    6,
  ],
  [
    `INSERT INTO link (bank_id, from_no, to_no, kind, weight)
     SELECT $2, $3::int * copy + m.from_no, $3::int * copy + m.to_no, m.kind, m.weight FROM generate_series($4::int, $5::int) AS copy CROSS JOIN link m
     WHERE m.bank_id = $1 AND GREATEST(m.from_no, m.to_no) + $3::int * copy <= $6::int`,
    6,
  ],
];
