// How every statement of the store is shown to stay in its bank.
//
// `two-banks.test.ts` finds every exported statement under src/store/ by itself and fails for one without a case. To add a case, write one entry
// in cases/<folder of the statement>.ts:
//
//   bankCase(myStatement, ({ db, bank }) => myStatement(db, bank, …)),
//
// with arguments that hit rows of a filled bank (`FILLED` in ../support/filled-bank.ts names them; ids, numbers, terms and documents are the same in
// both banks, so that a statement which forgets the bank finds the other's rows too). The case must do something: return a value that is not empty,
// or change a row. A lock or another statement without a visible effect says so: `bankCase(lockBank, …, { silent: true })`.
// Statements that take a TenantScope are written with `tenantCase`, and their names stand in the list of two-banks.test.ts.

import type { BankScope, TenantScope } from "../../src/domain/scope.js";
import type { Database } from "../../src/store/db.js";

export interface Ground {
  /** Rolled back after the case. */
  readonly db: Database;
  /** The bank that the statement runs in; bank B lies beside it. */
  readonly bank: BankScope;
  readonly tenant: TenantScope;
}

export interface StatementCase {
  readonly statement: { readonly name: string };
  readonly scope: "bank" | "tenant";
  readonly run: (ground: Ground) => Promise<unknown>;
  readonly silent: boolean;
}

interface CaseOptions {
  /** The statement has no effect that a result or a row would show. */
  readonly silent?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: a statement has its own further parameters, which its case passes
type Statement = (...parameters: any[]) => Promise<unknown>;

export function bankCase(
  statement: Statement,
  run: (ground: Ground) => Promise<unknown>,
  { silent = false }: CaseOptions = {},
): StatementCase {
  return { statement, scope: "bank", run, silent };
}

export function tenantCase(
  statement: Statement,
  run: (ground: Ground) => Promise<unknown>,
  { silent = false }: CaseOptions = {},
): StatementCase {
  return { statement, scope: "tenant", run, silent };
}
