import type { Row } from "../../domain/transfer.js";
import { type Statement, sql } from "../db.js";

/** A table whose rows travel. Its columns are all that an archive holds of it; the bank's key is never among them. */
export interface TransferTable {
  readonly table: Statement;
  readonly columns: Statement;
  /** Columns that are made anew when a row is inserted. */
  readonly computed?: Statement;
  /** What stands in columns that came after the first archives, in rows of archives from before. */
  readonly added?: Row;
  /** What its rows are read by, a few at a time; null: all at once. */
  readonly key: Statement | null;
  /** Type of the key's array. */
  readonly keyType: "integer" | "text" | "uuid";
  readonly order: Statement;
}

const MEMORY = sql`memory_no, id, kind, text, text_hash, context, metadata, tags, document_id, chunk_index, run_no, position, speaker, role, asks, language,
  source_hash, occurred_start, occurred_end, date_precision, mentioned_at, mentioned_offset, proof_count, observation_scopes, consolidated_at,
  consolidation_failed_at, edited_at, created_at, updated_at, label_tags, last_mentioned_at, statement_hash, attachment_ids, edited_fields, trust,
  instruction_signs, is_learnt`;
const SOURCE = sql`memory_no, document_id, chunk_index, text, source_hash, context, metadata, attachment_ids, entity_ids, mentioned_at, mentioned_offset, created_at`;

const ADDED = { edited_fields: [], trust: "normal", instruction_signs: [], is_learnt: true } as const satisfies Row;

function byNumber(table: Statement, columns: Statement, order: Statement, key = sql`memory_no`): TransferTable {
  return { table, columns, order, key, keyType: "integer" };
}
function byText(table: Statement, columns: Statement, order: Statement, key = sql`document_id`): TransferTable {
  return { table, columns, order, key, keyType: "text" };
}

