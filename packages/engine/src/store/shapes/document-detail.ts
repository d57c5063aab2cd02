import { sql } from "../db.js";

/** The columns of a document under the alias `d`, without its text. */
export const DOCUMENT_ITEM = sql`d.document_id AS id, d.content_hash AS "contentHash", d.created_at AS "createdAt", d.updated_at AS "updatedAt",
  d.text_length AS "textLength", d.retain_params AS "retainParams", d.metadata, d.tags,
  (SELECT count(*) FROM memory WHERE memory.bank_id = d.bank_id AND memory.document_id = d.document_id) AS "memoryCount"`;
