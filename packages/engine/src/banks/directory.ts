// The bank directory: opens banks by name, and remembers them where that is safe.

import type { BankScope, TenantScope } from "../domain/scope.js";
import type { Database } from "../store/db.js";
import { bankNotFound, findBank, openOrCreateBank } from "./open.js";

export interface BankDirectory {
  /** Throws `bank_not_found`. */
  open(bankId: string): Promise<BankScope>;
  find(bankId: string): Promise<BankScope | null>;
  openOrCreate(bankId: string): Promise<BankScope>;
  /** To be called after a bank or an alias was deleted: what was remembered may be wrong now. */
  forget(): void;
}

const directories = new WeakMap<Database, Set<BankDirectory>>();

/** To be called after a name has become another bank's in this process, behind the backs of its directories. */
export function forgetNames(db: Database): void {
  for (const directory of directories.get(db) ?? []) directory.forget();
}

/** Names kept at most; beyond it the memory starts anew. */
const MOST_NAMES = 2048;

/**
 * Remembers name → scope only where this process alone can change them, which is the embedded database: then every deletion passes through
 * `forget` here. With other connections about, a name is looked up at each call, two index reads: a bank that another process deleted and made
 * anew, or an alias that it moved, must never lead to the old rows.
 * Only what exists is remembered; row keys are never used twice, so a scope that outlived its bank finds no rows.
 */
export function bankDirectory(db: Database, tenant: TenantScope): BankDirectory {
  const remembers = !db.capabilities.concurrent;
  let known = new Map<string, BankScope>();

  async function remembered(bankId: string, look: () => Promise<BankScope | null>): Promise<BankScope | null> {
    const atStart = known;
    const bank = atStart.get(bankId) ?? (await look());
    // A `forget` during the look-up has replaced the map: what was found before it is used once and not kept.
    if (remembers && bank !== null) {
      if (atStart.size >= MOST_NAMES) atStart.clear();
      atStart.set(bankId, bank);
    }
    return bank;
  }

  const find = (bankId: string) => remembered(bankId, () => findBank(db, tenant, bankId));
  const directory: BankDirectory = {
    find,
    open: async (bankId) => {
      const bank = await find(bankId);
      if (bank === null) throw bankNotFound(bankId);
      return bank;
    },
    openOrCreate: async (bankId) => (await remembered(bankId, () => openOrCreateBank(db, tenant, bankId))) as BankScope,
    forget: () => {
      known = new Map();
    },
  };
  const all = directories.get(db) ?? new Set();
  directories.set(db, all.add(directory));
  return directory;
}
