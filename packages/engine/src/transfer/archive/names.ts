import type { TransferTableName } from "../../store/shapes/transfer-tables.js";

export const MANIFEST = "manifest.json";
export const BANK = "banks.json";
/** One member for each document: its row, its chunks, attachments, runs and memories. */
const DOCUMENT = /^documents\/\d{6,}\.json$/;
/** Vectors of memories, as numbers. */
const VECTORS = /^vectors\/\d{6,}\.f32$/;
/** Bytes of attachments, by their hash. */
const FILE = /^files\/([0-9a-f]{64})$/;

/** Where the rows of a table lie that belong to no document's member. Names of the contract where it has one. */
const NAMES: Partial<Record<TransferTableName, string>> = {
  run: "runs",
  memory: "observations",
  entity: "entities",
  memory_entity: "mentions",
  memory_source: "data/memory_sources",
  link: "links",
  observation_source: "data/observation_sources",
  observation_history: "data/observation_history",
  observation_reading: "data/observation_readings",
  invalidated_memory: "data/invalidated_memory_units",
  invalidated_source: "data/invalidated_sources",
  invalidated_link: "data/invalidated_links",
  entity_alias: "data/entity_aliases",
  alias_mention: "data/alias_mentions",
  mental_model: "mental_models",
  mental_model_source: "data/mental_model_sources",
  mental_model_history: "mental_model_history",
  knowledge_node: "knowledge_pages",
  directive: "directives",
  webhook: "webhooks",
  document_event: "data/document_events",
  audit_log: "history/audit_log",
  llm_request: "history/llm_requests",
};
const BY_NAME = new Map(Object.entries(NAMES).map(([table, name]) => [name, table as TransferTableName]));
const PART = /^((?:data\/|history\/)?[a-z_]+?)(?:\.(\d{6,}))?\.json$/;

/** What a member of an archive holds. */
export type MemberKind =
  | { readonly kind: "bank" | "document" | "vectors" }
  | { readonly kind: "file"; readonly hash: string }
  | { readonly kind: "rows"; readonly table: TransferTableName };

/** Null for a name that no member has: a path that leads elsewhere is among them. */
export function memberKind(name: string): MemberKind | null {
  if (name === BANK) return { kind: "bank" };
  if (DOCUMENT.test(name)) return { kind: "document" };
  if (VECTORS.test(name)) return { kind: "vectors" };
  const hash = FILE.exec(name)?.[1];
  if (hash !== undefined) return { kind: "file", hash };
  const table = BY_NAME.get(PART.exec(name)?.[1] ?? "");
  return table === undefined ? null : { kind: "rows", table };
}

const numbered = (n: number): string => String(n).padStart(6, "0");
export const documentMember = (n: number): string => `documents/${numbered(n)}.json`;
export const vectorMember = (n: number): string => `vectors/${numbered(n)}.f32`;
export const fileMember = (hash: string): string => `files/${hash}`;
/** The first part of a table bears its plain name. */
export const rowsMember = (table: TransferTableName, part: number): string =>
  `${NAMES[table] ?? table}${part === 0 ? "" : `.${numbered(part)}`}.json`;
