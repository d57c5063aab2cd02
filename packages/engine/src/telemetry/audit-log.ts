import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { type BankSettings, resolveBankSettings, type Settings } from "../config/index.js";
import type { AuditAction, AuditEntry, AuditedCall, AuditMetadata, AuditOutcome } from "../domain/audit.js";
import type { BankScope, TenantScope } from "../domain/scope.js";
import { sanitise } from "../domain/text/sanitise.js";
import { HindsightError } from "../errors.js";
import { insertAuditEntries } from "../store/audit-log/insert-audit-entries.js";
import { sweepAuditEntries } from "../store/audit-log/sweep-audit-entries.js";
import { readBank } from "../store/banks/read-bank.js";
import type { Database } from "../store/db.js";
import { startUpkeep } from "../upkeep.js";
import type { AuditMetrics } from "./audit-metrics.js";
import { type AuditShape, auditShape, storedShape } from "./audit-shape.js";
import { writeBehind } from "./write-behind.js";

/** The audit log as it is written: no call waits for it or fails by it. */
export interface AuditLog {
  /** Notes the beginning of a call, and its end when the function is called that comes back. Throws nothing. */
  begin(call: AuditedCall): Promise<(outcome: AuditOutcome) => void>;
  /** Runs `work` and notes it with what it returned or threw. */
  run<T>(call: AuditedCall, work: () => Promise<T>): Promise<T>;
  /** Resolves when the calls that have ended are written, or could not be. */
  flush(): Promise<void>;
  /** Deletes what is too old, in batches. Runs by itself; here for tests. */
  sweep(): Promise<void>;
  /** Writes what is left. */
  close(): Promise<void>;
}

export interface AuditLogParts {
  readonly db: Database;
  readonly tenant: TenantScope;
  readonly settings: Pick<Settings, "auditLogActions" | "auditLogRetentionDays" | "bank">;
  readonly log: Logger;
  readonly now: () => Date;
  readonly metrics: AuditMetrics;
  /** The bank of an id or alias; null when there is none. */
  readonly find: (bankId: string) => Promise<BankScope | null>;
  /** What takes out of an id what a bank with these settings may not keep: a call is noted that memory defense blocked, too. */
  readonly cleaner: (settings: BankSettings) => (text: string) => string;
  /** Calls in memory; 10,000 unless given. */
  readonly capacity?: number;
}

const CAPACITY = 10_000;
/** Rows that one statement of a sweep deletes, and how often a sweep looks. */
const SWEEP_ROWS = 500;
const SWEEP_MS = 600_000;
/** Calls of a bank that end within so many milliseconds share one look at whether it has an audit log; most have none, and recalls come in crowds. */
const LOOK_MS = 200;

/**
 * Calls after which the bank may not be what it was, rare ones: they do wait, for a look at whether the bank has an audit log. The call that switches it off is
 * the last in it.
 */
const TURNING: ReadonlySet<AuditAction> = new Set([
  "create_bank",
  "update_bank",
  "update_bank_config",
  "reset_bank_config",
  "import_bank_template",
  "delete_bank",
]);

