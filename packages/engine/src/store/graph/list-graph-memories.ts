import { chunkId } from "../../domain/chunk-id.js";
import type { GraphMemory, GraphPlace, MemoryGraphFilter } from "../../domain/graph.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { graphFilter } from "../filters/graph-filter.js";

export type GraphRow = GraphPlace & Omit<GraphMemory, "entities">;

type Stored = Omit<GraphRow, "chunkId"> & { readonly chunkIndex: number | null };

/** The memories of a graph, last mentioned first, as a list has them; without what lists read of each row. */
export async function listGraphMemories(db: Db, bank: BankScope, filter: MemoryGraphFilter): Promise<readonly GraphRow[]> {
  const { rows } = await db.query<Stored>(sql`
    WITH page AS (
      SELECT m.memory_no FROM memory AS m WHERE ${graphFilter(bank, filter)}
      ORDER BY m.mentioned_at DESC NULLS LAST, m.created_at DESC, m.memory_no DESC LIMIT ${filter.limit}
    )
    SELECT m.memory_no AS "memoryNo", m.id, m.kind, m.text, m.context, m.tags, m.document_id AS "documentId", m.chunk_index AS "chunkIndex", m.run_no AS "runNo",
      m.position, m.occurred_start AS "occurredStart", m.occurred_end AS "occurredEnd", m.mentioned_at AS "mentionedAt", m.created_at AS "createdAt",
      m.proof_count AS "proofCount"
    FROM page JOIN memory AS m ON m.bank_id = ${bank.key} AND m.memory_no = page.memory_no
    ORDER BY m.mentioned_at DESC NULLS LAST, m.created_at DESC, m.memory_no DESC`);
  return rows.map(({ chunkIndex, ...row }) => {
    const { documentId } = row;
    const hasChunk = documentId !== null && chunkIndex !== null;
    return { ...row, chunkId: hasChunk ? chunkId({ bankId: bank.bankId, documentId, chunkIndex }) : null };
  });
}
