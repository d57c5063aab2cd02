// What waits to be retained: sent in the background, in order within a document, again and again until the memory has it.
// In: parcels. Out: retains; `flush` waits for them. What cannot be sent is reported, never thrown.

import { withDeadline } from "./deadline.js";
import type { MemoryPort, RetainOptions } from "./port.js";
import { messageOf, type Report, statusOf } from "./report.js";
import { type Speakers, type Turn, transcript } from "./turns.js";

/** Turns of one document that wait. */
export interface Parcel {
  readonly bankId: string;
  readonly documentId: string;
  readonly turns: readonly Turn[];
  /** ISO 8601. */
  readonly saidAt: string;
  readonly tags?: readonly string[];
  readonly metadata?: Readonly<Record<string, string>>;
  readonly speakers?: Speakers;
}

export interface Flushed {
  /** What still waits when the time is up; it stays in the queue. */
  readonly pending: readonly Parcel[];
}

export interface Outbox {
  /** Queues a parcel. `isHeld`: it waits for what follows in its document, half a minute at most. Never rejects; resolves when it was tried once. */
  add(parcel: Parcel, isHeld: boolean): Promise<void>;
  /** Sends all that waits, for at most `timeoutMs`; tries again meanwhile. */
  flush(timeoutMs: number): Promise<Flushed>;
  pending(): readonly Parcel[];
}

export interface OutboxOptions {
  readonly memory: MemoryPort;
  readonly report: Report;
  /** Most milliseconds that one retain may take. */
  readonly retainTimeoutMs: number;
  /** First pause after a failed retain; it doubles up to a minute. */
  readonly retryMs: number;
  /** Most parcels that wait; the oldest is given up, and reported, for a new one beyond. */
  readonly maxPending: number;
  /** Told when something waits, and when nothing does any more. */
  readonly whenBusy?: ((isBusy: boolean) => void) | undefined;
}

/** One document's parcels, oldest first. `operationId`: of the first, kept through its repeats so that it is stored once. */
interface Lane {
  readonly waiting: Parcel[];
  operationId: string;
  held: Parcel | null;
  failures: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  running: Promise<void> | null;
}

const HOLD_MS = 30_000;
const LONGEST_PAUSE_MS = 60_000;
const FLUSH_PAUSE_MS = 200;
/** A server may ask for longer pauses than ours (Retry-After), up to this. */
const LONGEST_ASKED_MS = 3_600_000;

