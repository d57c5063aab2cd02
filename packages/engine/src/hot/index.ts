// hot: the banks in use, kept in memory, so that a question to one is answered without searching in the database.
// In: a bank, what is asked of it, and the version that the database says it has. Out: what the arms read, or null where the database must answer.
// A copy is used only where it holds every change up to that version; several processes may write (docs/decisions/hot-banks.md).

import type { Logger } from "pino";
import type { BankScope } from "../domain/scope.js";
import type { Database } from "../store/db.js";
import type { MemoryConditions } from "../store/filters/memory-filter.js";
import { type CaughtUp, catchUp, type HotKey, type HotState, load } from "./catch-up.js";
import { type GuardedSource, guarded } from "./guarded.js";
import { allowedBy, hotSource } from "./source.js";

export type { GuardedSource as HotSource } from "./guarded.js";

/** Larger banks are left to the database: comparing so many vectors holds up everybody else for 8 ms. Long before, `HINDSIGHT_API_HOT_BANKS_MB` may say no. */
const MOST_MEMORIES = 200_000;
/** Of a bank that gave out more numbers than this for each memory that it may have, most are gone. */
const MOST_GONE = 4;
/** Recalls after which a bank counts as in use; and after which again, once it had to give way. */
const IN_USE = 2;
const IN_USE_AGAIN = 16;
/** Memories that a question waits for; more are read behind it, and the database answers. 100 take 20 ms of the embedded database. */
const WAITED_FOR = 100;
/** Before a bank that was too large is looked at again. */
const REFUSED_MS = 600_000;
/** Before a bank whose copy failed is read again: what broke it may be in the database still. */
const FAILED_MS = 60_000;
/**
 * A bank is read as a whole for no more than a twentieth of the time: one that is filled faster than it is asked loses its copy again and again. At least so
 * long, in milliseconds, lies between two readings.
 */
const SHARE_OF_TIME = 20;
const LEAST_PAUSE_MS = 200;
/** Banks of which it is known how often they were asked. */
const MOST_KNOWN = 1_000;

/** Since the start. */
export interface HotCounts {
  /** Questions answered from memory; of those, how many waited for what had changed. */
  readonly hits: number;
  readonly caughtUp: number;
  /** Questions that the database answered. */
  readonly misses: number;
  /** Banks read as a whole, and how many of them had been there before. */
  readonly loads: number;
  readonly reloads: number;
  readonly evictions: number;
  /** Copies given up because they could not be read, kept in step or searched; the database answered. */
  readonly failures: number;
  /** Of now. */
  readonly banks: number;
  readonly bytes: number;
}

/** What tells one copy from another, and which state of it is wanted. */
export interface HotQuestion {
  readonly conditions: MemoryConditions;
  readonly modelId: number | null;
  readonly nextMemoryNo: number;
  readonly version: number;
  readonly madeAt: string;
}

export interface HotBanks {
  /** The bank in memory under the question's filter; null where it is not there, not in step, or the filter is of a kind that it does not know. */
  find(db: Database, scope: BankScope, question: HotQuestion): Promise<GuardedSource | null>;
  counts(): HotCounts;
  /** Resolves when nothing is being read any more. */
  idle(): Promise<void>;
  /** Reads nothing more, forgets all, and waits for what is being read. */
  close(): Promise<void>;
}

interface Entry {
  readonly key: HotKey;
  state: HotState | null;
  /** When it was last asked for. */
  nextMemoryNo: number;
  asked: number;
  wasThere: boolean;
  refusedUntil: number;
  /** Told of in the log; until it is there again. */
  hasFailed: boolean;
  /** What is being read of it. */
  work: Promise<void> | null;
}

export interface HotOptions {
  /** Of all copies together; 0 keeps none. */
  readonly bytes: number;
  readonly log: Pick<Logger, "warn">;
  /** Milliseconds from whenever; a test may move them. */
  readonly clock?: () => number;
}

