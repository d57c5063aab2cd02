// Scopes: which rows a statement may touch.
// In: nothing; only `banks.open` makes a BankScope, only `openTenant` makes a TenantScope.
// Out: branded values that every statement takes first, so that an unscoped query does not compile.

declare const bankBrand: unique symbol;
declare const tenantBrand: unique symbol;

/** One bank, opened: the only way to name rows of a bank. `key` is its row key in the store, `bankId` its public id. */
export interface BankScope {
  readonly [bankBrand]: true;
  readonly tenant: string;
  readonly key: number;
  readonly bankId: string;
}

/** The few things that are unscoped by nature: listing banks, resolving aliases, claiming operations. */
export interface TenantScope {
  readonly [tenantBrand]: true;
  readonly tenant: string;
}

/** Makes the scope of a bank. Called by `banks/open.ts` alone; a test fails on any other caller. */
export function bankScope(tenant: string, key: number, bankId: string): BankScope {
  return Object.freeze({ tenant, key, bankId }) as BankScope;
}

/** Makes the scope of a tenant. Called when the engine opens, and by the worker loop. */
export function tenantScope(tenant: string): TenantScope {
  return Object.freeze({ tenant }) as TenantScope;
}
