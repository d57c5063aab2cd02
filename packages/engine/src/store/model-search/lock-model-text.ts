import { createHash } from "node:crypto";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface ModelText {
  readonly name: string;
  readonly content: string;
}

/**
 * Holds a model until the transaction ends, if it still says this; false when it says something else by now, or is gone. What an index is made of is
 * read before the encoder is asked: whoever changed the model meanwhile makes the index of the new text.
 */
export async function lockModelText(tx: Db, bank: BankScope, id: string, text: ModelText): Promise<boolean> {
  const { rows } = await tx.query(sql`
    SELECT 1 FROM mental_model
    WHERE bank_id = ${bank.key} AND id = ${id} AND md5(name) = ${md5(text.name)} AND md5(content) = ${md5(text.content)}
    FOR NO KEY UPDATE`);
  return rows.length > 0;
}

const md5 = (text: string): string => createHash("md5").update(text, "utf8").digest("hex");
