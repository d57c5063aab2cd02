import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface NewNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly kind: "folder" | "page";
  readonly name: string;
  readonly mentalModelId: string | null;
}

/** Adds a node. Its folder must be there; whether the name is free was looked at under the bank's lock. */
export async function insertNode(tx: Db, bank: BankScope, { id, parentId, kind, name, mentalModelId }: NewNode): Promise<void> {
  await tx.query(sql`
    INSERT INTO knowledge_node (bank_id, id, parent_id, kind, name, mental_model_id)
    VALUES (${bank.key}, ${id}, ${parentId}, ${kind}, ${name}, ${mentalModelId})`);
}
