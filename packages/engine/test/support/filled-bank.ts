// A bank with rows in every table, written by plain SQL so that store tests depend on no feature.
// In: a database, a bank, and a mark. Out: rows whose ids are the same in every filled bank and whose every text carries the mark.
// Two banks filled so differ in nothing but key and mark: a statement that forgets the bank finds the other's rows too.

import type { BankScope } from "../../src/domain/scope.js";
import { type Db, json, sql } from "../../src/store/db.js";

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** Ids that every filled bank has. */
export const FILLED = {
  /** Numbers 1–3 are turns of document "talk", 4 and 5 of "notes", 6 is loose; "loose" states 5 too. */
  memoryNumbers: [1, 2, 3, 4, 5, 6],
  memoryId: (memoryNo: number) => uuid(memoryNo),
  /** ann: memories 1, 2, 4; delft: memories 3 and 6; tulip: memory 5 alone. */
  entities: { ann: uuid(101), delft: uuid(102), tulip: uuid(103) },
  operations: { pending: uuid(201), completed: uuid(202), failed: uuid(203), parent: uuid(204), child: uuid(205), processing: uuid(206) },
  workerId: uuid(301),
  /** Why the pending one is put off, far into the future. */
  reason: "The spend limit of this bank is 1 token.",
  reservation: uuid(401),
  directives: { plain: uuid(501), tagged: uuid(502) },
  /** Hash of the attachment of "talk", and of an object that nothing names. */
  attachment: "ab".repeat(32),
  unusedObject: "cd".repeat(32),
  model: { name: "test-model", dimension: 4 },
  documents: ["talk", "notes"],
  runs: { talk: 1, notes: 2, loose: 3 },
  at: (memoryNo: number) => new Date(Date.UTC(2024, 4, memoryNo, 12)),
} as const;

/** Terms of memory n, the same in every filled bank. */
const terms = (n: number): readonly string[] => ["said", `word${n}`];

const MEMORIES = [
  { no: 1, document: "talk", chunk: 0, run: FILLED.runs.talk, position: 0, kind: "world", tags: ["red"], entities: ["ann"] },
  { no: 2, document: "talk", chunk: 0, run: FILLED.runs.talk, position: 1, kind: "experience", tags: ["red"], entities: ["ann"] },
  { no: 3, document: "talk", chunk: 1, run: FILLED.runs.talk, position: 2, kind: "world", tags: ["red"], entities: ["delft"] },
  { no: 4, document: "notes", chunk: 0, run: FILLED.runs.notes, position: 0, kind: "world", tags: ["red", "blue"], entities: ["ann"] },
  { no: 5, document: "notes", chunk: 0, run: FILLED.runs.notes, position: 1, kind: "world", tags: ["red", "blue"], entities: ["tulip"] },
  { no: 6, document: "loose", chunk: 0, run: FILLED.runs.loose, position: 0, kind: "world", tags: [], entities: ["delft"] },
] as const;

/** Fills an empty bank. Every text holds `mark`, which is a lower-case word. */
export async function fillBank(db: Db, bank: BankScope, mark: string): Promise<void> {
  const key = bank.key;
  await db.query(sql`UPDATE bank SET name = ${`${mark} name`}, config = ${json({ reflect_mission: `${mark} mission` })}::jsonb,
    next_memory_no = 7, next_run_no = 4, created_at = ${FILLED.at(1)}, updated_at = ${FILLED.at(2)}, last_write_at = ${FILLED.at(3)} WHERE bank_id = ${key}`);
  await db.query(sql`INSERT INTO bank_alias (bank_id, alias, is_primary, created_at) VALUES
    (${key}, ${`${mark}-alias`}, true, ${FILLED.at(1)}), (${key}, ${`${mark}-other`}, false, ${FILLED.at(2)})`);
  for (const [place, id] of ["talk", "notes", "loose"].entries()) {
    await db.query(sql`INSERT INTO document (bank_id, document_id, original_text, text_length, content_hash, retain_params, metadata, tags, generated, writing, created_at, updated_at)
      VALUES (${key}, ${id}, ${`${mark} text of ${id}`}, 12, ${`${mark}hash`}, ${json({ context: `${mark} context` })}::jsonb,
        ${json({ source: `${mark} source` })}::jsonb, ${place === 1 ? ["red", "blue"] : ["red"]}::text[], ${id === "loose"},
        ${id === "talk" ? json({ operation: FILLED.operations.processing, mode: "append" }) : null}::jsonb, ${FILLED.at(1)}, ${FILLED.at(place + 2)})`);
    for (const index of id === "talk" ? [0, 1] : [0]) {
      await db.query(sql`INSERT INTO chunk (bank_id, document_id, chunk_index, text, content_hash, created_at)
        VALUES (${key}, ${id}, ${index}, ${`${mark} chunk ${index} of ${id}`}, ${`${mark}hash${index}`}, ${FILLED.at(1)})`);
    }
  }
  for (const [id, run] of Object.entries(FILLED.runs)) {
    await db.query(sql`INSERT INTO run (bank_id, run_no, document_id, tags, first_at, last_at, next_position)
      VALUES (${key}, ${run}, ${id === "loose" ? null : id}, ${["red"]}::text[], ${FILLED.at(1)}, ${FILLED.at(6)}, 3)`);
  }
  for (const [name, id] of Object.entries(FILLED.entities)) {
    const mentioning = MEMORIES.filter((memory) => memory.entities.some((entity) => entity === name)).map((memory) => memory.no);
    await db.query(sql`INSERT INTO entity (bank_id, id, canonical_name, name_key, kind, metadata, first_seen, last_seen, mention_count)
      VALUES (${key}, ${id}, ${`${mark} ${name}`}, ${name}, 'person', ${json({ note: `${mark} note` })}::jsonb,
        ${FILLED.at(Math.min(...mentioning))}, ${FILLED.at(Math.max(...mentioning))}, ${mentioning.length})`);
  }
  for (const hash of [FILLED.attachment, FILLED.unusedObject]) {
    await db.query(sql`INSERT INTO stored_object (bank_id, hash, put_at) VALUES (${key}, ${hash}, ${FILLED.at(1)})`);
  }
  await db.query(sql`INSERT INTO attachment (bank_id, document_id, attachment_id, hash, kind, media_type, byte_size, filename, created_at)
    VALUES (${key}, 'talk', ${FILLED.attachment.slice(0, 12)}, ${FILLED.attachment}, 'file', 'text/plain', 3, ${`${mark}.txt`}, ${FILLED.at(1)})`);
  for (const [name, id] of Object.entries(FILLED.directives)) {
    await db.query(sql`INSERT INTO directive (bank_id, id, name, content, priority, is_active, tags, created_at, updated_at)
      VALUES (${key}, ${id}, ${name}, ${`${mark} rule`}, 1, ${name === "plain"}, ${name === "plain" ? [] : ["red"]}::text[], ${FILLED.at(1)}, ${FILLED.at(1)})`);
  }
  await fillMemories(db, bank, mark);
  await fillOperations(db, bank, mark);
  await fillCalls(db, bank, mark);
}

