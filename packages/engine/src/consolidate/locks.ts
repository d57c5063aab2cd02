/** One batch at a time for each scope: two that wrote one scope side by side would each not see what the other creates. */

import { type Scope, scopeKey } from "./scopes.js";

export interface ScopeLocks {
  /** Runs `work` when no other holds one of these scopes. */
  holding<T>(scopes: readonly Scope[], work: () => Promise<T>): Promise<T>;
}

/** Scopes are taken in one order, so that no two wait for each other. */
export function createScopeLocks(): ScopeLocks {
  const last = new Map<string, Promise<void>>();

  async function take(key: string): Promise<() => void> {
    const before = last.get(key);
    let release: () => void = () => undefined;
    const mine = new Promise<void>((resolve) => {
      release = resolve;
    });
    last.set(key, mine);
    await before;
    return () => {
      if (last.get(key) === mine) last.delete(key);
      release();
    };
  }

  return {
    async holding(scopes, work) {
      const releases: (() => void)[] = [];
      try {
        for (const key of [...new Set(scopes.map(scopeKey))].sort()) releases.push(await take(key));
        return await work();
      } finally {
        for (const release of releases.reverse()) release();
      }
    },
  };
}
