import { cleanName } from "../../domain/names.js";
import type { MemoryFilter } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { allOf, type Statement, sql } from "../db.js";
import { memoryFilter } from "./memory-filter.js";
import { containing } from "./text-filter.js";
import { timeFilter } from "./time-filter.js";

/** The table that a list of memories is read from. */
export function listedMemories({ state }: Pick<MemoryFilter, "state">): Statement {
  return state === "invalidated" ? sql`invalidated_memory` : sql`memory`;
}

/** What a list of memories may ask for, over its table (`listedMemories`) under the alias `m`. */
export function memoryListFilter(bank: BankScope, filter: Omit<MemoryFilter, "limit" | "offset">): Statement {
  const isOut = filter.state === "invalidated";
  const conditions: Statement[] = [
    sql`m.bank_id = ${bank.key}`,
    memoryFilter({
      kinds: filter.type ? [filter.type] : null,
      tags: filter.tags,
      tagsMatch: filter.tagsMatch,
    }),
  ];
  if (filter.documentId) conditions.push(statedBy(bank, cleanName(filter.documentId), isOut));
  if (filter.q) conditions.push(sql`m.text ILIKE ${containing(filter.q)} OR m.context ILIKE ${containing(filter.q)}`);
  if (filter.entityId && isOut) conditions.push(namedBy(bank, filter.entityId));
  else if (filter.entityId) {
    conditions.push(sql`EXISTS (SELECT FROM memory_entity AS mentions
      WHERE mentions.bank_id = m.bank_id AND mentions.memory_no = m.memory_no AND mentions.entity_id = ${filter.entityId}::uuid)`);
  }
  if (filter.consolidationState) conditions.push(CONSOLIDATION[filter.consolidationState]);
  if (filter.startDate || filter.endDate) {
    conditions.push(timeFilter(TIMES[filter.timeField ?? "created_at"], filter.startDate, filter.endDate));
  }
  return allOf(conditions);
}

/** Memories that a document states: at home in it, or with it among their sources. By their numbers, so that each side is read by its own index. */
function statedBy(bank: BankScope, documentId: string, isOut: boolean): Statement {
  const [homes, sources] = isOut ? [sql`invalidated_memory`, sql`invalidated_source`] : [sql`memory`, sql`memory_source`];
  return sql`m.memory_no = ANY(ARRAY(
    SELECT memory_no FROM ${homes} WHERE bank_id = ${bank.key} AND document_id = ${documentId}
    UNION SELECT memory_no FROM ${sources} WHERE bank_id = ${bank.key} AND document_id = ${documentId}))`;
}

/** Memories out of use with the name of an entity, or with one of its aliases. */
function namedBy(bank: BankScope, entityId: string): Statement {
  return sql`EXISTS (SELECT FROM jsonb_array_elements(m.mentions) AS name WHERE (name ->> 'id')::uuid = ${entityId}::uuid
    OR (name ->> 'id')::uuid IN (SELECT a.id FROM entity_alias AS a WHERE a.bank_id = ${bank.key} AND a.entity_id = ${entityId}::uuid))`;
}

/** Only facts are consolidated; an observation has no such state. */
const CONSOLIDATION: Readonly<Record<NonNullable<MemoryFilter["consolidationState"]>, Statement>> = {
  pending: sql`m.kind <> 'observation' AND m.consolidated_at IS NULL AND m.consolidation_failed_at IS NULL`,
  done: sql`m.kind <> 'observation' AND m.consolidated_at IS NOT NULL`,
  failed: sql`m.kind <> 'observation' AND m.consolidation_failed_at IS NOT NULL`,
};

const TIMES: Readonly<Record<NonNullable<MemoryFilter["timeField"]>, Statement>> = {
  created_at: sql`m.created_at`,
  updated_at: sql`m.updated_at`,
  mentioned_at: sql`m.mentioned_at`,
  occurred_start: sql`m.occurred_start`,
  occurred_end: sql`m.occurred_end`,
};