async function fillMemories(db: Db, bank: BankScope, mark: string): Promise<void> {
  const key = bank.key;
  await db.query(
    sql`INSERT INTO embedding_model (name, dimension) VALUES (${FILLED.model.name}, ${FILLED.model.dimension}) ON CONFLICT DO NOTHING`,
  );
  for (const memory of MEMORIES) {
    const text = `${mark} word${memory.no} said`;
    await db.query(sql`INSERT INTO memory (bank_id, memory_no, id, kind, text, text_hash, context, metadata, tags, document_id, chunk_index, run_no, position,
        speaker, role, language, terms, term_count, occurred_start, occurred_end, date_precision, mentioned_at, mentioned_offset, created_at, updated_at)
      VALUES (${key}, ${memory.no}, ${uuid(memory.no)}, ${memory.kind}, ${text}, sha256(${`word${memory.no}`}::text::bytea), ${`${mark} context`},
        ${json({ source: `${mark} source` })}::jsonb, ${memory.tags}::text[], ${memory.document}, ${memory.chunk}, ${memory.run}, ${memory.position},
        ${memory.document === "talk" ? `${mark} speaker` : null}, null, 'en', ${terms(memory.no)}::text[], 3,
        ${FILLED.at(memory.no)}, ${FILLED.at(memory.no)}, 'day', ${FILLED.at(memory.no)}, 0, ${FILLED.at(memory.no)}, ${FILLED.at(memory.no)})`);
    for (const term of terms(memory.no)) {
      await db.query(sql`INSERT INTO posting (bank_id, term, memory_no, frequency, term_count, run_no, position)
        VALUES (${key}, ${term}, ${memory.no}, 1, 3, ${memory.run}, ${memory.position})`);
    }
    for (const entity of memory.entities) {
      await db.query(
        sql`INSERT INTO memory_entity (bank_id, memory_no, entity_id) VALUES (${key}, ${memory.no}, ${FILLED.entities[entity]})`,
      );
    }
    if (memory.no <= 4) {
      await db.query(sql`INSERT INTO memory_vector (bank_id, model_id, memory_no, embedding)
        SELECT ${key}, model_id, ${memory.no}, ${`[${memory.no},1,0,0]`}::vector FROM embedding_model WHERE name = ${FILLED.model.name}`);
    } else await db.query(sql`INSERT INTO embedding_queue (bank_id, memory_no) VALUES (${key}, ${memory.no})`);
  }
  await db.query(sql`UPDATE memory SET statement_hash = sha256('statement') WHERE bank_id = ${key} AND memory_no = 5`);
  for (const document of ["notes", "loose"]) {
    await db.query(sql`INSERT INTO memory_source (bank_id, memory_no, document_id, chunk_index, text, source_hash, context, metadata, entity_ids, mentioned_at, mentioned_offset, created_at)
      VALUES (${key}, 5, ${document}, 0, ${`${mark} word5 said`}, sha256('source'), ${`${mark} context`}, ${json({ source: `${mark} source` })}::jsonb,
        ${[FILLED.entities.tulip]}::uuid[], ${FILLED.at(document === "notes" ? 5 : 7)}, 0, ${FILLED.at(5)})`);
  }
  for (const [from, to, kind] of [
    [1, 3, "semantic"],
    [3, 1, "semantic"],
    [4, 1, "semantic"],
    [5, 4, "caused_by"],
    [2, 6, "temporal"],
  ] as const) {
    await db.query(sql`INSERT INTO link (bank_id, from_no, to_no, kind, weight) VALUES (${key}, ${from}, ${to}, ${kind}, 0.5)`);
  }
}

