import { bankDirectory } from "../../src/banks/index.js";
import { loadSettings } from "../../src/config/index.js";
import { tenantScope } from "../../src/domain/scope.js";
import { bankResource } from "../../src/resources/index.js";
import type { Database } from "../../src/store/db.js";
import { NOT_LEARNING } from "./forgetting.js";

/** Changes a bank's settings as the façade does. */
export async function updateConfig(db: Database, bankId: string, updates: Readonly<Record<string, unknown>>): Promise<void> {
  const tenant = tenantScope("public");
  await bankResource({
    db,
    tenant,
    banks: bankDirectory(db, tenant),
    defaults: loadSettings({}).bank,
    origins: loadSettings({}).bankOrigins,
    engine: NOT_LEARNING,
  }).updateConfig(bankId, updates);
}