/** In the order in which they are written: what a row refers to stands before it. */
export const TRANSFER_TABLES = {
  document: byText(
    sql`document`,
    sql`document_id, original_text, text_length, content_hash, retain_params, metadata, tags, generated, created_at, updated_at`,
    sql`document_id`,
  ),
  chunk: byText(sql`chunk`, sql`document_id, chunk_index, text, content_hash, created_at, source_hash`, sql`document_id, chunk_index`),
  attachment: byText(
    sql`attachment`,
    sql`document_id, attachment_id, hash, kind, media_type, byte_size, filename, created_at`,
    sql`document_id, attachment_id`,
  ),
  run: byNumber(sql`run`, sql`run_no, document_id, tags, first_at, last_at, next_position`, sql`run_no`, sql`run_no`),
  memory: { ...byNumber(sql`memory`, MEMORY, sql`memory_no`), computed: sql`terms, term_count`, added: ADDED },
  entity: {
    table: sql`entity`,
    columns: sql`id, canonical_name, kind, is_label, metadata, first_seen, last_seen, mention_count, name_key`,
    computed: sql`reading`,
    order: sql`id`,
    key: sql`id`,
    keyType: "uuid",
  },
  memory_entity: byNumber(sql`memory_entity`, sql`memory_no, entity_id`, sql`memory_no, entity_id`),
  memory_source: byNumber(sql`memory_source`, SOURCE, sql`memory_no, document_id, chunk_index`),
  link: byNumber(sql`link`, sql`from_no, to_no, kind, weight`, sql`from_no, to_no, kind`, sql`from_no`),
  observation_source: byNumber(
    sql`observation_source`,
    sql`observation_no, memory_no, quote, created_at`,
    sql`observation_no, memory_no`,
    sql`observation_no`,
  ),
  observation_history: byNumber(
    sql`observation_history`,
    sql`observation_no, version, previous_text, previous_tags, previous_occurred_start, previous_occurred_end, previous_mentioned_at, new_source_ids, reason, changed_at`,
    sql`observation_no, version`,
    sql`observation_no`,
  ),
  observation_reading: byNumber(
    sql`observation_reading`,
    sql`observation_no, memory_no`,
    sql`observation_no, memory_no`,
    sql`observation_no`,
  ),
  invalidated_memory: {
    ...byNumber(sql`invalidated_memory`, sql`${MEMORY}, terms, term_count, reason, invalidated_at, mentions`, sql`memory_no`),
    added: ADDED,
  },
  invalidated_source: byNumber(sql`invalidated_source`, SOURCE, sql`memory_no, document_id, chunk_index`),
  invalidated_link: byNumber(sql`invalidated_link`, sql`memory_no, from_no, to_no, kind, weight`, sql`from_no, to_no, kind`),
  entity_alias: {
    ...all(sql`entity_alias`, sql`id, entity_id, name, name_key, kind, metadata, path, merged_at, is_given`, sql`id`),
    computed: sql`reading`,
    added: { is_given: false },
  },
  alias_mention: byNumber(sql`alias_mention`, sql`alias_id, memory_no, is_beside`, sql`memory_no, alias_id`),
  mental_model: byText(
    sql`mental_model`,
    sql`id, name, source_query, content, structure, tags, max_tokens, trigger, reflect_response, refreshed_source_query, last_refreshed_at, last_full_refreshed_at,
      last_refresh_failed_at, failures, last_memory_seen_at, created_at, updated_at`,
    sql`id`,
    sql`id`,
  ),
  mental_model_source: byText(sql`mental_model_source`, sql`model_id, memory_id, text, is_cited`, sql`model_id, memory_id`, sql`model_id`),
  mental_model_history: byText(
    sql`mental_model_history`,
    sql`model_id, version, kind, outcome, failure_reason, error_message, previous_content, previous_reflect_response, changed_at`,
    sql`model_id, version`,
    sql`model_id`,
  ),
  knowledge_node: all(
    sql`knowledge_node`,
    sql`id, parent_id, kind, name, mental_model_id, sort_order, managed, created_at, updated_at`,
    sql`id`,
  ),
  directive: all(sql`directive`, sql`id, name, content, priority, is_active, tags, created_at, updated_at`, sql`id`),
  webhook: {
    ...all(sql`webhook`, sql`id, url, event_types, http_config, created_at, updated_at`, sql`id`),
    computed: sql`enabled`,
  },
  document_event: byText(
    sql`document_event`,
    sql`document_id, kind, fact_id, facts_added, facts_removed, observations_created, observations_updated, observations_removed, created_at`,
    sql`document_id, event_no`,
  ),
  audit_log: {
    table: sql`audit_log`,
    columns: sql`id, action, transport, started_at, ended_at, request, response, metadata`,
    order: sql`id`,
    key: sql`id`,
    keyType: "uuid",
  },
  llm_request: {
    table: sql`llm_request`,
    columns: sql`id, call_type, operation, scope, provider, model, status, trace_id, span_id, started_at, duration_ms, input_tokens, output_tokens, cached_tokens,
      thoughts_tokens, total_tokens, cost_micro_usd, input, output, error, llm_info, metadata`,
    order: sql`id`,
    key: sql`id`,
    keyType: "uuid",
  },
} as const satisfies Readonly<Record<string, TransferTable>>;

function all(table: Statement, columns: Statement, order: Statement): TransferTable {
  return { table, columns, order, key: null, keyType: "text" };
}

export type TransferTableName = keyof typeof TRANSFER_TABLES;

export const TRANSFER_ORDER = Object.keys(TRANSFER_TABLES) as readonly TransferTableName[];

/** The columns that an archive holds of a table. */
export function transferColumns(name: TransferTableName): ReadonlySet<string> {
  return columnsOf((TRANSFER_TABLES[name] as TransferTable).columns);
}

const columnsOf = ({ text }: Statement): ReadonlySet<string> => new Set(text.split(",").map((column) => column.trim()));
