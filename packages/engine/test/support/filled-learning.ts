// What a filled bank has learnt: an observation with evidence and history, a mental model, a folder with its page, what became of a document, a webhook.
// In: a bank whose memories are filled. Out: rows whose every text carries the mark.

import type { BankScope } from "../../src/domain/scope.js";
import { type Db, json, sql } from "../../src/store/db.js";
import { FILLED, fillBank } from "./filled-bank.js";
import { fillCuration } from "./filled-curation.js";

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const at = (day: number): Date => new Date(Date.UTC(2024, 4, day, 12));

/** Ids that every filled bank has. */
export const LEARNT = {
  /** Stands on memories 1 and 4. */
  observation: { memoryNo: 7, id: uuid(7) },
  /** The model of a page, and one without a place in the tree. */
  models: { page: "mm-page", plain: "mm-plain" },
  nodes: { folder: "kf-folder", page: "kp-page" },
  /** The plain model has read it, and it is gone since. */
  goneMemory: uuid(99),
  webhook: uuid(601),
  delivery: uuid(602),
  audited: uuid(701),
} as const;

/** Fills an empty bank whole: `fillBank`, what it has learnt, and what was curated. */
export async function fillLearntBank(db: Db, bank: BankScope, mark: string): Promise<void> {
  await fillBank(db, bank, mark);
  await db.query(sql`UPDATE bank SET next_memory_no = 8 WHERE bank_id = ${bank.key}`);
  await fillLearning(db, bank, mark);
  await fillCuration(db, bank, mark);
}