export function outbox({ memory, report, retainTimeoutMs, retryMs, maxPending, whenBusy }: OutboxOptions): Outbox {
  const lanes = new Map<string, Lane>();

  async function send(parcel: Parcel, operationId: string): Promise<void> {
    const options: RetainOptions = {
      documentId: parcel.documentId,
      updateMode: "append",
      async: true,
      operationId,
      timestamp: parcel.saidAt,
      context: "conversation",
      ...(parcel.tags === undefined ? {} : { tags: [...parcel.tags] }),
      ...(parcel.metadata === undefined ? {} : { metadata: { ...parcel.metadata } }),
    };
    const content = transcript(parcel.turns, parcel.saidAt, parcel.speakers ?? {});
    await withDeadline((signal) => memory.retain(parcel.bankId, content, { ...options, signal }), retainTimeoutMs);
  }

  /** Sends a lane's parcels until it is empty or one has to be tried again later. */
  async function run(key: string, lane: Lane): Promise<void> {
    try {
      for (let parcel = lane.waiting[0]; parcel !== undefined; parcel = lane.waiting[0]) {
        try {
          await send(parcel, lane.operationId);
        } catch (error) {
          if (mayPass(error)) return put(key, lane, parcel, error);
          tell("lost", parcel, error);
        }
        // It may have been given up meanwhile.
        if (lane.waiting[0] === parcel) next(lane);
        lane.failures = 0;
      }
    } finally {
      lane.running = null;
      tidy(key, lane);
    }
  }

  function tidy(key: string, lane: Lane): void {
    if (lane.waiting.length === 0 && lane.held === null && lanes.get(key) === lane) lanes.delete(key);
    if (lanes.size === 0) whenBusy?.(false);
  }

  /** Puts a lane off; its timer does not keep the process. */
  function put(key: string, lane: Lane, parcel: Parcel, error: unknown): void {
    lane.failures += 1;
    if (lane.failures === 1) tell("retrying", parcel, error);
    const pause = Math.max(Math.min(LONGEST_PAUSE_MS, retryMs * 2 ** (lane.failures - 1)), Math.min(LONGEST_ASKED_MS, askedPause(error)));
    lane.timer = later(() => void start(key, lane), pause);
  }

  function start(key: string, lane: Lane): Promise<void> {
    clearTimeout(lane.timer);
    lane.timer = undefined;
    if (lane.waiting.length === 0) {
      tidy(key, lane);
      return Promise.resolve();
    }
    lane.running ??= run(key, lane);
    return lane.running;
  }

  function next(lane: Lane): void {
    lane.waiting.shift();
    lane.operationId = crypto.randomUUID();
  }

  function release(lane: Lane): void {
    if (lane.held !== null) lane.waiting.push(lane.held);
    lane.held = null;
  }

  const tell = (outcome: "lost" | "retrying", { bankId, turns }: Parcel, error: unknown): void =>
    report({ stage: "retain", bankId, outcome, message: `What was said could not be retained: ${messageOf(error)}`, error, turns });

  const pending = (): readonly Parcel[] =>
    [...lanes.values()].flatMap((lane) => [...lane.waiting, ...(lane.held === null ? [] : [lane.held])]);

  function makeRoom(): void {
    if (pending().length < maxPending) return;
    const lane = [...lanes.values()].find(({ waiting }) => waiting.length > 0);
    const oldest = lane?.waiting[0];
    if (lane === undefined || oldest === undefined) return;
    next(lane);
    tell("lost", oldest, new Error(`more than ${maxPending} exchanges wait for the memory`));
  }

  return {
    pending,
    async add(parcel, isHeld) {
      makeRoom();
      const key = JSON.stringify([parcel.bankId, parcel.documentId]);
      const lane = lanes.get(key) ?? {
        waiting: [],
        operationId: crypto.randomUUID(),
        held: null,
        failures: 0,
        timer: undefined,
        running: null,
      };
      lanes.set(key, lane);
      whenBusy?.(true);
      const whole = lane.held === null ? parcel : { ...parcel, saidAt: lane.held.saidAt, turns: [...lane.held.turns, ...parcel.turns] };
      if (isHeld) {
        lane.held = whole;
        lane.timer ??= later(() => {
          lane.timer = undefined;
          release(lane);
          void start(key, lane);
        }, HOLD_MS);
        return;
      }
      lane.held = null;
      lane.waiting.push(whole);
      // A lane that was put off keeps its pause.
      if (lane.failures === 0) await start(key, lane);
    },
    async flush(timeoutMs) {
      const end = Date.now() + timeoutMs;
      const left = (): number => end - Date.now();
      while (lanes.size > 0) {
        for (const lane of lanes.values()) release(lane);
        await within(Promise.all([...lanes].map(([key, lane]) => start(key, lane))), left());
        if (lanes.size === 0 || left() <= FLUSH_PAUSE_MS) break;
        await pause(FLUSH_PAUSE_MS);
      }
      return { pending: pending() };
    },
  };
}

/** Whether the same retain may be taken later: no answer at all, too much at once, or a fault of the server. */
function mayPass(error: unknown): boolean {
  const status = statusOf(error);
  if (error instanceof Error && "code" in error && error.code === "bad_argument") return false; // the client's word for what it cannot send
  return status === null || status >= 500 || [408, 425, 429].includes(status);
}

/** Milliseconds that the memory asks to be left alone, as the client tells them; 0 when it does not. */
function askedPause(error: unknown): number {
  const ms = (error as { readonly retryAfterMs?: unknown } | null)?.retryAfterMs;
  return typeof ms === "number" && ms > 0 ? ms : 0;
}

function later(work: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(work, ms);
  if (typeof timer === "object") timer.unref?.();
  return timer;
}

/** Waits for work, or for the time to be up; the work goes on. */
async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const up = new Promise((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms));
  });
  await Promise.race([work, up]);
  clearTimeout(timer);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
