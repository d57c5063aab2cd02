// What a claim costs with 100,000 operations waiting in one bank, with 1,000 banks, and with wide windows.
// Run: npx tsx --conditions=source packages/engine/test/operations/claim-cost.ts
// A measurement, not a test: nothing is asserted.

import { openOrCreateBank } from "../../src/banks/index.js";
import { tenantScope } from "../../src/domain/scope.js";
import { type Database, sql } from "../../src/store/db.js";
import { type ClaimRequest, claimOperations } from "../../src/store/operations/claim-operations.js";
import { operationsWaiting } from "../../src/store/operations/operations-waiting.js";
import { DATABASES } from "../support/database.js";

const tenant = tenantScope("default");
const request: ClaimRequest = { types: ["retain"], workerId: "w", leaseMs: 60_000, servedBanks: [], limit: 1, heldBanks: [], perBank: 9 };

async function fill(db: Database, banks: number, each: number, documents: number | null): Promise<void> {
  await db.query(sql`DELETE FROM bank`);
  await openOrCreateBank(db, tenant, "first");
  await db.query(sql`INSERT INTO bank (external_id, name) SELECT 'b' || i, 'b' FROM generate_series(2, ${banks}::integer) AS i`);
  await db.query(sql`
    INSERT INTO operation (bank_id, operation_id, type, payload, documents)
    SELECT bank_id, gen_random_uuid(), 'retain', '{}', CASE WHEN ${documents}::integer IS NOT NULL THEN
      ARRAY(SELECT 'document ' || i || '/' || d FROM generate_series(1, ${documents}::integer) AS d) END
    FROM bank, generate_series(1, ${each}::integer) AS i`);
  await db.script("ANALYZE operation");
}

async function cost(db: Database, what: string, ask: Partial<ClaimRequest>, prepare?: () => Promise<void>): Promise<void> {
  await prepare?.();
  const times: number[] = [];
  let got = 0;
  for (let i = 0; i < 21; i++) {
    const from = performance.now();
    got = (await claimOperations(db, tenant, { ...request, ...ask })).length;
    times.push(performance.now() - from);
    await db.query(sql`UPDATE operation SET status = 'pending', attempts = 0 WHERE status = 'processing' AND worker_id = 'w'`);
  }
  const from = performance.now();
  await operationsWaiting(db, tenant, ["retain"]);
  const looking = performance.now() - from;
  times.sort((a, b) => a - b);
  process.stdout.write(
    `  ${what}: claim p50 ${times[10]?.toFixed(1)} ms, max ${times[20]?.toFixed(1)} ms, took ${got}; look ${looking.toFixed(1)} ms\n`,
  );
}

for (const database of DATABASES) {
  process.stdout.write(`--- ${database.name}\n`);
  const db = await database.open();
  const hold = async (): Promise<void> => {
    await db.query(sql`UPDATE operation o SET status = 'processing', worker_id = 'another' FROM (
      SELECT bank_id, min(sequence) AS sequence FROM operation GROUP BY bank_id) AS first WHERE o.bank_id = first.bank_id AND o.sequence = first.sequence`);
  };
  await fill(db, 1, 100_000, null);
  await cost(db, "one bank, 100,000 exclusive", {});
  await cost(db, "one bank, 100,000 exclusive, one at work", { limit: 9 }, hold);
  await fill(db, 1, 100_000, 1);
  await cost(db, "one bank, 100,000 with a document each", { limit: 9 });
  await fill(db, 1, 1_000, 250);
  await cost(db, "one bank, 1,000 with 250 documents each, one at work", { limit: 9 }, hold);
  await fill(db, 1_000, 100, 1);
  await cost(db, "1,000 banks, 100 each", {});
  await cost(db, "1,000 banks, 100 each, every head at work", { limit: 9 }, hold);
  await db.close();
}
process.exit(0);