async function fillOperations(db: Db, bank: BankScope, mark: string): Promise<void> {
  const { pending, completed, failed, parent, child, processing } = FILLED.operations;
  const rows = [
    { id: completed, parent: null, status: "completed", payload: {}, worker: null },
    { id: failed, parent: null, status: "failed", payload: { text: `${mark} payload` }, worker: null },
    { id: parent, parent: null, status: "pending", payload: null, worker: null },
    { id: child, parent, status: "pending", payload: { text: `${mark} payload` }, worker: null },
    { id: pending, parent: null, status: "pending", payload: { text: `${mark} payload` }, worker: null },
    { id: processing, parent: null, status: "processing", payload: { text: `${mark} payload` }, worker: FILLED.workerId },
  ];
  for (const row of rows) {
    await db.query(sql`INSERT INTO operation (bank_id, operation_id, parent_id, type, status, payload, result_metadata, progress, error_message, items_count, worker_id,
        leased_until, next_attempt_at, created_at, updated_at, completed_at)
      VALUES (${bank.key}, ${row.id}, ${row.parent}, ${row.status === "processing" ? "busy" : "retain"}, ${row.status},
        ${row.payload === null ? null : JSON.stringify(row.payload)}::jsonb,
        ${json({ note: `${mark} result` })}::jsonb, null, ${row.id === pending ? FILLED.reason : row.status === "failed" ? `${mark} error` : null}, 1, ${row.worker},
        ${row.worker === null ? null : FILLED.at(1)}::timestamptz, ${row.id === pending ? new Date("2100-01-01") : FILLED.at(1)}, ${FILLED.at(1)}, ${FILLED.at(1)},
        ${row.status === "completed" ? FILLED.at(2) : null}::timestamptz)`);
  }
  for (const operationId of [processing, failed]) {
    await db.query(sql`INSERT INTO extraction (bank_id, operation_id, reading_key, readings, usage)
      VALUES (${bank.key}, ${operationId}, sha256('chunk'), ${json([{ text: `${mark} reading`, occurred: null }])}::jsonb, '{}')`);
  }
}

/** Two calls of one run, one of them failed, what the bank spent in an hour, and a call under way. */
async function fillCalls(db: Db, bank: BankScope, mark: string): Promise<void> {
  for (const [place, status] of (["success", "error"] as const).entries()) {
    await db.query(sql`INSERT INTO llm_request (bank_id, id, operation, scope, provider, model, status, trace_id, span_id, started_at, duration_ms, input_tokens,
        output_tokens, cached_tokens, thoughts_tokens, total_tokens, input, output, error, metadata)
      VALUES (${bank.key}, ${uuid(411 + place)}, 'retain', 'retain_extract_facts', 'mock', 'mock', ${status}, ${uuid(421)}, ${`${mark} span`}, ${FILLED.at(1)}, 5, 10, 2, 1,
        0, 12, ${json([{ role: "user", content: `${mark} prompt` }])}::jsonb, ${json(`${mark} answer`)}::jsonb, ${status === "error" ? `${mark} error` : null},
        ${json({ document_id: "talk", memory_ids: [uuid(1)] })}::jsonb)`);
  }
  await db.query(sql`INSERT INTO llm_usage (bank_id, hour, calls, failed_calls, input_tokens, output_tokens, cost_micro_usd)
    VALUES (${bank.key}, ${FILLED.at(1)}, 2, 1, 20, 4, 9)`);
  await db.query(sql`INSERT INTO llm_reservation (bank_id, id, hour, tokens, micro_usd, expires_at)
    VALUES (${bank.key}, ${FILLED.reservation}, ${FILLED.at(1)}, 100, 50, ${FILLED.at(2)})`);
}

/** Every table with rows of banks, from the catalogue. */
export async function bankTables(db: Db): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(sql`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name = 'bank_id' ORDER BY table_name`);
  return rows.map((row) => row.name);
}

/** Every row of one bank in every table, as text. */
export async function everyRow(db: Db, bankKey: number): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await bankTables(db);
  const found: Record<string, readonly string[]> = {};
  for (const table of tables) {
    const { rows } = await db.query<{ row: string }>(rowsOf(table, bankKey));
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

/** Names come from the catalogue and cannot be bound, so the text is put together by hand; nothing of a caller is in it. */
function rowsOf(table: string, bankKey: number): ReturnType<typeof sql> {
  const text = `SELECT t::text AS row FROM "${table}" AS t WHERE bank_id = ${bankKey} ORDER BY 1`;
  return sql(Object.assign([text], { raw: [text] }) as unknown as TemplateStringsArray);
}
