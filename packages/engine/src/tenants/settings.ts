// Settings of tenants: environment → tenant → bank, the middle one.
// In: the server's settings and a tenant's overrides. Out: settings whose defaults of banks are those of the tenant, as they stand now.

import { type BankSettings, originsUnder, resolveBankSettings, type Settings } from "../config/index.js";

/** In force in banks that override nothing, and who says so. */
type BankDefaults = Pick<Settings, "bank" | "bankOrigins">;

/** A tenant's overrides as this process knows them. */
export interface TenantDefaults extends BankDefaults {
  set(overrides: Readonly<Record<string, unknown>>): void;
}

export function tenantDefaults(server: BankDefaults): TenantDefaults {
  let now = server;
  return {
    get bank() {
      return now.bank;
    },
    get bankOrigins() {
      return now.bankOrigins;
    },
    set(overrides) {
      now =
        Object.keys(overrides).length === 0
          ? server
          : Object.freeze({
              bank: Object.freeze(resolveBankSettings(server.bank, overrides)) as BankSettings,
              bankOrigins: Object.freeze(originsUnder(server.bankOrigins, overrides, "tenant")),
            });
    },
  };
}

/** The settings of an engine of the tenant. What holds for its banks is read anew at each look, so a change is in force at the next call. */
export function settingsOfTenant(server: Settings, defaults: TenantDefaults): Settings {
  const { bank: _bank, bankOrigins: _origins, ...rest } = server;
  return Object.freeze(
    Object.defineProperties(rest, {
      bank: { enumerable: true, get: () => defaults.bank },
      bankOrigins: { enumerable: true, get: () => defaults.bankOrigins },
    }) as Settings,
  );
}