export function hotBanks({ bytes: limit, log, clock = () => performance.now() }: HotOptions): HotBanks {
  /** The longest unused first. */
  const entries = new Map<string, Entry>();
  const broken = new WeakSet<HotState>();
  const counts = { hits: 0, caughtUp: 0, misses: 0, loads: 0, reloads: 0, evictions: 0, failures: 0 };
  let loading: Promise<void> | null = null;
  let isClosed = false;

  function entryOf(scope: BankScope, { modelId, madeAt }: HotQuestion): Entry {
    // A bank that is made anew has another key or another time, also in a schema that is made anew.
    const name = JSON.stringify([scope.tenant, scope.key, madeAt, modelId]);
    const entry = entries.get(name) ?? {
      key: { scope, modelId },
      state: null,
      nextMemoryNo: 1,
      asked: 0,
      wasThere: false,
      refusedUntil: 0,
      hasFailed: false,
      work: null,
    };
    entries.delete(name);
    entries.set(name, entry);
    if (entries.size > MOST_KNOWN) entries.delete(entries.keys().next().value as string);
    return entry;
  }

  /** Bank after bank: a server that starts under load would else read all of them at once. */
  function begin(db: Database, entry: Entry): void {
    if (loading !== null || entry.work !== null || isClosed || clock() < entry.refusedUntil) return;
    loading = loadInto(db, entry)
      .catch((error: unknown) => giveUp(entry, error))
      .finally(() => {
        loading = null;
        entry.work = null;
      });
    entry.work = loading;
  }

  async function loadInto(db: Database, entry: Entry): Promise<void> {
    const started = clock();
    const limits = { memories: MOST_MEMORIES, bytes: limit, nextMemoryNo: entry.nextMemoryNo };
    const state = await load(db, entry.key, limits, () => !isClosed);
    if (isClosed) return;
    counts.loads += 1;
    if (entry.wasThere) counts.reloads += 1;
    entry.wasThere = true;
    const now = clock();
    entry.refusedUntil = now + (state === null ? REFUSED_MS : Math.max(LEAST_PAUSE_MS, SHARE_OF_TIME * (now - started)));
    entry.state = state;
    entry.hasFailed = false;
    makeRoom(entry);
  }

  /** A copy that failed may be half of two versions: nobody reads it any more, those who have it in hand neither. */
  function giveUp(entry: Entry, error: unknown): void {
    if (isClosed) return;
    if (entry.state !== null) broken.add(entry.state);
    entry.state = null;
    entry.refusedUntil = clock() + FAILED_MS;
    counts.failures += 1;
    if (!entry.hasFailed) log.warn({ err: error }, "a bank in memory failed and is forgotten: the database answers");
    entry.hasFailed = true;
  }

  function makeRoom(latest: Entry): void {
    let bytes = bytesOf(entries.values());
    for (const entry of entries.values()) {
      if (bytes <= limit) return;
      if (entry.state === null || entry === latest) continue;
      bytes -= entry.state.bank.bytes;
      evict(entry);
    }
    if (bytes > limit) evict(latest);
  }

  function evict(entry: Entry): void {
    entry.state = null;
    entry.asked = IN_USE - IN_USE_AGAIN;
    counts.evictions += 1;
  }

  /** Reads what changed. One at a time for each copy; who comes meanwhile waits for it, and looks again. */
  async function follow(db: Database, entry: Entry, version: number): Promise<void> {
    for (let tries = 0; tries < 3; tries += 1) {
      if (entry.state === null || entry.state.version >= version) return;
      if (entry.work === null) {
        const outcome = step(db, entry, entry.state, WAITED_FOR);
        entry.work = outcome.then(() => undefined);
        const caughtUp = await outcome.finally(() => {
          entry.work = null;
        });
        if (caughtUp === "lost") begin(db, entry);
        if (caughtUp === "much") followBehind(db, entry);
        if (caughtUp !== "done") return;
      } else await entry.work;
    }
  }

  async function step(db: Database, entry: Entry, state: HotState, most: number): Promise<CaughtUp | "failed"> {
    try {
      const caughtUp = await catchUp(db, entry.key, state, most);
      if (caughtUp === "lost") entry.state = null;
      if (caughtUp === "done") makeRoom(entry);
      return caughtUp;
    } catch (error) {
      giveUp(entry, error);
      return "failed";
    }
  }

  function followBehind(db: Database, entry: Entry): void {
    const { state } = entry;
    if (state === null || entry.work !== null || isClosed) return;
    entry.work = step(db, entry, state, MOST_MEMORIES).then(() => {
      entry.work = null;
    });
  }

  async function idle(): Promise<void> {
    for (let works = working(); works.length > 0; works = working()) await Promise.all(works);
  }
  const working = (): readonly Promise<void>[] => [...entries.values()].flatMap(({ work }) => work ?? []);

  return {
    async find(db, scope, question) {
      const { conditions, nextMemoryNo, version } = question;
      // When a memory changed is not kept; and of a bank that gave out so many numbers most memories would have to be gone.
      const isKnown =
        (conditions.changed ?? null) === null && (conditions.documentId ?? null) === null && nextMemoryNo <= MOST_GONE * MOST_MEMORIES;
      if (limit === 0 || isClosed || !isKnown) return null;
      const entry = entryOf(scope, question);
      entry.asked += 1;
      entry.nextMemoryNo = nextMemoryNo;
      const isBehind = entry.state !== null && entry.state.version < version;
      if (entry.state === null) {
        if (entry.asked >= IN_USE) begin(db, entry);
      } else if (isBehind) await follow(db, entry, version);
      const { state } = entry;
      if (state === null || state.version < version) {
        counts.misses += 1;
        return null;
      }
      counts.hits += 1;
      if (isBehind) counts.caughtUp += 1;
      return guarded(
        hotSource(state.bank, allowedBy(conditions)),
        () => !broken.has(state),
        (error) => (entry.state === state ? giveUp(entry, error) : void broken.add(state)),
      );
    },
    counts() {
      const there = [...entries.values()].filter(({ state }) => state !== null);
      return { ...counts, banks: there.length, bytes: bytesOf(there) };
    },
    idle,
    async close() {
      isClosed = true;
      await idle();
      entries.clear();
    },
  };
}

function bytesOf(entries: Iterable<Entry>): number {
  let sum = 0;
  for (const { state } of entries) sum += state?.bank.bytes ?? 0;
  return sum;
}
