// Every statement, run in bank A with an identically filled bank B beside it: B does not change, and nothing of B comes back.
// What comes back must also be what comes back when there is no B: that shows rows of B that were only counted.

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openOrCreateBank } from "../../src/banks/index.js";
import { type BankScope, tenantScope } from "../../src/domain/scope.js";
import { type Database, type Db, sql } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";
import { everyRow } from "../support/filled-bank.js";
import { fillLearntBank } from "../support/filled-learning.js";
import { bankCase, type Ground, type StatementCase } from "./statement-cases.js";

const STORE = fileURLToPath(new URL("../../src/store/", import.meta.url));
/** Folders of the store that hold no statements: engines, migrations, pieces of SQL, and what reads and writes whole databases. */
const NO_STATEMENTS = ["archive", "filters", "migrations", "pglite", "postgres", "shapes"];

/** Unscoped by nature. Each is here for a reason that its comment in the store gives. */
const TENANT_STATEMENTS = [
  "addTenantUsage",
  "banksReadBefore",
  "banksToConsolidate",
  "banksToEmbed",
  "banksWithSchedules",
  "banksWithUnusedObjects",
  "claimOperations",
  "claimWaiting",
  "countBacklog",
  "countBanks",
  "countEmbedding",
  "countLost",
  "countStrays",
  "countUnlearnt",
  "countWaiting",
  "ensureModel",
  "findChunks",
  "findKey",
  "findOperationOwner",
  "freeWaiting",
  "hasRunnable",
  "hasTenantWork",
  "insertBank",
  "insertKey",
  "insertVectors",
  "listBankKeys",
  "listBanks",
  "listHopeless",
  "listKeys",
  "listLargeBanks",
  "listStaged",
  "listStuck",
  "listTenants",
  "listWorkers",
  "lockBankName",
  "lockOperationId",
  "lockSpend",
  "operationsWaiting",
  "readStorageSpace",
  "readTenant",
  "readTenantSpend",
  "readWaiting",
  "recoverOperations",
  "releaseWaiting",
  "releaseWorker",
  "resolveBank",
  "resolveBankByKey",
  "revokeKey",
  "settleLostReservations",
  "sweepAuditEntries",
  "sweepLlmRequests",
  "sweepOperations",
  "sweepUsage",
  "touchKey",
  "updateTenantConfig",
  "upsertTenant",
  "vectorType",
];

