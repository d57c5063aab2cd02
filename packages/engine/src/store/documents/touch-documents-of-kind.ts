import type { MemoryKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { NEXT_CHANGE } from "../shapes/next-change.js";

/** Gives a new revision to the documents that hold memories of a kind: plans that count on those memories are made again. */
export async function touchDocumentsOfKind(tx: Db, bank: BankScope, kind: MemoryKind): Promise<void> {
  await tx.query(sql`
    UPDATE document SET revision = ${NEXT_CHANGE}
    WHERE bank_id = ${bank.key}
      AND document_id IN (SELECT m.document_id FROM memory m WHERE m.bank_id = ${bank.key} AND m.kind = ${kind}
        UNION SELECT s.document_id FROM memory_source AS s JOIN memory AS m ON m.bank_id = s.bank_id AND m.memory_no = s.memory_no
          WHERE s.bank_id = ${bank.key} AND m.kind = ${kind})`);
}