export function startAuditLog({ db, tenant, settings, log, now, metrics, find, cleaner, capacity = CAPACITY }: AuditLogParts): AuditLog {
  const wanted = new Set<AuditAction>(settings.auditLogActions);
  const queue = writeBehind<AuditEntry>({
    capacity,
    write: (bank, entries) => insertAuditEntries(db, bank, entries),
    onLost: metrics.auditDropped,
    log,
    what: "entries of the audit log",
  });
  /** Calls whose bank is being looked up. */
  const opening = new Set<Promise<void>>();
  const looks = sharedLooks(audited);
  const upkeep = startUpkeep(SWEEP_MS, sweep);

  /** The bank, when it has an audit log. */
  async function audited(bankId: string): Promise<Audited | null> {
    const bank = await find(bankId);
    const row = bank === null ? null : await readBank(db, bank);
    if (bank === null || row === null) return null;
    const inForce = resolveBankSettings(settings.bank, row.config);
    return inForce.audit_log_enabled ? { bank, clean: cleaner(inForce) } : null;
  }

  /** Once the calls that ended before have found their bank as it was for them. */
  async function lookBefore(bankId: string): Promise<Look> {
    await settled();
    return lookedUp(audited(bankId));
  }

  /** When every call that has ended is on its way to the log, or has none. */
  async function settled(): Promise<void> {
    looks.hurry();
    await Promise.all(opening);
  }

  async function begin(call: AuditedCall): Promise<(outcome: AuditOutcome) => void> {
    if (wanted.size > 0 && !wanted.has(call.action)) return () => undefined;
    const startedAt = now();
    const before = TURNING.has(call.action) ? await lookBefore(call.bankId) : null;
    return (outcome) => {
      if (opening.size >= capacity) {
        metrics.auditDropped(1);
        return;
      }
      const endedAt = now();
      const work = keep(call, () => entryOf(call, outcome, startedAt, endedAt), before).finally(() => opening.delete(work));
      opening.add(work);
    };
  }

  /** `noting` walks both bodies, which nobody changes once a call has ended: only a bank with a log pays for that (0.25 ms for each recall). */
  async function keep(call: AuditedCall, noting: () => AuditEntry, before: Look | null): Promise<void> {
    try {
      const was = before === null ? null : opened(before);
      const found = (await (before === null ? looks.of(call.bankId) : audited(call.bankId))) ?? was;
      if (found === null) return;
      const { bank, clean } = found;
      const noted = noting();
      const storedOf = (shape: AuditShape | null) => (shape === null ? null : storedShape(shape, clean));
      const entry = { ...noted, request: storedOf(noted.request), response: storedOf(noted.response) };
      // A deleted bank has taken its log along: who deleted it stands in the server's log.
      if (call.action === "delete_bank" && entry.response?.error === undefined)
        log.info({ audit: { ...entry, bankId: bank.bankId } }, "a bank was deleted");
      else queue.add(bank, entry);
    } catch (error) {
      metrics.auditDropped(1);
      log.warn({ err: error, action: call.action }, "a call could not be noted in the audit log");
    }
  }

  async function sweep(): Promise<void> {
    if (settings.auditLogRetentionDays <= 0) return;
    const before = new Date(now().getTime() - settings.auditLogRetentionDays * 86_400_000);
    try {
      while ((await sweepAuditEntries(db, tenant, before, SWEEP_ROWS)) === SWEEP_ROWS);
    } catch (error) {
      log.warn({ err: error }, "old entries of the audit log could not be deleted; the next sweep tries again");
    }
  }

  return {
    begin,
    async run(call, work) {
      const end = await begin(call);
      try {
        const response = await work();
        end({ response });
        return response;
      } catch (error) {
        end({ error });
        throw error;
      }
    },
    async flush() {
      await settled();
      await queue.flush();
    },
    sweep: () => upkeep.run(),
    async close() {
      await upkeep.stop();
      await settled();
      await queue.close();
    },
  };
}

interface SharedLooks {
  /** What the bank has a moment from now, looked up once for all that ask until then. */
  of(bankId: string): Promise<Audited | null>;
  /** Looks now. */
  hurry(): void;
}

function sharedLooks(look: (bankId: string) => Promise<Audited | null>): SharedLooks {
  const waiting = new Map<string, { readonly found: Promise<Audited | null>; begin(): void }>();
  return {
    of(bankId) {
      const known = waiting.get(bankId);
      if (known !== undefined) return known.found;
      let isTime = (): void => undefined;
      const found = new Promise<void>((resolve) => {
        isTime = resolve;
      }).then(() => look(bankId));
      const begin = (): void => {
        clearTimeout(timer);
        waiting.delete(bankId);
        isTime();
      };
      const timer = setTimeout(begin, LOOK_MS);
      timer.unref();
      waiting.set(bankId, { found, begin });
      return found;
    },
    hurry() {
      for (const { begin } of [...waiting.values()]) begin();
    },
  };
}

function entryOf(call: AuditedCall, outcome: AuditOutcome, startedAt: Date, endedAt: Date): AuditEntry {
  const failed = "error" in outcome ? codeOf(outcome.error) : null;
  return {
    id: randomUUID(),
    action: call.action,
    transport: call.transport,
    startedAt,
    endedAt,
    request: auditShape(call.request),
    response: "error" in outcome ? { error: failed } : auditShape(outcome.response),
    // Lists of calls show the metadata alone: what failed must not look like what was done.
    metadata: { ...storable(call.metadata ?? {}), ...(failed !== null && { failed }) },
  };
}

/** Without what the database cannot hold: one such entry would take its whole batch along. */
function storable(metadata: AuditMetadata): AuditMetadata {
  return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, typeof value === "string" ? sanitise(value) : value]));
}

/** Messages may quote what was sent; a code does not. */
function codeOf(error: unknown): string {
  if (error instanceof HindsightError) return error.code;
  return error instanceof Error && error.name === "AbortError" ? "request_cancelled" : "internal";
}

/** A bank that has an audit log, and what takes out of ids what it may not keep. */
interface Audited {
  readonly bank: BankScope;
  readonly clean: (text: string) => string;
}

/** What a look-up came to, as a value: one that fails is told of at the end of its call, and does not stop it. */
type Look = { readonly found: Audited | null } | { readonly error: unknown };

async function lookedUp(look: Promise<Audited | null>): Promise<Look> {
  try {
    return { found: await look };
  } catch (error) {
    return { error };
  }
}

function opened(look: Look): Audited | null {
  if ("error" in look) throw look.error;
  return look.found;
}
