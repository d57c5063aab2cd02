import type { Logger } from "pino";
import type { BankScope, TenantScope } from "../../domain/scope.js";
import type { TokenUsage } from "../../providers/llm/index.js";
import type { Database } from "../../store/db.js";
import { addBankUsage } from "../../store/llm-usage/add-bank-usage.js";
import { addTenantUsage } from "../../store/llm-usage/add-tenant-usage.js";
import { deleteReservations } from "../../store/llm-usage/delete-reservations.js";
import { lockSpend } from "../../store/llm-usage/lock-spend.js";
import type { UsageOfHour } from "../../store/shapes/spend.js";
import { startOf } from "./windows.js";

/** One attempt, as it counts. */
export interface MeteredCall {
  /** Null: counted for the tenant alone. */
  readonly bank: BankScope | null;
  readonly at: Date;
  readonly failed: boolean;
  readonly usage: TokenUsage;
  /** Null: the price is not known. */
  readonly microUsd: number | null;
  /** What was set aside for it; null when nothing was. */
  readonly reservation: string | null;
}

/** Counts what calls cost. Nobody waits for it: it is written at once, and again until it is. */
export interface Meter {
  count(call: MeteredCall): void;
  /** Resolves with the next write that succeeded. */
  written(): Promise<void>;
  /** Resolves when what was counted so far is written, or one try has failed. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Account {
  readonly bank: BankScope | null;
  readonly hours: Map<number, UsageOfHour>;
  readonly reservations: string[];
}

const RETRY_MS = 2_000;

export function startMeter(db: Database, tenant: TenantScope, log: Logger): Meter {
  /** By row key of the bank; 0 is no bank. Sums, so that it stays small however long the database is away. */
  let accounts = new Map<number, Account>();
  let writing: Promise<void> = Promise.resolve();
  let isQueued = false;
  let timer: NodeJS.Timeout | null = null;
  let signal = newSignal();

  function count(call: MeteredCall): void {
    const key = call.bank?.key ?? 0;
    const account: Account = accounts.get(key) ?? { bank: call.bank, hours: new Map(), reservations: [] };
    accounts.set(key, account);
    add(account, usageOf(call));
    if (call.reservation !== null) account.reservations.push(call.reservation);
    void flush();
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (isQueued) return writing; // a write that has not begun takes this along
    isQueued = true;
    writing = writing.then(() => {
      isQueued = false;
      return writeAll();
    });
    return writing;
  }

  async function writeAll(): Promise<void> {
    const taken = accounts;
    accounts = new Map();
    for (const account of taken.values()) {
      try {
        await write(account);
        const reached = signal;
        signal = newSignal();
        reached.resolve();
      } catch (error) {
        log.warn({ err: error }, "the spend of model calls could not be written; it is kept and tried again");
        putBack(account);
      }
    }
    if (accounts.size > 0 && !isQueued) timer ??= setTimeout(() => void flush(), RETRY_MS).unref();
  }

  /** In one transaction, so that a call is at no moment both spent and set aside, nor neither. */
  function write({ bank, hours, reservations }: Account): Promise<void> {
    const rows = [...hours.values()].sort((a, b) => a.hour.getTime() - b.hour.getTime());
    return db.transaction(async (tx) => {
      await lockSpend(tx, tenant); // as an admission, which takes reservations and sums in the other order: without it the two have deadlocked
      if (bank !== null) {
        await addBankUsage(tx, bank, rows);
        if (reservations.length > 0) await deleteReservations(tx, bank, reservations);
      }
      await addTenantUsage(tx, tenant, rows);
    });
  }

  function putBack(account: Account): void {
    const key = account.bank?.key ?? 0;
    const newer = accounts.get(key);
    if (newer === undefined) {
      accounts.set(key, account);
      return;
    }
    for (const hour of account.hours.values()) add(newer, hour);
    newer.reservations.push(...account.reservations);
  }

  return {
    count,
    written: () => signal.promise,
    flush,
    async close() {
      await flush();
      if (timer !== null) clearTimeout(timer);
      timer = null;
      for (const { bank, hours } of accounts.values()) {
        log.error(
          { bank: bank?.bankId ?? null, hours: [...hours.values()] },
          "the spend of these model calls is lost: the database did not take it",
        );
      }
    },
  };
}

function newSignal(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function usageOf({ at, failed, usage, microUsd }: MeteredCall): UsageOfHour {
  return {
    hour: startOf("hour", at),
    calls: 1,
    failedCalls: failed ? 1 : 0,
    unpricedCalls: microUsd === null ? 1 : 0,
    inputTokens: usage.input,
    outputTokens: usage.output,
    cachedTokens: usage.cached,
    thoughtsTokens: usage.thoughts,
    microUsd: microUsd ?? 0,
  };
}

function add(account: Account, more: UsageOfHour): void {
  const key = more.hour.getTime();
  const known = account.hours.get(key);
  account.hours.set(
    key,
    known === undefined
      ? more
      : {
          hour: more.hour,
          calls: known.calls + more.calls,
          failedCalls: known.failedCalls + more.failedCalls,
          unpricedCalls: known.unpricedCalls + more.unpricedCalls,
          inputTokens: known.inputTokens + more.inputTokens,
          outputTokens: known.outputTokens + more.outputTokens,
          cachedTokens: known.cachedTokens + more.cachedTokens,
          thoughtsTokens: known.thoughtsTokens + more.thoughtsTokens,
          microUsd: known.microUsd + more.microUsd,
        },
  );
}
