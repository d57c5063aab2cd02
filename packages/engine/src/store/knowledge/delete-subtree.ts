import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes a node with all below it, and the models of its pages with their histories. Returns how many nodes went. */
export async function deleteSubtree(tx: Db, bank: BankScope, id: string): Promise<number> {
  const { rows } = await tx.query<{ id: string; modelId: string | null }>(sql`
    WITH RECURSIVE below AS (
      SELECT id, mental_model_id FROM knowledge_node WHERE bank_id = ${bank.key} AND id = ${id}
      UNION
      SELECT n.id, n.mental_model_id FROM below CROSS JOIN LATERAL (
        SELECT id, mental_model_id FROM knowledge_node WHERE bank_id = ${bank.key} AND parent_id = below.id) AS n
    ) SELECT id, mental_model_id AS "modelId" FROM below`);
  if (rows.length === 0) return 0;
  const models = rows.flatMap(({ modelId }) => modelId ?? []);
  await tx.query(sql`DELETE FROM mental_model WHERE bank_id = ${bank.key} AND id = ANY(${models}::text[])`);
  await tx.query(sql`DELETE FROM knowledge_node WHERE bank_id = ${bank.key} AND id = ${id}`);
  return rows.length;
}
