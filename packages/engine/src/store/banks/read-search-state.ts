import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** What recall asks about a bank before it searches: one row, by keys alone. */
export interface SearchState {
  /** The number that the bank's next memory will get: an upper bound of how many it holds. */
  readonly nextMemoryNo: number;
  /** Key of the embedding model; null when nothing was ever embedded with it. */
  readonly modelId: number | null;
  /** Key of the model of which all memories of the bank have their vectors; null when that is not known. */
  readonly embeddedModelId: number | null;
  /** Sum of what changed in the bank (`readChanges`): as long as it stays, nothing that the arms read has changed. */
  readonly version: number;
  /** When the bank was made, as the database writes it: tells it from one that has its key in a schema made anew. */
  readonly madeAt: string;
  /** An entity has an alias, or a name in another script that is known in Latin letters. */
  readonly hasOtherNames: boolean;
  /** How many memories were ever written in each language (ISO 639-1), those that tell it. */
  readonly languages: Readonly<Record<string, number>>;
  /** The bank's overrides of settings. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Null when the bank is gone. The first reading in order, for EXISTS may read the whole table: it is planned as if some row soon had one (8 ms of 43,000 entities). */
export async function readSearchState(db: Db, bank: BankScope, model: string): Promise<SearchState | null> {
  const { rows } = await db.query<SearchState>(sql`
    SELECT next_memory_no AS "nextMemoryNo", config, languages, (SELECT model_id FROM embedding_model WHERE name = ${model}) AS "modelId",
      embedded_model_id AS "embeddedModelId",
      (SELECT coalesce(sum(changes), 0) FROM bank_change WHERE bank_change.bank_id = bank.bank_id)::float8 AS version, created_at::text AS "madeAt",
      (EXISTS (SELECT FROM entity_alias WHERE entity_alias.bank_id = bank.bank_id)
        OR (SELECT reading FROM entity WHERE entity.bank_id = bank.bank_id AND reading > '' ORDER BY reading LIMIT 1) IS NOT NULL) AS "hasOtherNames"
    FROM bank WHERE bank_id = ${bank.key}`);
  return rows[0] ?? null;
}
