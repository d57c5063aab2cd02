import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface DocumentBehind {
  readonly documentId: string;
  readonly observationIds: readonly string[];
}

/** The documents whose facts stand behind observations, each with the ids of these. By look-ups of keys, row by row. */
export async function findDocumentsBehind(db: Db, bank: BankScope, observations: readonly number[]): Promise<readonly DocumentBehind[]> {
  const { rows } = await db.query<DocumentBehind>(sql`
    SELECT d.document_id AS "documentId", array_agg(DISTINCT o.id ORDER BY o.id) AS "observationIds"
    FROM memory AS o
      CROSS JOIN LATERAL (SELECT e.memory_no FROM observation_source AS e WHERE e.bank_id = ${bank.key} AND e.observation_no = o.memory_no) AS e
      CROSS JOIN LATERAL (
        SELECT f.document_id FROM memory AS f WHERE f.bank_id = ${bank.key} AND f.memory_no = e.memory_no AND f.document_id IS NOT NULL
        UNION
        SELECT s.document_id FROM memory_source AS s WHERE s.bank_id = ${bank.key} AND s.memory_no = e.memory_no
      ) AS d
    WHERE o.bank_id = ${bank.key} AND o.memory_no = ANY(${observations}::integer[])
    GROUP BY 1 ORDER BY 1`);
  return rows;
}
