import type { EngineContext } from "./context.js";
import type { BankScope } from "./domain/scope.js";
import { ensureVectorIndex } from "./recall/index.js";

/** How often banks that got vectors are looked at for an index. */
const UPKEEP_MS = 30_000;

/** Gives banks that outgrew the exact scan their vector index, some time after the vectors were written. A failure is logged: recall scans meanwhile. */
export function vectorUpkeep(engine: EngineContext, openBank: (key: number) => Promise<BankScope | null>) {
  const noted = new Set<number>();
  let running: Promise<void> = Promise.resolve();

  async function look(key: number): Promise<void> {
    try {
      const bank = await openBank(key);
      if (bank !== null && (await ensureVectorIndex(engine, bank))) engine.log.info({ bank: bank.bankId }, "a bank got its vector index");
    } catch (error) {
      engine.log.warn({ err: error }, "a bank's vector index could not be built");
    }
  }
  async function round(): Promise<void> {
    const keys = [...noted];
    noted.clear();
    for (const key of keys) await look(key);
  }
  const run = (): Promise<void> => {
    running = running.then(round);
    return running;
  };
  const timer = setInterval(run, UPKEEP_MS);
  timer.unref();
  return {
    note: (keys: ReadonlySet<number>): void => {
      for (const key of keys) noted.add(key);
    },
    run,
    async stop(): Promise<void> {
      clearInterval(timer);
      noted.clear();
      await running;
    },
  };
}
