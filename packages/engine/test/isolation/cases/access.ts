import { findKey } from "../../../src/store/access/find-key.js";
import { insertKey } from "../../../src/store/access/insert-key.js";
import { listKeys } from "../../../src/store/access/list-keys.js";
import { revokeKey } from "../../../src/store/access/revoke-key.js";
import { touchKey } from "../../../src/store/access/touch-key.js";
import { type Ground, tenantCase } from "../statement-cases.js";

const KEY = {
  id: "0123456789",
  name: "laptop",
  secretHash: new Uint8Array(32),
  access: "write",
  banks: ["team-*"],
  expiresAt: null,
} as const;

/** Keys belong to no bank; each case makes the one that it is about, and tells what does not change from run to run. */
const ofKey = async ({ db, tenant }: Ground, ask: () => Promise<unknown>) => {
  await insertKey(db, tenant, KEY);
  return JSON.stringify(await ask()).replace(/\d{4}-\d\d-[^"]*/g, "at");
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
];
