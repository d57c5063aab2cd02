import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { operationState } from "../store/operations/operation-state.js";
import { startUpkeep, type Upkeep } from "../upkeep.js";
import { isExport, ownerOf } from "./keys.js";

/** An object younger than this may belong to an upload whose operation is not there yet. */
const YOUNG_MS = 24 * 3_600_000;
const UPKEEP_MS = 6 * 3_600_000;

type OpenBank = (bankKey: number) => Promise<BankScope | null>;
type Ground = Pick<EngineContext, "db" | "objects" | "log" | "now">;

/**
 * Deletes what crashes and failures have left, and archives a day after their export: bytes of banks that are gone, and of operations that are done, gone or forgotten. What waits, works, or may be
 * retried stays. Returns how many objects went.
 */
export async function sweepFiles(ctx: Ground, openBank: OpenBank, youngMs = YOUNG_MS, signal?: AbortSignal): Promise<number> {
  let swept = 0;
  const banks = new Map<number, BankScope | null>();
  for await (const { key, modifiedAt } of ctx.objects.list("banks/", signal)) {
    const bankKey = Number(/^banks\/(\d+)\//.exec(key)?.[1] ?? Number.NaN);
    if (Number.isNaN(bankKey) || ctx.now().getTime() - modifiedAt.getTime() < youngMs) continue;
    if (!banks.has(bankKey)) banks.set(bankKey, await openBank(bankKey));
    if (await isNeeded(ctx, banks.get(bankKey) ?? null, key)) continue;
    await ctx.objects.delete(key, signal);
    swept += 1;
  }
  return swept;
}

async function isNeeded(ctx: Ground, bank: BankScope | null, key: string): Promise<boolean> {
  if (bank === null || isExport(key)) return false;
  const operationId = ownerOf(key)?.operationId ?? null;
  if (operationId === null) return true; // no upload, or one that is kept for good
  const state = await operationState(ctx.db, bank, operationId);
  return state !== null && state.status !== "completed" && !state.isForgotten;
}

/** Sweeps now and then, as long as the engine is open. */
export function startFileUpkeep(ctx: Ground, openBank: OpenBank): Upkeep {
  return startUpkeep(UPKEEP_MS, async (signal) => {
    try {
      const swept = await sweepFiles(ctx, openBank, YOUNG_MS, signal);
      if (swept > 0) ctx.log.info({ objects: swept }, "files that nothing needs any more were deleted");
    } catch (error) {
      if (!signal.aborted) ctx.log.warn({ err: error }, "unneeded files could not be swept; it is tried again later");
    }
  });
}
