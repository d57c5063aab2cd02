// The tenants of a server: their engines, opened on demand over one pool, one encoder and one set of models.
// In: how an engine of a schema is opened. Out: engines on lease, at most so many open at once; those that nobody uses are closed again.

import type { Logger } from "pino";
import { HindsightError } from "../errors.js";
import type { Hindsight } from "../hindsight.js";
import type { OpenTenant } from "./index.js";

/** An engine that nobody used for so long, and that works nothing, is closed. */
const IDLE_MS = 600_000;

export interface EngineCache {
  lease(name: string): Promise<OpenTenant>;
  isOpen(name: string): boolean;
  open(): readonly string[];
  /** Closes an engine at once, whoever has it: its tenant is gone. */
  drop(name: string): Promise<void>;
  closeIdle(): Promise<void>;
  close(drainMs: number): Promise<void>;
}

interface Entry {
  readonly engine: Promise<Hindsight>;
  leases: number;
  usedAt: number;
}

/** `open` makes an engine; at most `most` are open at once, beyond which `at_capacity` is thrown unless one is idle. */
export function engineCache(open: (name: string) => Promise<Hindsight>, most: number, log: Logger): EngineCache {
  const entries = new Map<string, Entry>();
  const closing = new Map<string, Promise<void>>();
  let isClosed = false;

  function end(name: string, entry: Entry, drainMs = 0): Promise<void> {
    entries.delete(name);
    const ended = entry.engine
      .then((engine) => engine.close({ drainMs }))
      .catch((error: unknown) => log.warn({ err: error, tenant: name }, "the engine of a tenant did not close well"))
      .finally(() => closing.delete(name));
    closing.set(name, ended);
    return ended;
  }

  /** Nobody has it, and its worker has nothing in hand. */
  async function isIdle(entry: Entry): Promise<boolean> {
    return entry.leases === 0 && (await entry.engine).worker().running.size === 0 && entry.leases === 0;
  }

  async function makeRoom(): Promise<void> {
    const oldest = [...entries].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [name, entry] of oldest) {
      if (entries.size < most) return;
      if (await isIdle(entry)) await end(name, entry);
    }
    if (entries.size >= most) {
      throw new HindsightError(
        "at_capacity",
        `${most} tenants are at work, as many as may be (HINDSIGHT_API_TENANT_MAX_OPEN); try again shortly.`,
      );
    }
  }

  async function entryOf(name: string): Promise<Entry> {
    await closing.get(name); // an engine that still writes must be gone before another works the same queue
    const known = entries.get(name);
    if (known !== undefined) return known;
    if (entries.size >= most) {
      await makeRoom();
      return entryOf(name);
    }
    const entry: Entry = { engine: open(name), leases: 0, usedAt: performance.now() };
    entries.set(name, entry);
    entry.engine.catch(() => entries.delete(name)); // the next one tries anew
    return entry;
  }

  return {
    async lease(name) {
      if (isClosed) throw new HindsightError("at_capacity", "The server is shutting down; try again shortly.");
      const entry = await entryOf(name);
      entry.leases += 1; // before the engine is waited for: an entry that is wanted is not idle
      let isHeld = true;
      const release = (): void => {
        if (!isHeld) return;
        isHeld = false;
        entry.leases -= 1;
        entry.usedAt = performance.now();
      };
      try {
        return { engine: await entry.engine, release };
      } catch (error) {
        release();
        throw error;
      }
    },
    isOpen: (name) => entries.has(name),
    open: () => [...entries.keys()],
    async drop(name) {
      const entry = entries.get(name);
      if (entry !== undefined) await end(name, entry);
    },
    async closeIdle() {
      for (const [name, entry] of [...entries]) {
        if (performance.now() - entry.usedAt > IDLE_MS && (await isIdle(entry))) await end(name, entry);
      }
    },
    async close(drainMs) {
      isClosed = true;
      await Promise.all([...entries].map(([name, entry]) => end(name, entry, drainMs)));
      await Promise.all(closing.values());
    },
  };
}
