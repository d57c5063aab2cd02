// Writing behind: rows of banks are kept in memory for a moment and written in batches, so that nobody waits for them.
// In: rows, and a statement that writes some of one bank. Out: the rows in the database, or a count of those that were lost.
// What is kept is bounded; a passing trouble of the database keeps rows for the next time, a lasting one loses them.

import type { Logger } from "pino";
import type { BankScope } from "../domain/scope.js";
import { isPermanentFailure } from "../store/db.js";

/** Rows in one statement. */
const BATCH = 100;
/** How long a row may wait for company, and how long it waits after a failure. */
const WRITE_MS = 500;
const RETRY_MS = 10 * WRITE_MS;

export interface WriteBehind<Row> {
  /** Takes a row, or counts it as lost where there is no room. */
  add(bank: BankScope, row: Row): void;
  hasRoom(): boolean;
  /** Resolves when what was added so far is written, or could not be. */
  flush(): Promise<void>;
  /** Writes what is left. */
  close(): Promise<void>;
}

export interface WriteBehindParts<Row> {
  /** Most rows in memory. */
  readonly capacity: number;
  /** Writes rows of one bank; sent twice, they must not stand there twice. */
  readonly write: (bank: BankScope, rows: readonly Row[]) => Promise<void>;
  readonly onLost: (count: number) => void;
  /** Told of each row that leaves the memory, written or lost. */
  readonly onGone?: (row: Row) => void;
  readonly log: Logger;
  /** What the rows are, for the log. */
  readonly what: string;
}

interface Kept<Row> {
  readonly bank: BankScope;
  readonly row: Row;
}

export function writeBehind<Row>({ capacity, write, onLost, onGone, log, what }: WriteBehindParts<Row>): WriteBehind<Row> {
  let kept: Kept<Row>[] = [];
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  function wait(milliseconds: number): void {
    timer ??= setTimeout(() => void flush(), milliseconds).unref();
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(writeAll);
    return writing;
  }

  async function writeAll(): Promise<void> {
    const taken = kept;
    kept = [];
    for (const batch of batches(taken)) {
      try {
        await write(
          batch.bank,
          batch.kept.map(({ row }) => row),
        );
        gone(batch.kept);
      } catch (error) {
        const isLost = isPermanentFailure(error);
        log.warn({ err: error, rows: batch.kept.length, isLost }, `${what} could not be written`);
        if (isLost) lose(batch.kept);
        else putBack(batch.kept);
      }
    }
  }

  function gone(rows: readonly Kept<Row>[]): void {
    if (onGone !== undefined) for (const { row } of rows) onGone(row);
  }

  function lose(rows: readonly Kept<Row>[]): void {
    if (rows.length > 0) onLost(rows.length);
    gone(rows);
  }

  function putBack(rows: readonly Kept<Row>[]): void {
    const room = Math.max(0, capacity - kept.length);
    lose(rows.slice(room));
    kept = [...rows.slice(0, room), ...kept];
    wait(RETRY_MS);
  }

  return {
    add(bank, row) {
      if (kept.length >= capacity) lose([{ bank, row }]);
      else kept.push({ bank, row });
      wait(WRITE_MS);
    },
    hasRoom: () => kept.length < capacity,
    flush,
    async close() {
      await flush();
      if (timer !== null) clearTimeout(timer);
      timer = null;
      lose(kept);
      kept = [];
    },
  };
}

/** Rows by bank, at most BATCH at a time, in the order in which they came. */
function batches<Row>(rows: readonly Kept<Row>[]): readonly { readonly bank: BankScope; readonly kept: readonly Kept<Row>[] }[] {
  const byBank = new Map<number, { readonly bank: BankScope; readonly kept: Kept<Row>[] }>();
  for (const each of rows) {
    const known = byBank.get(each.bank.key);
    if (known === undefined) byBank.set(each.bank.key, { bank: each.bank, kept: [each] });
    else known.kept.push(each);
  }
  return [...byBank.values()].flatMap(({ bank, kept }) =>
    Array.from({ length: Math.ceil(kept.length / BATCH) }, (_, n) => ({ bank, kept: kept.slice(n * BATCH, (n + 1) * BATCH) })),
  );
}
