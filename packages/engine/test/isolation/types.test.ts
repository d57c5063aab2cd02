// What must not compile. Checked by `tsc -p tsconfig.test.json`: an error that does not come is an error too.

import { expectTypeOf, test } from "vitest";
import { type BankScope, bankScope, type TenantScope, tenantScope } from "../../src/domain/scope.js";
import type { listBanks } from "../../src/store/banks/list-banks.js";
import type { Db } from "../../src/store/db.js";
import { listMemories } from "../../src/store/memories/list-memories.js";

// Never called: the compiler is the test.
export async function unscoped(db: Db, tenant: TenantScope, page: { limit: number; offset: number }): Promise<void> {
  // @ts-expect-error a statement takes a bank before anything else
  await listMemories(db, page);
  // @ts-expect-error a bank's public id is no scope
  await listMemories(db, "bank", page);
  // @ts-expect-error nor is its row key
  await listMemories(db, 1, page);
  // @ts-expect-error nor a value that looks like one
  await listMemories(db, { tenant: "public", key: 1, bankId: "bank" }, page);
  // @ts-expect-error nor the scope of a tenant
  await listMemories(db, tenant, page);
  // @ts-expect-error text is no statement: only the sql tag makes one
  await db.query("SELECT 1");
}

test("scopes are branded, and no two are the same", () => {
  expectTypeOf<Parameters<typeof listMemories>[1]>().toEqualTypeOf<BankScope>();
  expectTypeOf<Parameters<typeof listBanks>[1]>().toEqualTypeOf<TenantScope>();
  expectTypeOf<BankScope>().not.toExtend<TenantScope>();
  expectTypeOf<TenantScope>().not.toExtend<BankScope>();
  expectTypeOf(bankScope("public", 1, "bank")).toEqualTypeOf<BankScope>();
  expectTypeOf(tenantScope("public")).toEqualTypeOf<TenantScope>();
});
