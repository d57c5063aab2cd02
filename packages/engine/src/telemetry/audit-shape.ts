// What the audit log keeps of a body: which entry was meant and what was asked, and no word of what was said.
// In: a request or a reply. Out: its ids, choices, counts and switches; of a text its length, of anything free its size.
// A list of what may stay, not of what must go: a field that nobody thought of is counted, and neither named nor shown.

import { BANK_SETTINGS } from "../config/index.js";
import { sanitise } from "../domain/text/sanitise.js";

/** Values that are kept as they are: ids and names of banks. */
const IDS = new Set(
  (
    "id bank_id target_bank_id restored_bank_id alias document_id document_ids memory_id memory_ids chunk_id operation_id operation_ids mental_model_id " +
    "exclude_mental_model_ids page_id node_id parent_id directive_id webhook_id entity_id source_entity_id source_entity_ids target_entity_id attachment_id key " +
    "source_memory_ids mental_models_created mental_models_updated"
  ).split(" "),
);

/** Values that are one of a few words; anything else in such a field is described. */
const CHOICES = new Set(
  (
    "type types fact_type fact_types kind status state mode requested_mode effective_mode update_mode budget tags_match method event_types on_conflict " +
    "document_conflict observation_scopes version outcome operation error"
  ).split(" "),
);
const CHOICE = /^[a-z0-9][a-z0-9_.-]{0,39}$/;

/** Parts that are looked into. */
const ENTERED = new Set(
  (
    "items results memories facts observations mental_models directives based_on include source_facts trigger updates bank receipt trace_summary operations " +
    "attachments documents report"
  ).split(" "),
);

/** Further names of the contract: their numbers and switches are kept, their texts and lists described. */
const NAMED = new Set([
  ...(
    "agent_name apply_all_directives async background chunks content context data deduplicated deleted_count description disposition document_tags dry_run " +
    "empathy enabled entities exclude_mental_models full_refresh_cron headers http_config include_bank_config include_chunks include_data include_history " +
    "include_knowledge_base include_observations is_active items_count keep_trace literalism max_tokens max_tokens_per_observation memory_defense " +
    "memory_units_deleted mentioned_at message metadata min_refresh_interval_seconds min_scores mission name occurred_end occurred_start params " +
    "prefer_observations primary priority query query_timestamp reason refresh_after_consolidation refresh_cron resolve_entities response_schema " +
    "retried_count scopes secret skepticism source_query strategies strategy structured_output success tag_groups tags temporal_window text timeout_seconds " +
    "timestamp tool_calls trace update_disposition url usage input_tokens output_tokens total_tokens overrides config stored updated collapsed blocked " +
    "failed answer total limit offset"
  ).split(" "),
  ...Object.keys(BANK_SETTINGS),
]);

/** The lists above as one: each field of each body is looked up in it. */
const KINDS: ReadonlyMap<string, "id" | "choice" | "entered" | "named"> = new Map([
  ...[...NAMED].map((name) => [name, "named"] as const),
  ...[...ENTERED].map((name) => [name, "entered"] as const),
  ...[...CHOICES].map((name) => [name, "choice"] as const),
  ...[...IDS].map((name) => [name, "id"] as const),
]);

/** Longest id that is kept, and how much of one is looked at before: a secret that is cut is not known for one. */
const ID_LENGTH = 256;
const LOOKED_AT = 1_024;
/** Entries of one list, and parts of one body that are kept. */
const MOST_ENTRIES = 100;
const MOST_PARTS = 1_000;
const ENVIRONMENT_PREFIX = "hindsight_api_";

export type AuditShape = Readonly<Record<string, unknown>>;

/** The shape of a body that is an object or a list; null for anything else, such as bytes or a stream. */
export function auditShape(body: unknown): AuditShape | null {
  const room = { parts: MOST_PARTS };
  if (Array.isArray(body)) return { items: listShape(body, room) };
  return isRecord(body) ? recordShape(body, room) : null;
}

/** A shape as it is stored: without what `clean` takes out of its ids, which are short after that. */
export function storedShape(shape: AuditShape, clean: (text: string) => string): AuditShape {
  const stored = (value: unknown): unknown => {
    if (typeof value === "string") return sanitise(clean(value).slice(0, ID_LENGTH));
    if (Array.isArray(value)) return value.map(stored);
    return isRecord(value) ? storedShape(value, clean) : value;
  };
  return Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, stored(value)]));
}

interface Room {
  parts: number;
}

function recordShape(record: Readonly<Record<string, unknown>>, room: Room): AuditShape {
  const shape: Record<string, unknown> = {};
  let others = 0;
  for (const [given, value] of Object.entries(record)) {
    if (value === undefined) continue;
    const name = KINDS.has(given) ? given : withoutPrefix(given);
    const kind = KINDS.get(name);
    if (kind === undefined || room.parts <= 0) others++;
    else {
      room.parts--;
      shape[name] = fieldShape(kind, value, room);
    }
  }
  return others === 0 ? shape : { ...shape, other_fields: others };
}

/** Settings may come by the names of the environment. */
function withoutPrefix(name: string): string {
  const low = name.toLowerCase();
  return low.startsWith(ENVIRONMENT_PREFIX) ? low.slice(ENVIRONMENT_PREFIX.length) : name;
}

function fieldShape(kind: "id" | "choice" | "entered" | "named", value: unknown, room: Room): unknown {
  if (kind === "id") return keptValue(value, (text) => sanitise(text.slice(0, LOOKED_AT)), room);
  if (kind === "choice") return keptValue(value, (text) => (CHOICE.test(text) ? text : describedText(text)), room);
  if (kind === "entered") {
    if (Array.isArray(value)) return listShape(value, room);
    if (isRecord(value)) return recordShape(value, room);
  }
  return described(value);
}

/** A text, or a list of texts, each through `keep`. */
function keptValue(value: unknown, keep: (text: string) => string, room: Room): unknown {
  if (typeof value === "string") return keep(value);
  if (!Array.isArray(value)) return described(value);
  return shortened(value, (part) => (typeof part === "string" ? keep(part) : described(part)), room);
}

function listShape(list: readonly unknown[], room: Room): readonly unknown[] {
  return shortened(list, (part) => (isRecord(part) ? recordShape(part, room) : described(part)), room);
}

function shortened(list: readonly unknown[], shape: (part: unknown) => unknown, room: Room): readonly unknown[] {
  const shown: unknown[] = [];
  for (const part of list.slice(0, MOST_ENTRIES)) {
    if (room.parts <= 0) break;
    room.parts--;
    shown.push(shape(part));
  }
  return shown.length === list.length ? shown : [...shown, `${list.length - shown.length} more`];
}

function described(value: unknown): unknown {
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "string") return describedText(value);
  if (Array.isArray(value)) return `list of ${value.length}`;
  return typeof value === "object" ? `object of ${Object.keys(value).length} fields` : null;
}

function describedText(text: string): string {
  return `text of ${text.length} characters`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
