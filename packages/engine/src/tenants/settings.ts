// Settings of tenants: environment → tenant → bank, the middle one.
// In: the server's settings and a tenant's overrides. Out: settings whose defaults of banks are those of the tenant, as they stand now.

import { type BankSettings, resolveBankSettings, type Settings } from "../config/index.js";

/** A tenant's overrides as this process knows them. */
export interface TenantDefaults {
  /** In force in banks that override nothing. */
  readonly bank: BankSettings;
  set(overrides: Readonly<Record<string, unknown>>): void;
}

export function tenantDefaults(server: BankSettings): TenantDefaults {
  let bank = server;
  return {
    get bank() {
      return bank;
    },
    set(overrides) {
      bank = Object.keys(overrides).length === 0 ? server : Object.freeze(resolveBankSettings(server, overrides));
    },
  };
}

/** The settings of an engine of the tenant. `bank` is read anew at each look, so a change is in force at the next call. */
export function settingsOfTenant(server: Settings, defaults: TenantDefaults): Settings {
  const { bank: _bank, ...rest } = server;
  return Object.freeze(
    Object.defineProperty(rest, "bank", { enumerable: true, get: () => defaults.bank }) as Omit<Settings, "bank"> & {
      readonly bank: BankSettings;
    },
  );
}
