import type { Paging } from "../../domain/resources.js";
import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type BankFilter, bankFilter } from "../filters/bank-filter.js";

export interface ListedBank {
  readonly bankId: string;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastWriteAt: Date | null;
  readonly factCount: number;
  readonly lastDocumentAt: Date | null;
  readonly displayAlias: string | null;
  readonly matchedAliases: readonly string[];
}

/** A page of banks, most recently written first. Counts are of the page alone. */
export async function listBanks(db: Db, _tenant: TenantScope, paging: Paging & BankFilter): Promise<readonly ListedBank[]> {
  const { rows } = await db.query<ListedBank>(sql`
    WITH page AS (
      SELECT * FROM bank WHERE ${bankFilter(paging)}
      ORDER BY coalesce(last_write_at, created_at) DESC, bank_id DESC
      LIMIT ${paging.limit} OFFSET ${paging.offset}
    )
    SELECT page.external_id AS "bankId", page.name, page.config, page.created_at AS "createdAt", page.updated_at AS "updatedAt",
      page.last_write_at AS "lastWriteAt",
      (SELECT count(*) FROM memory WHERE memory.bank_id = page.bank_id AND memory.kind <> 'observation') AS "factCount",
      (SELECT max(document.updated_at) FROM document WHERE document.bank_id = page.bank_id) AS "lastDocumentAt",
      (SELECT alias FROM bank_alias WHERE bank_alias.bank_id = page.bank_id AND is_primary) AS "displayAlias",
      ARRAY(SELECT alias FROM bank_alias WHERE bank_alias.bank_id = page.bank_id AND alias ILIKE ${paging.pattern}::text
        ORDER BY is_primary DESC, created_at, alias) AS "matchedAliases"
    FROM page
    ORDER BY coalesce(page.last_write_at, page.created_at) DESC, page.bank_id DESC`);
  return rows;
}
