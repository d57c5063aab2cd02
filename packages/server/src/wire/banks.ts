// Banks on the wire: profile, list, configuration, aliases, statistics.
// In: the contract's requests. Out: fields and overrides for the engine, and the contract's replies.

import type { BankAlias, BankConfig, BankListItem, BankProfile, BankStats } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { anything, counts, DispositionTraits } from "./common.js";
import { DeletionReportReply } from "./deletion.js";
import { flag, integer, leaf, maybe, name, preset, prose } from "./scalars.js";
import { iso, isoOrNull } from "./time.js";

const trait = () => maybe(integer({ min: 1, max: 5 }));
const words = (about?: string) => maybe(prose(about));
const traitOf = () => integer({ min: 1, max: 5 });

const Disposition = z.object({ skepticism: traitOf(), literalism: traitOf(), empathy: traitOf() }).openapi("DispositionTraitsInput");

export const BankBody = z
  .object({
    name: words("Name for people; the id stays"),
    disposition: Disposition.nullish().openapi({ deprecated: true }),
    disposition_skepticism: trait(),
    disposition_literalism: trait(),
    disposition_empathy: trait(),
    mission: words("Older name of reflect_mission"),
    background: words("Oldest name of reflect_mission"),
    reflect_mission: words("What the bank is for"),
    retain_mission: words("What to pay attention to when retaining"),
    retain_extraction_mode: maybe(name()),
    retain_custom_instructions: words(),
    retain_chunk_size: maybe(integer()),
    retain_structured_chunk_size: maybe(integer()),
    retain_max_attachments_per_chunk: maybe(integer()),
    enable_observations: maybe(flag()),
    observations_mission: words(),
    enable_text_search: maybe(flag()),
    enable_temporal_retrieval: maybe(flag()),
    enable_graph_retrieval: maybe(flag()),
    enable_reranking: maybe(flag()),
  })
  .openapi("CreateBankRequest");

/** The engine's fields. Null means "not sent" here (the clients send it so); an override is cleared through the config route. */
export function bankFields(body: z.output<typeof BankBody>): {
  readonly name?: string;
  readonly config: Readonly<Record<string, unknown>>;
} {
  const { name: label, disposition, mission, background, reflect_mission, ...settings } = body;
  const config: Record<string, unknown> = {
    reflect_mission: reflect_mission ?? mission ?? background,
    disposition_skepticism: disposition?.skepticism,
    disposition_literalism: disposition?.literalism,
    disposition_empathy: disposition?.empathy,
  };
  for (const [key, value] of Object.entries(settings)) if (value != null) config[key] = value;
  const sent = Object.fromEntries(Object.entries(config).filter(([, value]) => value != null));
  return { ...(label == null ? {} : { name: label }), config: sent };
}

export const BankProfileReply = z
  .object({
    bank_id: z.string(),
    name: z.string(),
    disposition: DispositionTraits,
    mission: z.string(),
    background: z.string().nullish(),
  })
  .openapi("BankProfileResponse");

export function profileReply(profile: BankProfile): z.input<typeof BankProfileReply> {
  return { bank_id: profile.bankId, name: profile.name, disposition: profile.disposition, mission: profile.mission, background: null };
}

const BankListItemBody = z
  .object({
    bank_id: z.string(),
    name: z.string().nullish(),
    disposition: DispositionTraits,
    mission: z.string().nullish(),
    created_at: z.string().nullish(),
    updated_at: z.string().nullish(),
    fact_count: z.int().default(0),
    last_document_at: z.string().nullish(),
    last_write_at: z.string().nullish(),
    display_alias: z.string().nullish(),
    matched_aliases: z.array(z.string()).optional(),
  })
  .openapi("BankListItem");

export const BankListReply = z
  .object({ banks: z.array(BankListItemBody), total: z.int(), limit: z.int(), offset: z.int() })
  .openapi("BankListResponse");

export function bankListItem(bank: BankListItem): z.input<typeof BankListItemBody> {
  return {
    bank_id: bank.bankId,
    name: bank.name,
    disposition: bank.disposition,
    mission: bank.mission,
    created_at: iso(bank.createdAt),
    updated_at: iso(bank.updatedAt),
    fact_count: bank.factCount,
    last_document_at: isoOrNull(bank.lastDocumentAt),
    last_write_at: isoOrNull(bank.lastWriteAt),
    display_alias: bank.displayAlias,
    matched_aliases: [...bank.matchedAliases],
  };
}

export const DeleteReply = z
  .object({ success: z.boolean(), message: z.string().nullish(), deleted_count: z.int().nullish(), report: DeletionReportReply.optional() })
  .openapi("DeleteResponse");

