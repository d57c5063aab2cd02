// The one place where a bank is resolved, by id or by alias, and the only one that makes a BankScope.

import { bankIdProblem } from "../domain/bank-id.js";
import { isPathStep } from "../domain/names.js";
import { type BankScope, bankScope, type TenantScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { insertBank } from "../store/banks/insert-bank.js";
import { lockBankName } from "../store/banks/lock-bank-name.js";
import { type ResolvedBank, resolveBank } from "../store/banks/resolve-bank.js";
import { resolveBankByKey } from "../store/banks/resolve-bank-by-key.js";
import type { Database, Db } from "../store/db.js";

/** Sets a bank up that was just made, in the transaction that makes it. */
export type Seed = (tx: Db, bank: BankScope) => Promise<void>;

const seeds = new WeakMap<TenantScope, Seed>();

/** From now on every bank that is made through this scope begins with what `seed` gives it. */
export function seedBanks(tenant: TenantScope, seed: Seed): void {
  seeds.set(tenant, seed);
}

/** Opens an existing bank; throws `bank_not_found`. */
export async function openBank(db: Db, tenant: TenantScope, bankId: string): Promise<BankScope> {
  const bank = await findBank(db, tenant, bankId);
  if (bank === null) throw bankNotFound(bankId);
  return bank;
}

/** The bank of that id or alias; null when there is none, as for a name that no bank can have. */
export async function findBank(db: Db, tenant: TenantScope, bankId: string): Promise<BankScope | null> {
  if (bankIdProblem(bankId) !== null) return null;
  return scopeOf(tenant, await resolveBank(db, tenant, bankId));
}

/** The bank of a row key, as operations carry it; null when it has been deleted. */
export async function findBankByKey(db: Db, tenant: TenantScope, key: number): Promise<BankScope | null> {
  return scopeOf(tenant, await resolveBankByKey(db, tenant, key));
}

export interface MakeOptions {
  /** A bank that is made begins with nothing, whatever new banks begin with. */
  readonly isBare?: boolean;
}

/** Opens a bank, made on the spot when there is none; throws `invalid_bank_id` for a name that no bank may have. */
export async function openOrCreateBank(db: Database, tenant: TenantScope, bankId: string, options: MakeOptions = {}): Promise<BankScope> {
  requireBankId(bankId, "The bank id");
  const existing = await findBank(db, tenant, bankId);
  if (existing !== null) return existing;
  return db.transaction((tx) => openOrCreateBankIn(tx, tenant, bankId, options));
}

/** The same in the caller's transaction, with which a bank that was made goes away again. Nobody else opens or makes it meanwhile. */
export async function openOrCreateBankIn(
  tx: Db,
  tenant: TenantScope,
  bankId: string,
  { isBare = false }: MakeOptions = {},
): Promise<BankScope> {
  requireBankId(bankId, "The bank id");
  await lockBankName(tx, tenant, bankId);
  // Resolved under the lock: meanwhile another call may have made the bank, or an alias of this name.
  const existing = scopeOf(tenant, await resolveBank(tx, tenant, bankId));
  if (existing !== null) return existing;
  const bank = scopeOf(tenant, await insertBank(tx, tenant, bankId));
  if (bank === null) throw new HindsightError("internal", `Bank '${bankId}' could neither be found nor made.`);
  if (!isBare) await seeds.get(tenant)?.(tx, bank);
  return bank;
}

/** Throws `invalid_bank_id` when `name` cannot name a bank. `what` begins the message. */
export function requireBankId(name: string, what: string): void {
  const problem = isPathStep(name) ? `is "${name}", which clients take out of a path: no call would reach it.` : bankIdProblem(name);
  if (problem !== null) throw new HindsightError("invalid_bank_id", `${what} ${problem}`);
}

export function bankNotFound(bankId: string): HindsightError {
  return new HindsightError("bank_not_found", `Bank '${bankId}' not found`);
}

function scopeOf(tenant: TenantScope, bank: ResolvedBank | null): BankScope | null {
  return bank === null ? null : bankScope(tenant.tenant, bank.key, bank.bankId);
}