async function fillLearning(db: Db, bank: BankScope, mark: string): Promise<void> {
  const key = bank.key;
  const { observation, models, nodes, webhook, delivery } = LEARNT;
  await db.query(sql`INSERT INTO memory (bank_id, memory_no, id, kind, text, text_hash, tags, language, terms, term_count, proof_count, mentioned_at, created_at, updated_at)
    VALUES (${key}, ${observation.memoryNo}, ${observation.id}, 'observation', ${`${mark} word7 said`}, sha256('word7'), ARRAY['red'], 'en', ARRAY['said', 'word7'], 3, 2,
      ${at(4)}, ${at(7)}, ${at(7)})`);
  for (const term of ["said", "word7"]) {
    await db.query(
      sql`INSERT INTO posting (bank_id, term, memory_no, frequency, term_count) VALUES (${key}, ${term}, ${observation.memoryNo}, 1, 3)`,
    );
  }
  await db.query(sql`INSERT INTO embedding_queue (bank_id, memory_no) VALUES (${key}, ${observation.memoryNo})`);
  for (const fact of [1, 4]) {
    await db.query(sql`INSERT INTO observation_source (bank_id, observation_no, memory_no, quote, created_at)
      VALUES (${key}, ${observation.memoryNo}, ${fact}, ${`${mark} word${fact}`}, ${at(7)})`);
  }
  await db.query(sql`INSERT INTO observation_reading (bank_id, observation_no, memory_no) VALUES (${key}, ${observation.memoryNo}, 5)`);
  await db.query(sql`INSERT INTO observation_history (bank_id, observation_no, version, previous_text, previous_tags, new_source_ids, reason, changed_at)
    VALUES (${key}, ${observation.memoryNo}, 1, ${`${mark} earlier text`}, ARRAY['red'], ${[uuid(4)]}::uuid[], ${`${mark} reason`}, ${at(7)})`);
  await db.query(sql`UPDATE memory SET consolidated_at = ${at(7)} WHERE bank_id = ${key} AND memory_no IN (1, 4)`);
  for (const id of Object.values(models)) {
    await db.query(sql`INSERT INTO mental_model (bank_id, id, name, source_query, content, structure, tags, max_tokens, trigger, reflect_response, refreshed_source_query,
        last_refreshed_at, last_full_refreshed_at, last_memory_seen_at, created_at, updated_at)
      VALUES (${key}, ${id}, ${`${mark} model`}, ${`${mark} question`}, ${`${mark} content`}, ${json({ version: 2, sections: [] })}::jsonb, ARRAY['red'], 2048,
        ${json({ mode: "delta", refresh_after_consolidation: true })}::jsonb, ${json({ text: `${mark} content` })}::jsonb, ${`${mark} question`},
        ${at(8)}, ${at(8)}, ${at(2)}, ${at(8)}, ${at(8)})`);
    await db.query(
      sql`INSERT INTO mental_model_source (bank_id, model_id, memory_id, text) VALUES (${key}, ${id}, ${uuid(1)}, ${`${mark} word1 said`})`,
    );
    await db.query(sql`INSERT INTO mental_model_history (bank_id, model_id, version, kind, outcome, previous_content, previous_reflect_response, changed_at)
      VALUES (${key}, ${id}, 1, 'refresh', 'content_written', ${`${mark} earlier content`}, ${json({ text: `${mark} earlier` })}::jsonb, ${at(8)})`);
    await db.query(sql`INSERT INTO mental_model_vector (bank_id, id, model_id, embedding)
      SELECT ${key}, ${id}, model_id, '[1,1,0,0]'::vector FROM embedding_model WHERE name = ${FILLED.model.name}`);
    await db.query(sql`INSERT INTO mental_model_term (bank_id, term, id, frequency, length) VALUES (${key}, 'content', ${id}, 1, 2)`);
  }
  await db.query(
    sql`INSERT INTO mental_model_source (bank_id, model_id, memory_id, text) VALUES (${key}, ${models.page}, ${observation.id}, ${`${mark} word7 said`})`,
  );
  await db.query(
    sql`INSERT INTO mental_model_source (bank_id, model_id, memory_id, text) VALUES (${key}, ${models.plain}, ${LEARNT.goneMemory}, ${`${mark} word0 said`})`,
  );
  await db.query(sql`INSERT INTO llm_request (bank_id, id, operation, scope, provider, model, status, trace_id, span_id, started_at, duration_ms, input_tokens,
      output_tokens, cached_tokens, thoughts_tokens, total_tokens, input)
    VALUES (${key}, ${uuid(413)}, 'consolidation', 'consolidation', 'mock', 'mock', 'success', ${uuid(422)}, 'span', ${at(7)}, 5, 10, 2, 1, 0, 12,
      ${json([{ role: "user", content: `${mark} facts` }])}::jsonb)`);
  await db.query(sql`INSERT INTO knowledge_node (bank_id, id, kind, name, created_at, updated_at)
    VALUES (${key}, ${nodes.folder}, 'folder', ${`${mark} folder`}, ${at(8)}, ${at(8)})`);
  await db.query(sql`INSERT INTO knowledge_node (bank_id, id, parent_id, kind, name, mental_model_id, created_at, updated_at)
    VALUES (${key}, ${nodes.page}, ${nodes.folder}, 'page', ${`${mark} page`}, ${models.page}, ${at(8)}, ${at(8)})`);
  await db.query(sql`INSERT INTO document_event (bank_id, document_id, kind, operation_id, facts_added, observations_created, created_at)
    VALUES (${key}, 'talk', 'consolidation', ${uuid(202)}, 0, ${[observation.id]}::uuid[], ${at(7)})`);
  await db.query(sql`INSERT INTO webhook (bank_id, id, url, secret, event_types, http_config, created_at, updated_at)
    VALUES (${key}, ${webhook}, ${`https://${mark}.example/hook`}, ${`${mark} secret`}, ARRAY['consolidation.completed'], ${json({ method: "POST" })}::jsonb, ${at(8)}, ${at(8)})`);
  await db.query(sql`INSERT INTO operation (bank_id, operation_id, type, status, payload, result_metadata, subject, next_attempt_at, created_at, updated_at)
    VALUES (${key}, ${delivery}, 'webhook_delivery', 'failed', ${json({ text: `${mark} payload` })}::jsonb, ${json({ note: `${mark} result` })}::jsonb, ${webhook},
      ${at(8)}, ${at(8)}, ${at(8)})`);
  await db.query(sql`INSERT INTO audit_log (bank_id, id, action, transport, started_at, ended_at, request, response, metadata)
    VALUES (${key}, ${LEARNT.audited}, 'retain', 'http', ${at(7)}, ${at(8)}, ${json({ document_id: `${mark} talk` })}::jsonb, ${json({ success: true })}::jsonb,
      ${json({ request_id: `${mark} request` })}::jsonb)`);
}