const updates = leaf(
  { type: "object", additionalProperties: true, description: "Overrides by field name or environment-style name; null removes one" },
  (value, fail) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return fail("dict_type", "Must be an object");
    if (JSON.stringify(value).includes("\\u0000"))
      return fail("value_error", "Must not contain a NUL character", { error: "NUL character" });
    return value as Record<string, unknown>;
  },
);

export const ConfigBody = z.object({ updates }).openapi("BankConfigUpdate");

const origins = z
  .record(z.string(), z.enum(["default", "server", "tenant", "bank"]))
  .optional()
  .openapi({ description: "Where each value comes from: its default, the server's environment, the tenant, or the bank" });

export const ConfigReply = z
  .object({ bank_id: z.string(), config: anything(), overrides: anything(), origins })
  .openapi("BankConfigResponse");

export function configReply(config: BankConfig): z.input<typeof ConfigReply> {
  return { bank_id: config.bankId, config: config.config, overrides: config.overrides, origins: config.origins };
}

export const AliasBody = z
  .object({ alias: name("Further id of the bank"), primary: preset(flag("Show this one in lists"), false) })
  .openapi("CreateBankAliasRequest");
export const AliasPrimaryBody = z
  .object({ primary: flag("True shows this alias in lists, false the id again") })
  .openapi("SetBankAliasPrimaryRequest");

const BankAliasEntry = z.object({ alias: z.string(), primary: z.boolean().default(false) }).openapi("BankAliasEntry");
export const AliasesReply = z.object({ bank_id: z.string(), aliases: z.array(BankAliasEntry) }).openapi("BankAliasesResponse");

export function aliasesReply(bank: { readonly bankId: string; readonly aliases: readonly BankAlias[] }): z.input<typeof AliasesReply> {
  return { bank_id: bank.bankId, aliases: bank.aliases.map(({ alias, primary }) => ({ alias, primary })) };
}

export const StatsReply = z
  .object({
    bank_id: z.string(),
    total_nodes: z.int(),
    total_links: z.int(),
    total_documents: z.int(),
    nodes_by_fact_type: counts(),
    links_by_link_type: counts(),
    links_by_fact_type: counts(),
    links_breakdown: z.record(z.string(), counts()),
    pending_operations: z.int(),
    failed_operations: z.int(),
    operations_by_status: counts().optional(),
    last_consolidated_at: z.string().nullish(),
    last_memory_write_at: z.string().nullish(),
    pending_consolidation: z.int().default(0),
    failed_consolidation: z.int().default(0),
    total_observations: z.int().default(0),
    pending_embeddings: z
      .int()
      .default(0)
      .openapi({ description: "Memories that still wait for their vector; their words find them meanwhile" }),
  })
  .openapi("BankStatsResponse");

const sum = (record: Readonly<Record<string, number>>): number => Object.values(record).reduce((total, each) => total + each, 0);

export function statsReply(stats: BankStats): z.input<typeof StatsReply> {
  return {
    bank_id: stats.bankId,
    total_nodes: sum(stats.memoriesByKind),
    total_links: sum(stats.linksByKind),
    total_documents: stats.documents,
    nodes_by_fact_type: stats.memoriesByKind,
    links_by_link_type: stats.linksByKind,
    links_by_fact_type: Object.fromEntries(Object.entries(stats.linksByMemoryKind).map(([kind, links]) => [kind, sum(links)])),
    links_breakdown: stats.linksByMemoryKind,
    pending_operations: stats.operationsByStatus.pending ?? 0,
    failed_operations: stats.operationsByStatus.failed ?? 0,
    operations_by_status: stats.operationsByStatus,
    last_consolidated_at: isoOrNull(stats.lastConsolidatedAt),
    last_memory_write_at: isoOrNull(stats.lastWriteAt),
    pending_consolidation: stats.pendingConsolidation,
    failed_consolidation: stats.failedConsolidation,
    total_observations: stats.memoriesByKind.observation ?? 0,
    pending_embeddings: stats.pendingEmbeddings,
  };
}

/** Bodies of the retired profile routes, for the specification. */
export const RetiredDispositionBody = z.object({ disposition: DispositionTraits }).openapi("UpdateDispositionRequest");
export const RetiredBackgroundBody = z
  .object({ content: z.string(), update_disposition: z.boolean().default(true) })
  .openapi("AddBackgroundRequest");
export const BackgroundReply = z
  .object({ mission: z.string(), background: z.string().nullish(), disposition: DispositionTraits.nullish() })
  .openapi("BackgroundResponse");
