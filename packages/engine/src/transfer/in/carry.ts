import type { Row } from "../../domain/transfer.js";
import type { TransferTableName } from "../../store/shapes/transfer-tables.js";
import { asStated } from "../restate.js";
import type { Fit } from "./fit.js";
import { isUuid } from "./ids.js";
import { MEANINGS } from "./meaning.js";

/** Numbers of an archive as they are in the new bank. */
export interface Places {
  memory(given: number): number;
  run(given: number): number;
}

/** How rows of history are carried over. */
export interface Carriage {
  readonly places: Places;
  /** The archive was made within this server for this import. */
  readonly isOwn: boolean;
}

/** A row as it stands in the new bank: its numbers moved, its ids new, its document under its new name. Null for a row that is left out. */
export function carried(table: TransferTableName, given: Row, fit: Fit, { places, isOwn }: Carriage): Row | null {
  const row = asItStands(table, given, fit);
  if (row === null) return null;
  const meaning = MEANINGS[table];
  const moved: Record<string, unknown> = { ...row };
  for (const name of meaning.numbers ?? []) {
    const number = row[name] as number;
    if (!fit.hasMemory(number) && !fit.hasInvalidated(number)) return null;
    moved[name] = places.memory(number);
  }
  for (const name of meaning.runs ?? []) if (row[name] != null) moved[name] = places.run(row[name] as number);
  for (const name of meaning.ids ?? []) if (row[name] != null) moved[name] = fit.freshId(row[name] as string);
  for (const name of meaning.idLists ?? []) moved[name] = (row[name] as readonly string[]).map(fit.freshId);
  for (const name of meaning.entities ?? []) moved[name] = fit.naming.nameId(row[name] as string);
  for (const name of meaning.entityLists ?? []) moved[name] = entitiesIn(row.memory_no as number, row[name] as readonly string[], fit);
  if (meaning.isOfDocument && row.document_id != null) {
    const documentId = fit.documentId(String(row.document_id));
    if (documentId === null) return null;
    moved.document_id = documentId;
  }
  return refined(table, row, isOwn ? moved : retold(table, moved), fit);
}

/** Whom a memory that is taken mentions, as the archive has it; null for a row that is left out. */
export function tieIn(given: Row, fit: Fit): { readonly memoryNo: number; readonly entityId: string } | null {
  const row = asItStands("memory_entity", given, fit);
  const memoryNo = given.memory_no as number;
  return row === null || !fit.hasMemory(memoryNo) ? null : { memoryNo, entityId: row.entity_id as string };
}

function entitiesIn(memoryNo: number, entityIds: readonly string[], { naming }: Fit): readonly string[] {
  return [...new Set(entityIds.flatMap((id) => naming.entitiesOf(memoryNo, id)))];
}

/** A memory whose home is left out is at home in another of its sources, and mentions what that one does. */
function asItStands(table: TransferTableName, row: Row, fit: Fit): Row | null {
  if (table !== "memory" && table !== "memory_entity") return row;
  const source = fit.restatedBy(row.memory_no as number);
  if (source === null) return row;
  if (table === "memory") return asStated(row, source);
  return (source.entity_ids as readonly unknown[]).includes(row.entity_id) ? row : null;
}

/** History from elsewhere is marked. Of a call there remain what was done and when: its arguments and who is said to have made it are an archive's word alone. */
function retold(table: TransferTableName, moved: Row): Row {
  if (table === "audit_log") return { ...moved, request: null, response: null, metadata: { imported: true } };
  return table === "llm_request" ? { ...moved, metadata: { ...(moved.metadata as Row | null | undefined), imported: true } } : moved;
}

/** What single tables need beyond that. */
function refined(table: TransferTableName, row: Row, moved: Row, fit: Fit): Row | null {
  switch (table) {
    case "entity":
      return fit.naming.isKnown(row.id as string) ? null : moved;
    case "entity_alias": {
      const at = fit.naming.aliasAt(row.id as string);
      return at === null ? null : { ...moved, ...at };
    }
    case "mental_model":
      return fit.hasModel(String(row.id)) ? { ...moved, reflect_response: withFreshIds(row.reflect_response, fit) } : null;
    case "mental_model_history":
      if (!fit.hasModel(String(row.model_id))) return null;
      return { ...moved, previous_reflect_response: withFreshIds(row.previous_reflect_response, fit) };
    case "mental_model_source":
      return fit.hasModel(String(row.model_id)) ? moved : null;
    case "invalidated_memory":
      return { ...moved, mentions: mentionsOf(row.mentions, fit) };
    case "audit_log":
    case "llm_request": {
      const told = ["request", "response", "metadata"].filter((name) => name in moved);
      return { ...moved, ...Object.fromEntries(told.map((name) => [name, withFreshNames(moved[name], fit)])) };
    }
    case "memory":
      return fit.freed.has(row.memory_no as number) ? { ...moved, consolidated_at: null, consolidation_failed_at: null } : moved;
    default:
      return moved;
  }
}

/** The answer of a refresh: the memories and directives that it names stand under their new ids. */
function withFreshIds(response: unknown, { freshId }: Fit): unknown {
  if (typeof response !== "object" || response === null) return response;
  const { based_on: lists, ...rest } = response as Record<string, unknown>;
  if (typeof lists !== "object" || lists === null) return response;
  const renamed = Object.entries(lists).map(([name, list]) => [
    name,
    Array.isArray(list) ? list.map((entry: unknown) => (hasUuid(entry) ? { ...entry, id: freshId(entry.id) } : entry)) : list,
  ]);
  return { ...rest, based_on: Object.fromEntries(renamed) };
}

const NAMED = ["memory_id", "memory_ids", "directive_id", "webhook_id"];

/** What is noted beside a record: ids that it names are new ones. */
function withFreshNames(noted: unknown, { freshId }: Fit): unknown {
  if (typeof noted !== "object" || noted === null || Array.isArray(noted)) return noted;
  const fresh = (value: unknown): unknown => (isUuid(value) ? freshId(value) : Array.isArray(value) ? value.map(fresh) : value);
  return Object.fromEntries(Object.entries(noted).map(([name, value]) => [name, NAMED.includes(name) ? fresh(value) : value]));
}

function mentionsOf(mentions: unknown, { naming }: Fit): unknown {
  if (!Array.isArray(mentions)) return [];
  return mentions.map((mention: unknown) => (hasUuid(mention) ? { ...mention, id: naming.nameId(mention.id) } : mention));
}

function hasUuid(entry: unknown): entry is { readonly id: string } {
  return typeof entry === "object" && entry !== null && "id" in entry && isUuid(entry.id);
}
