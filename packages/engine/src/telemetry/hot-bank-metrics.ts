import { Counter, Gauge, type Registry } from "prom-client";
import type { HotCounts } from "../hot/index.js";

/** Ours: how much of recall the copies answer, and what they cost. Read at each scrape. */
export function hotBankMetrics(registry: Registry, read: () => HotCounts): void {
  const registers = [registry];
  const total = (name: string, help: string, of: (counts: HotCounts) => number): void => {
    new Counter({
      name: `hindsight_hot_bank_${name}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(of(read()));
      },
    });
  };
  const now = (name: string, help: string, of: (counts: HotCounts) => number): void => {
    new Gauge({
      name: `hindsight_hot_bank${name}`,
      help,
      registers,
      collect() {
        this.set(of(read()));
      },
    });
  };
  total("hits", "Recalls answered from a bank in memory.", ({ hits }) => hits);
  total("catch_ups", "Of those, recalls that first read what had changed.", ({ caughtUp }) => caughtUp);
  total("misses", "Recalls that the database answered.", ({ misses }) => misses);
  total("loads", "Banks read into memory as a whole.", ({ loads }) => loads);
  total("reloads", "Of those, banks that had been there before.", ({ reloads }) => reloads);
  total("evictions", "Banks that gave way to others.", ({ evictions }) => evictions);
  total("failures", "Banks given up because reading or searching them failed.", ({ failures }) => failures);
  now("s", "Banks in memory.", ({ banks }) => banks);
  now("_bytes", "Bytes of the banks in memory.", ({ bytes }) => bytes);
}
