import type { ObservationScopes } from "../../domain/requests.js";
import type { BankScope } from "../../domain/scope.js";
import type { Trust } from "../../domain/trust.js";
import { type Db, sql } from "../db.js";
import { encodeValue } from "../values.js";

/** A memory whose text stands in the new version of its document too. */
export interface KeptMemory {
  readonly memoryNo: number;
  readonly chunkIndex: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly observationScopes: ObservationScopes | null;
  /** Null leaves them: those of a fact are what a model named. */
  readonly attachmentIds: readonly string[] | null;
  readonly trust: Trust;
  /** False: nothing is learnt from it. */
  readonly isLearnt: boolean;
}

/** Gives memories that outlive a replace what their item says now. Those that already have it are not touched, so that `updated_at` means a change. */
export async function keepMemories(tx: Db, bank: BankScope, rows: readonly KeptMemory[]): Promise<void> {
  await tx.query(sql`
    UPDATE memory m
    SET chunk_index = r.chunk_index, metadata = r.metadata::jsonb, tags = r.tags::text[], observation_scopes = r.scopes::jsonb,
      attachment_ids = COALESCE(r.attachment_ids::text[], m.attachment_ids), trust = r.trust, is_learnt = r.is_learnt,
      updated_at = CASE WHEN m.tags <> r.tags::text[] OR m.metadata <> r.metadata::jsonb THEN clock_timestamp() ELSE m.updated_at END,
      consolidated_at = CASE WHEN NOT r.is_learnt THEN coalesce(m.consolidated_at, clock_timestamp())
        WHEN m.tags = r.tags::text[] AND m.observation_scopes IS NOT DISTINCT FROM r.scopes::jsonb AND m.trust = r.trust AND m.is_learnt THEN m.consolidated_at END
    FROM unnest(
      ${rows.map((r) => r.memoryNo)}::integer[], ${rows.map((r) => r.chunkIndex)}::integer[], ${rows.map((r) => JSON.stringify(r.metadata))}::text[],
      ${rows.map((r) => encodeValue(r.tags) as string)}::text[],
      ${rows.map((r) => (r.observationScopes === null ? null : JSON.stringify(r.observationScopes)))}::text[],
      ${rows.map((r) => (r.attachmentIds === null ? null : (encodeValue(r.attachmentIds) as string)))}::text[],
      ${rows.map((r) => r.trust)}::text[], ${rows.map((r) => r.isLearnt)}::boolean[]
    ) AS r(memory_no, chunk_index, metadata, tags, scopes, attachment_ids, trust, is_learnt)
    WHERE m.bank_id = ${bank.key} AND m.memory_no = r.memory_no
      AND (m.chunk_index, m.metadata, m.tags, m.observation_scopes, m.attachment_ids, m.trust, m.is_learnt)
        IS DISTINCT FROM (r.chunk_index, r.metadata::jsonb, r.tags::text[], r.scopes::jsonb, COALESCE(r.attachment_ids::text[], m.attachment_ids), r.trust, r.is_learnt)`);
}
