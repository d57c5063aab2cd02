import { sql } from "../db.js";

/** The columns of a document under the alias `d`, without its text. Memories at home elsewhere that it states too are its own as well. */
export const DOCUMENT_ITEM = sql`d.document_id AS id, d.content_hash AS "contentHash", d.created_at AS "createdAt", d.updated_at AS "updatedAt",
  d.text_length AS "textLength", d.retain_params AS "retainParams", d.metadata, d.tags,
  (SELECT count(*) FROM memory WHERE memory.bank_id = d.bank_id AND memory.document_id = d.document_id)
  + (SELECT count(DISTINCT s.memory_no) FROM memory_source AS s WHERE s.bank_id = d.bank_id AND s.document_id = d.document_id
       AND (SELECT m.document_id FROM memory AS m WHERE m.bank_id = d.bank_id AND m.memory_no = s.memory_no) IS DISTINCT FROM d.document_id) AS "memoryCount"`;
