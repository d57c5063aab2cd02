import type { BankDirectory } from "../banks/index.js";
import type { BankSettings } from "../config/index.js";
import type { SettingOrigins } from "../domain/resources.js";
import type { BankScope, TenantScope } from "../domain/scope.js";
import type { Consolidating } from "../forget/index.js";
import type { Database } from "../store/db.js";

/** What the resources work with. */
export interface ResourceContext {
  readonly db: Database;
  readonly tenant: TenantScope;
  readonly banks: BankDirectory;
  /** Bank settings in force where a bank overrides nothing; read it at each use, since a tenant may change them. */
  readonly defaults: BankSettings;
  /** Who says so; read at each use as well. */
  readonly origins: SettingOrigins;
  /** What says whether facts that are set free are consolidated again. */
  readonly engine: Consolidating;
  /** Called when a bank is gone, with its rows: for what it has outside the database. Does not throw. */
  readonly afterDelete?: (bank: BankScope) => Promise<void>;
}
