import { allOf, anyOf, type Statement, sql } from "../db.js";
import { ownBank } from "./own-bank.js";
import { wildcard } from "./text-filter.js";

/** Which banks are meant. */
export interface BankFilter {
  /** An ILIKE pattern over id, name and aliases; null is every bank. */
  readonly pattern: string | null;
  /** Names of banks as a caller's scope has them, `*` standing for anything; null is every bank. An alias is no such name here. */
  readonly names: readonly string[] | null;
}

/** Banks whose id, name or an alias is like the pattern, and whose id is one of the names. */
export function bankFilter({ pattern, names }: BankFilter): Statement {
  const named = names === null ? [ownBank] : [ownBank, anyOf(names.map((name) => sql`external_id LIKE ${wildcard(name)}`))];
  if (pattern === null) return allOf(named);
  const like = sql`(external_id ILIKE ${pattern} OR name ILIKE ${pattern}
    OR EXISTS (SELECT FROM bank_alias WHERE bank_alias.bank_id = bank.bank_id AND alias ILIKE ${pattern}))`;
  return allOf([like, ...named]);
}
