import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** What a bank has of the names that an archive brings. */
export interface Taken {
  readonly documents: readonly string[];
  readonly models: readonly string[];
  readonly nodes: readonly { readonly id: string; readonly parentId: string | null; readonly kind: string; readonly name: string }[];
}

/** The ids of documents and of mental models that the bank has among the given ones, and its whole tree of pages. */
export async function findTaken(
  db: Db,
  bank: BankScope,
  { documentIds, modelIds }: { readonly documentIds: readonly string[]; readonly modelIds: readonly string[] },
): Promise<Taken> {
  const { rows } = await db.query<Taken>(sql`
    SELECT
      ARRAY(SELECT document_id FROM document WHERE bank_id = ${bank.key} AND document_id = ANY(${documentIds}::text[])) AS documents,
      ARRAY(SELECT id FROM mental_model WHERE bank_id = ${bank.key} AND id = ANY(${modelIds}::text[])) AS models,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'parentId', parent_id, 'kind', kind, 'name', name)), '[]')
       FROM knowledge_node WHERE bank_id = ${bank.key}) AS nodes`);
  return rows[0] ?? { documents: [], models: [], nodes: [] };
}
