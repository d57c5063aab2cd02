// The audit log as the engine writes it, on both databases: whose calls are kept, what is kept of them, and that nobody waits for it.

import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bankDirectory } from "../../src/banks/index.js";
import { loadSettings } from "../../src/config/index.js";
import type { AuditAction, AuditedCall } from "../../src/domain/audit.js";
import { type TenantScope, tenantScope } from "../../src/domain/scope.js";
import { HindsightError } from "../../src/errors.js";
import { auditLogResource, bankResource } from "../../src/resources/index.js";
import { type Database, sql } from "../../src/store/db.js";
import { type AuditLog, startAuditLog } from "../../src/telemetry/index.js";
import { DATABASES } from "../support/database.js";
import { NOT_LEARNING } from "../support/forgetting.js";

const NOON = Date.UTC(2026, 5, 15, 12);
const ALL = { limit: 50, offset: 0 };

describe.each(DATABASES)("the audit log on $name", ({ open }) => {
  const tenant: TenantScope = tenantScope("public");
  let db: Database;
  let count = 0;
  let dropped = 0;
  let at = NOON;
  const started: AuditLog[] = [];
  const logged: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });

  beforeAll(async () => {
    db = await open();
  });
  beforeEach(() => {
    [dropped, at] = [0, NOON];
    logged.length = 0;
  });
  afterEach(async () => {
    for (const each of started.splice(0)) await each.close();
  });
  afterAll(() => db.close());

  function opened(
    env: Readonly<Record<string, string>> = { HINDSIGHT_API_AUDIT_LOG_ENABLED: "true" },
    capacity?: number,
    onFind = () => undefined,
  ) {
    const settings = loadSettings(env);
    const banks = bankDirectory(db, tenant);
    const metrics = {
      auditDropped: (n: number) => {
        dropped += n;
      },
    };
    const now = () => new Date(at);
    const audit = startAuditLog({
      db,
      tenant,
      settings,
      log,
      now,
      metrics,
      find(bankId) {
        onFind();
        return banks.find(bankId);
      },
      cleaner: () => (text) => text.replaceAll("secret", "[REDACTED]"),
      ...(capacity === undefined ? {} : { capacity }),
    });
    started.push(audit);
    const context = { db, tenant, banks, defaults: settings.bank, origins: settings.bankOrigins, engine: NOT_LEARNING };
    return { audit, read: auditLogResource(context, audit.flush, now), banks: bankResource(context) };
  }
  const call = (bankId: string, action: AuditAction = "retain", request: unknown = {}): AuditedCall => ({
    action,
    transport: "mcp",
    bankId,
    request,
  });
  const aBank = (): string => `bank-${++count}`;
  const done = async () => ({ success: true });

  test("a call is there as soon as it was answered, with its times, transport and code, and without its words", async () => {
    const { audit, read, banks } = opened();
    const bank = aBank();
    await banks.put(bank, {});
    const request = { query: "the tulip", document_id: "notes", metadata: { tulip: 1 }, "tulip field": true };
    await audit.run({ ...call(bank, "recall", request), metadata: { request_id: "r1" } }, async () => {
      at += 250;
      return { results: [{ id: "m1", text: "a tulip", type: "world" }], usage: null };
    });
    const refused = audit.run(call(bank, "delete_document"), () => Promise.reject(new HindsightError("document_not_found", "no tulip")));
    await expect(refused).rejects.toThrow("no tulip");
    const { items, total } = await read.list(bank, ALL);
    expect([total, items.map(({ action }) => action)]).toEqual([2, ["delete_document", "recall"]]);
    const [failed, found] = await Promise.all(items.map(({ id }) => read.get(bank, id)));
    expect(failed).toMatchObject({
      response: { error: "document_not_found" },
      metadata: { failed: "document_not_found" },
      request: {},
      bankId: bank,
    });
    expect(found).toMatchObject({
      transport: "mcp",
      startedAt: new Date(NOON),
      endedAt: new Date(NOON + 250),
      metadata: { request_id: "r1" },
      request: { query: "text of 9 characters", document_id: "notes", metadata: "object of 1 fields", other_fields: 1 },
      response: { results: [{ id: "m1", text: "text of 7 characters", type: "world" }], usage: null },
    });
    expect(items[0]).not.toHaveProperty("request");
  });

  test("calls of a bank that end together look once whether it has a log, and the next ones look again", async () => {
    let finds = 0;
    const { audit, read, banks } = opened({}, undefined, () => {
      finds += 1;
    });
    const bank = aBank();
    await banks.put(bank, {});
    for (let n = 0; n < 20; n += 1) await audit.run(call(bank, "recall"), done);
    await audit.flush();
    expect(finds).toBe(1);
    await banks.updateConfig(bank, { audit_log_enabled: true });
    await audit.run(call(bank, "recall"), done);
    expect((await read.list(bank, ALL)).total).toBe(1);
    expect(finds).toBe(2);
  });

  test("a bank that has no audit log, and one that is not there, keep nothing", async () => {
    const { audit, read, banks } = opened({});
    const [off, on] = [aBank(), aBank()];
    await banks.put(off, {});
    await banks.put(on, { config: { audit_log_enabled: true } });
    for (const bank of [off, on, "nowhere"]) await audit.run(call(bank), done);
    expect((await read.list(on, ALL)).total).toBe(1);
    expect((await read.list(off, ALL)).total).toBe(0);
    await expect(read.list("nowhere", ALL)).rejects.toMatchObject({ code: "bank_not_found" });
    expect(dropped).toBe(0);
  });

  test("the call that switches the log off is the last that is in it; the one that switches it on is the first", async () => {
    const { audit, read, banks } = opened({});
    const bank = aBank();
    const turn = (isOn: boolean) =>
      audit.run(call(bank, "update_bank_config"), () => banks.updateConfig(bank, { audit_log_enabled: isOn }));
    await banks.put(bank, {});
    await audit.run(call(bank), done);
    await audit.flush();
    await turn(true);
    await audit.run(call(bank), done);
    await audit.flush();
    await turn(false);
    await audit.run(call(bank), done);
    expect((await read.list(bank, ALL)).items.map(({ action }) => action).sort()).toEqual([
      "retain",
      "update_bank_config",
      "update_bank_config",
    ]);
  });

  test("who deleted a bank stands in the server's log; a bank that is made anew has no entry of the old one", async () => {
    const { audit, read, banks } = opened();
    const bank = aBank();
    await banks.put(bank, {});
    await audit.run(call(bank), done);
    await audit.run({ ...call(bank, "delete_bank"), metadata: { request_id: "r9" } }, () => banks.delete(bank));
    await audit.flush();
    const line = logged.map((each) => JSON.parse(each)).find(({ msg }) => msg === "a bank was deleted");
    expect(line?.audit).toMatchObject({ action: "delete_bank", transport: "mcp", bankId: bank, metadata: { request_id: "r9" } });
    await banks.put(bank, {});
    expect((await read.list(bank, ALL)).total).toBe(0);
  });

  test("only the actions that are asked for are kept; an action that is none is refused", async () => {
    const { audit, read, banks } = opened({
      HINDSIGHT_API_AUDIT_LOG_ENABLED: "true",
      HINDSIGHT_API_AUDIT_LOG_ACTIONS: "retain, delete_document",
    });
    const bank = aBank();
    await banks.put(bank, {});
    for (const action of ["retain", "recall", "delete_document"] as const) await audit.run(call(bank, action), done);
    expect((await read.list(bank, ALL)).items.map(({ action }) => action).sort()).toEqual(["delete_document", "retain"]);
    expect(() => loadSettings({ HINDSIGHT_API_AUDIT_LOG_ACTIONS: "retane" })).toThrow("HINDSIGHT_API_AUDIT_LOG_ACTIONS");
  });

  test("filters, pages and buckets", async () => {
    const { audit, read, banks } = opened();
    const bank = aBank();
    await banks.put(bank, {});
    for (const action of ["retain", "recall", "retain"] as const) {
      at += 3_600_000;
      await audit.run(call(bank, action), done);
    }
    const times = async (filter: object) =>
      (await read.list(bank, { ...ALL, ...filter })).items.map(({ startedAt }) => (startedAt.getTime() - NOON) / 3_600_000);
    expect(await times({})).toEqual([3, 2, 1]);
    expect(await times({ action: "retain" })).toEqual([3, 1]);
    expect(await times({ transport: "http" })).toEqual([]);
    expect(await times({ start: new Date(NOON + 7_200_000) })).toEqual([3, 2]);
    expect(await times({ end: new Date(NOON + 7_200_000) })).toEqual([1]); // the end is not included
    expect(await times({ limit: 1, offset: 1 })).toEqual([2]);
    const day = await read.stats(bank, { period: "1d" });
    expect([day.unit, day.buckets.length, day.buckets.at(-1)]).toEqual([
      "hour",
      24,
      { time: new Date(NOON + 3 * 3_600_000), actions: { retain: 1 }, total: 1 },
    ]);
    expect((await read.stats(bank, { period: "7d" })).buckets.at(-1)).toMatchObject({ actions: { retain: 2, recall: 1 }, total: 3 });
    expect((await read.stats(bank, { period: "30d", action: "recall" })).buckets.map(({ total }) => total)).toEqual([
      ...Array(29).fill(0),
      1,
    ]);
  });

  test("an entry of another bank is not found, nor one whose id is none", async () => {
    const { audit, read, banks } = opened();
    const [mine, other] = [aBank(), aBank()];
    for (const bank of [mine, other]) await banks.put(bank, {});
    await audit.run(call(other), done);
    const id = (await read.list(other, ALL)).items[0]?.id as string;
    expect((await read.get(other, id)).id).toBe(id);
    for (const wrong of [id, "nothing"]) await expect(read.get(mine, wrong)).rejects.toMatchObject({ code: "audit_entry_not_found" });
  });

  test("an id that the database cannot hold takes no other entry along; a body of any size has a small entry", async () => {
    const { audit, read, banks } = opened();
    const bank = aBank();
    await banks.put(bank, {});
    const odd = {
      document_id: `a\0b${"x".repeat(253)}😀`,
      items: Array.from({ length: 5_000 }, (_, n) => ({ document_id: `d${n}`, content: "x" })),
    };
    await audit.run({ ...call(bank, "retain", odd), metadata: { caller: "\0\ud800" } }, done);
    await audit.run(call(bank, "recall"), done);
    const { items } = await read.list(bank, ALL);
    expect(items.map(({ action }) => action).sort()).toEqual(["recall", "retain"]);
    const { request } = await read.get(bank, items.find(({ action }) => action === "retain")?.id as string);
    expect(request?.document_id).toMatch(/^abx+/);
    expect(((request?.items ?? []) as readonly unknown[]).slice(99)).toEqual([
      { document_id: "d99", content: "text of 1 characters" },
      "4900 more",
    ]);
    expect(dropped).toBe(0);
  });

  test("what is too old goes, and only that", async () => {
    const { audit, read, banks } = opened({ HINDSIGHT_API_AUDIT_LOG_ENABLED: "true", HINDSIGHT_API_AUDIT_LOG_RETENTION_DAYS: "2" });
    const bank = aBank();
    await banks.put(bank, {});
    await audit.run(call(bank, "retain"), done);
    at += 86_400_000;
    await audit.run(call(bank, "recall"), done);
    await audit.flush();
    at += 86_400_001;
    await audit.sweep();
    expect((await read.list(bank, ALL)).items.map(({ action }) => action)).toEqual(["recall"]);
  });

  test("a call waits for nothing: while the log cannot be written calls go on, and what there is no room for is counted", async () => {
    const { audit, read, banks } = opened(undefined, 3);
    const bank = aBank();
    await banks.put(bank, {});
    const kept = await db.transaction(async (tx) => {
      await tx.query(sql`SELECT 1`); // the embedded database has one connection, which is taken
      return Promise.all(Array.from({ length: 5 }, () => audit.run(call(bank), done)));
    });
    expect(kept).toHaveLength(5);
    expect(dropped).toBe(2);
    expect((await read.list(bank, ALL)).total).toBe(3);
  });
});
