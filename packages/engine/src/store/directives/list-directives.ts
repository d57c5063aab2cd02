import type { Directive, DirectiveScope } from "../../domain/directives.js";
import type { Paging } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { directiveFilter } from "../filters/directive-filter.js";
import { DIRECTIVE } from "../shapes/directive.js";

/** A page of directives: highest priority first, then newest first, then by id, so that pages neither overlap nor leave gaps. */
export async function listDirectives(db: Db, bank: BankScope, wanted: DirectiveScope & Paging): Promise<readonly Directive[]> {
  const { rows } = await db.query<Directive>(sql`
    SELECT ${DIRECTIVE} FROM directive AS d WHERE ${directiveFilter(bank, wanted)}
    ORDER BY d.priority DESC, d.created_at DESC, d.id DESC LIMIT ${wanted.limit} OFFSET ${wanted.offset}`);
  return rows;
}
