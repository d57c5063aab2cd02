import { findKey } from "../../../src/store/access/find-key.js";
import { hasTenantWork } from "../../../src/store/access/has-tenant-work.js";
import { insertKey } from "../../../src/store/access/insert-key.js";
import { listKeys } from "../../../src/store/access/list-keys.js";
import { listTenants } from "../../../src/store/access/list-tenants.js";
import { readTenant } from "../../../src/store/access/read-tenant.js";
import { revokeKey } from "../../../src/store/access/revoke-key.js";
import { touchKey } from "../../../src/store/access/touch-key.js";
import { updateTenantConfig } from "../../../src/store/access/update-tenant-config.js";
import { upsertTenant } from "../../../src/store/access/upsert-tenant.js";
import { type Ground, tenantCase } from "../statement-cases.js";

const KEY = {
  id: "0123456789",
  name: "laptop",
  secretHash: new Uint8Array(32),
  access: "write",
  banks: ["team-*"],
  expiresAt: null,
} as const;

/** Keys and tenants belong to no bank; each case makes those that it is about, and tells what does not change from run to run. */
const told = async (ask: Promise<unknown>) => JSON.stringify(await ask).replace(/\d{4}-\d\d-[^"]*/g, "at");
const ofKey = async ({ db, tenant }: Ground, ask: () => Promise<unknown>) => {
  await insertKey(db, tenant, KEY);
  return told(ask());
};

export const cases = [
  tenantCase(insertKey, async ({ db, tenant }) => (await insertKey(db, tenant, KEY)).banks),
  tenantCase(listKeys, (ground) => ofKey(ground, () => listKeys(ground.db, ground.tenant))),
  tenantCase(findKey, (ground) => ofKey(ground, () => findKey(ground.db, ground.tenant, KEY.id))),
  tenantCase(revokeKey, (ground) => ofKey(ground, () => revokeKey(ground.db, ground.tenant, KEY.id))),
  tenantCase(touchKey, (ground) =>
    ofKey(ground, async () => {
      await touchKey(ground.db, ground.tenant, KEY.id);
      return (await listKeys(ground.db, ground.tenant)).map(({ lastUsedAt }) => lastUsedAt !== null);
    }),
  ),
  tenantCase(upsertTenant, async ({ db, tenant }) => {
    await upsertTenant(db, tenant);
    return told(listTenants(db, tenant));
  }),
  tenantCase(listTenants, async ({ db, tenant }) => {
    await upsertTenant(db, tenant);
    return told(listTenants(db, tenant));
  }),
  tenantCase(readTenant, async ({ db, tenant }) => {
    await upsertTenant(db, tenant);
    return told(readTenant(db, tenant));
  }),
  tenantCase(updateTenantConfig, ({ db, tenant }) => updateTenantConfig(db, tenant, { set: { retain_chunk_size: 9 }, clear: [] })),
  tenantCase(hasTenantWork, ({ db, tenant }) => hasTenantWork(db, tenant), { silent: true }),
];
