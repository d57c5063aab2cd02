// Courtesy: long work in the background lets short work of other banks go first, between its steps.
// In: calls and young operations as they come and go. Out: a wait for them, bounded, so that constant callers cannot starve the queue.
//
// One backend and one event loop serve all banks of an embedded server: a caller's half dozen statements would each wait for another transaction of
// the long work. Between two steps of it they find the way free.

import type { Database } from "../store/db.js";
import { type Alarm, createAlarm } from "./alarm.js";

interface Guests {
  /** How many are in hand, by bank. */
  readonly byBank: Map<string, number>;
  readonly left: Alarm;
  /** When work of a bank last came, by bank. */
  readonly cameAt: Map<string, number>;
}

/** For so long after the last of them, others count as being about. */
const ABOUT_MS = 5_000;
const REMEMBERED_BANKS = 100;

const guests = new WeakMap<Database, Guests>();

function guestsOf(db: Database): Guests {
  const known = guests.get(db) ?? { byBank: new Map<string, number>(), left: createAlarm(), cameAt: new Map<string, number>() };
  guests.set(db, known);
  return known;
}

/** Notes short work of a bank; call what it returns, once or oftener, when it is done. */
export function arrive(db: Database, bankId: string): () => void {
  const { byBank, left, cameAt } = guestsOf(db);
  if (cameAt.size >= REMEMBERED_BANKS) cameAt.clear();
  cameAt.set(bankId, performance.now());
  byBank.set(bankId, (byBank.get(bankId) ?? 0) + 1);
  let isHere = true;
  return () => {
    if (!isHere) return;
    isHere = false;
    const rest = (byBank.get(bankId) ?? 1) - 1;
    if (rest > 0) byBank.set(bankId, rest);
    else byBank.delete(bankId);
    left.ring();
  };
}

/** Does a caller's work, to which the background gives way. */
export async function inForeground<T>(db: Database, bankId: string, work: () => Promise<T>): Promise<T> {
  const leave = arrive(db, bankId);
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Waits while short work of other banks is in hand, at most `mostMs`. Work of the same bank may be waiting for the very operation that asks. */
export async function giveWay(db: Database, bankId: string, mostMs: number, signal: AbortSignal): Promise<void> {
  const { byBank, left } = guestsOf(db);
  const until = performance.now() + mostMs;
  for (;;) {
    const rings = left.rings;
    const others = [...byBank.keys()].some((other) => other !== bankId);
    const rest = until - performance.now();
    if (!others || rest <= 0 || signal.aborted) return;
    await left.after(rings, rest, signal);
  }
}

/** True when no work of another bank is in hand or came lately: then long steps disturb nobody, and cost less. */
export function isAlone(db: Database, bankId: string): boolean {
  const { byBank, cameAt } = guestsOf(db);
  const since = performance.now() - ABOUT_MS;
  return [...cameAt].every(([other, at]) => other === bankId || (at < since && !byBank.has(other)));
}
