import type { EngineContext } from "./context.js";
import type { BankScope } from "./domain/scope.js";
import { ensureVectorIndex } from "./recall/index.js";
import { startUpkeep } from "./upkeep.js";

/** How often banks that got vectors are looked at for an index. */
const UPKEEP_MS = 30_000;

/**
 * Gives banks that outgrew the exact scan their indexes, some time after the vectors were written; and, once after the start, those of `atStart`, which an import,
 * a restore or an earlier version left without. A failure is logged: recall scans meanwhile.
 */
export function vectorUpkeep(
  engine: EngineContext,
  openBank: (key: number) => Promise<BankScope | null>,
  atStart: (() => Promise<readonly number[]>) | null = null,
) {
  const noted = new Set<number>();
  let first = atStart;

  async function look(key: number): Promise<void> {
    try {
      const bank = await openBank(key);
      if (bank !== null && (await ensureVectorIndex(engine, bank))) engine.log.info({ bank: bank.bankId }, "a bank got its vector index");
    } catch (error) {
      engine.log.warn({ err: error }, "a bank's vector index could not be built");
    }
  }
  async function noteFirst(): Promise<void> {
    const list = first;
    first = null;
    try {
      for (const key of (await list?.()) ?? []) noted.add(key);
    } catch (error) {
      engine.log.warn({ err: error }, "large banks could not be listed: one without its index gets it with its next memory");
    }
  }
  const { run, stop } = startUpkeep(UPKEEP_MS, async () => {
    await noteFirst();
    const keys = [...noted];
    noted.clear();
    for (const key of keys) await look(key);
  });
  return {
    note: (keys: ReadonlySet<number>): void => {
      for (const key of keys) noted.add(key);
    },
    run,
    stop,
  };
}