const SIGNATURE = /export (?:async )?function (\w+)\(\s*(?:db|tx): (?:Db|Database),\s*\w+: (\w+)/g;

interface FoundStatement {
  readonly file: string;
  readonly name: string;
  readonly scope: string;
}

/** Statements by their source, so that one which takes no scope is found too. */
const statements: readonly FoundStatement[] = readdirSync(STORE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !NO_STATEMENTS.includes(entry.name))
  .flatMap((folder) => readdirSync(join(STORE, folder.name)).map((file) => join(folder.name, file)))
  .flatMap((file) =>
    [...readFileSync(join(STORE, file), "utf8").matchAll(SIGNATURE)].map(([, name = "", scope = ""]) => ({ file, name, scope })),
  );

const files = readdirSync(join(dirname(fileURLToPath(import.meta.url)), "cases"));
const cases: readonly StatementCase[] = (
  await Promise.all(
    files.map(
      async (file) => ((await import(`./cases/${basename(file, ".ts")}.ts`)) as { readonly cases: readonly StatementCase[] }).cases,
    ),
  )
).flat();

describe("the store", () => {
  test("every file that queries holds one statement, with a scope as its second parameter", () => {
    expect(statements.length).toBeGreaterThan(50); // control: they are found
    const querying = readdirSync(STORE, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && dirname(file) !== "." && !NO_STATEMENTS.includes(dirname(file).split("/")[0] ?? ""),
    );
    for (const file of querying) {
      if (!/\.(query|script)\b/.test(readFileSync(join(STORE, file), "utf8"))) continue;
      const found = statements.filter((statement) => statement.file === file);
      expect([file, found.map(({ scope }) => scope)]).toEqual([file, [expect.stringMatching(/^(Bank|Tenant)Scope$/)]]);
    }
  });

  test("the statements of a tenant's scope are these and no others", () => {
    expect(
      statements
        .filter(({ scope }) => scope === "TenantScope")
        .map(({ name }) => name)
        .sort(),
    ).toEqual(TENANT_STATEMENTS);
  });

  test("every statement has a case, in the file of its folder", () => {
    const known = new Set(cases.map((one) => one.statement.name));
    expect(statements.filter(({ name }) => !known.has(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
    const existing = new Set(statements.map(({ name }) => name));
    expect([...known].filter((name) => !existing.has(name))).toEqual([]);
    for (const { file } of statements) expect(files.map((name) => basename(name, ".ts"))).toContain(dirname(file));
  });
});

/** What the arms of recall read. */
const SEARCHED = ["memory", "memory_vector", "posting", "memory_entity", "link", "observation_source"];

/** Their cases take rows away behind the triggers' backs, as a file does that lost them. */
const LOSING = ["countLost", "countLostOf"];

const tenant = tenantScope("public");
const ROLL_BACK = new Error("rolled back on purpose");

interface Outcome {
  readonly result: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Runs a case in a transaction, looks at both banks in it, and rolls it back. */
async function outcome(
  db: Database,
  bank: BankScope,
  other: BankScope | null,
  run: (ground: Ground) => Promise<unknown>,
): Promise<Outcome> {
  let seen: Outcome | null = null;
  try {
    await db.transaction(async (tx) => {
      const result = await run({ db: inside(db, tx), bank, tenant });
      seen = { result, mine: await everyRow(tx, bank.key), theirs: other === null ? null : await everyRow(tx, other.key) };
      throw ROLL_BACK;
    });
  } catch (error) {
    if (error !== ROLL_BACK) throw error;
  }
  return seen as unknown as Outcome;
}

/** A transaction that looks like a database to those statements that begin one of their own. */
function inside(db: Database, tx: Db): Database {
  return {
    query: (statement) => tx.query(statement),
    transaction: (work) => work(tx),
    script: async (text) => {
      // What it counts outlives a roll-back, and would give the statements behind it other plans in one of the databases.
      if (text.startsWith("ANALYZE")) return;
      await tx.query({ text, values: [] });
    },
    inSchema: (schema) => db.inSchema(schema),
    capabilities: { ...db.capabilities, concurrent: false }, // an index is not built concurrently within a transaction
    health: () => db.health(),
    close: () => Promise.resolve(),
  };
}

/** A value without the moment at which it was made. */
function timeless(value: unknown): unknown {
  const now = Date.now();
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) => {
      if (part instanceof Map) return [...part];
      if (ArrayBuffer.isView(part)) return [...(part as Uint8Array)];
      const isMoment = typeof part === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(part) && Math.abs(Date.parse(part) - now) < 86_400_000;
      return isMoment ? "now" : part;
    }) ?? "null",
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  (typeof value === "object" && JSON.stringify(timeless(value)) === "[]");

describe.each(DATABASES)("two banks on $name", ({ open }) => {
  let alone: { readonly db: Database; readonly bank: BankScope };
  let beside: { readonly db: Database; readonly bank: BankScope; readonly other: BankScope };
  let before: { readonly mine: unknown; readonly theirs: unknown };

  beforeAll(async () => {
    const [first, second] = await Promise.all([open(), open()]);
    const bank = await openOrCreateBank(first, tenant, "banka");
    await fillLearntBank(first, bank, "marka");
    alone = { db: first, bank };
    const mine = await openOrCreateBank(second, tenant, "banka");
    const other = await openOrCreateBank(second, tenant, "bankb");
    await fillLearntBank(second, mine, "marka");
    await fillLearntBank(second, other, "markb");
    beside = { db: second, bank: mine, other };
    before = { mine: await everyRow(second, mine.key), theirs: await everyRow(second, other.key) };
    expect(mine.key).toBe(bank.key);
  });
  afterAll(async () => {
    await alone.db.close();
    await beside.db.close();
  });

  /** Some cases take a row of both banks away and put it back, which leaves notes of both. */
  const withoutNotes = (rows: unknown): unknown => ({ ...(rows as object), bank_change: null });

  /** Copies of banks in memory live by this: whoever changes what recall's arms read leaves a note, whatever statement it was. */
  function expectNote({ statement }: StatementCase, was: unknown, is: unknown): void {
    if (LOSING.includes(statement.name)) return;
    const [old, now] = [was, is] as readonly Readonly<Record<string, readonly string[]>>[];
    const changed = SEARCHED.filter((table) => JSON.stringify(old?.[table]) !== JSON.stringify(now?.[table]));
    if (changed.length > 0) expect({ changed, note: now?.bank_change }).not.toEqual({ changed, note: old?.bank_change });
  }

  async function check(one: StatementCase): Promise<void> {
    const { run, silent } = one;
    const { result, mine, theirs } = await outcome(beside.db, beside.bank, beside.other, run);
    expect(withoutNotes(theirs)).toEqual(withoutNotes(before.theirs));
    expect(JSON.stringify(timeless(result))).not.toMatch(/markb|bankb/);
    expect(timeless(result)).toEqual(timeless((await outcome(alone.db, alone.bank, null, run)).result));
    expectNote(one, before.mine, mine);
    const changed = JSON.stringify(mine) !== JSON.stringify(before.mine);
    if (!silent) expect({ hasEffect: changed || !isEmpty(result) }).toEqual({ hasEffect: true });
  }

  test.each(cases.filter((one) => one.scope === "bank").map((one) => [one.statement.name, one] as const))(
    "%s stays in its bank",
    (_, one) => check(one),
  );

  test.each(cases.filter((one) => one.scope === "tenant").map((one) => [one.statement.name, one] as const))("%s runs", async (_, one) => {
    const { run, silent } = one;
    const { result, mine, theirs } = await outcome(beside.db, beside.bank, beside.other, run);
    expectNote(one, before.mine, mine);
    expectNote(one, before.theirs, theirs);
    const changed = JSON.stringify([mine, theirs]) !== JSON.stringify([before.mine, before.theirs]);
    if (!silent) expect({ hasEffect: changed || !isEmpty(result) }).toEqual({ hasEffect: true });
  });

  // Controls: the check itself finds statements that forget the bank.
  async function leakyRead(db: Db) {
    return (await db.query(sql`SELECT text FROM memory WHERE memory_no = 1 ORDER BY bank_id DESC`)).rows;
  }
  async function leakyCount(db: Db) {
    return (await db.query<{ n: number }>(sql`SELECT count(*) AS n FROM memory WHERE memory_no = 1`)).rows[0]?.n;
  }
  async function leakyWrite(db: Db) {
    await db.query(sql`DELETE FROM memory WHERE memory_no = 1`);
    return 1;
  }
  test.each([leakyRead, leakyCount, leakyWrite])("%o is caught", async (leaky) => {
    await expect(check(bankCase(leaky, ({ db }) => leaky(db)))).rejects.toThrow();
  });
  test.each(SEARCHED)("a change of %s without a note is caught", async (table) => {
    const unnoted = async (db: Db, bank: BankScope) => {
      await db.query({ text: `ALTER TABLE ${table} DISABLE TRIGGER USER`, values: [] });
      return (await db.query({ text: `DELETE FROM ${table} WHERE bank_id = ${bank.key}`, values: [] })).affected;
    };
    await expect(check(bankCase(unnoted, ({ db, bank }) => unnoted(db, bank)))).rejects.toThrow(/to not deeply equal/);
  });
  test("a case without an effect is caught", async () => {
    await expect(check(bankCase(leakyRead, async () => []))).rejects.toThrow("hasEffect");
  });
});
