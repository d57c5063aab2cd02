// Engines on lease: how many are open, which is closed for another, and that none is closed under its caller.

import { pino } from "pino";
import { expect, test } from "vitest";
import type { Hindsight } from "../../src/index.js";
import { engineCache } from "../../src/tenants/directory.js";

function cache(most: number) {
  const log: string[] = [];
  const busy = new Set<string>();
  const engines = engineCache(
    async (name) => {
      if (name === "broken") throw new Error("no");
      log.push(`open ${name}`);
      return {
        worker: () => ({ running: new Map(busy.has(name) ? [["retain", 1]] : []) }),
        async close() {
          log.push(`close ${name}`);
        },
      } as unknown as Hindsight;
    },
    most,
    pino({ level: "silent" }),
  );
  return { engines, log, busy };
}

test("an engine is opened once, also for many who ask at once, and stays open after its lease", async () => {
  const { engines, log } = cache(5);
  const leases = await Promise.all([engines.lease("a"), engines.lease("a"), engines.lease("a")]);
  expect(new Set(leases.map(({ engine }) => engine)).size).toBe(1);
  for (const { release } of leases) release();
  await engines.closeIdle();
  expect([log, engines.isOpen("a")]).toEqual([["open a"], true]);
});

test("beyond the most, the one longest unused makes room; one on lease or at work does not", async () => {
  const { engines, log, busy } = cache(2);
  const a = await engines.lease("a");
  (await engines.lease("b")).release();
  (await engines.lease("c")).release();
  expect(log).toEqual(["open a", "open b", "close b", "open c"]);
  busy.add("c");
  await expect(engines.lease("d")).rejects.toMatchObject({ code: "at_capacity" });
  a.release();
  a.release(); // twice is once
  (await engines.lease("d")).release();
  expect(log.slice(4)).toEqual(["close a", "open d"]);
});

test("an engine that could not be opened is tried anew, and one whose tenant is gone is closed at once", async () => {
  const { engines, log } = cache(2);
  await expect(engines.lease("broken")).rejects.toThrow("no");
  expect(engines.isOpen("broken")).toBe(false);
  await engines.lease("a");
  await engines.drop("a");
  expect([log, engines.open()]).toEqual([["open a", "close a"], []]);
});

test("the end closes all, and lends no more", async () => {
  const { engines, log } = cache(3);
  await engines.lease("a");
  await engines.lease("b");
  await engines.close(0);
  expect(log.slice(2).sort()).toEqual(["close a", "close b"]);
  await expect(engines.lease("a")).rejects.toMatchObject({ code: "at_capacity" });
});
