import type { Settings } from "../../config/index.js";
import type { BankSpend, SpendLimit, SpendWindow } from "../../domain/llm-requests.js";
import type { BankScope } from "../../domain/scope.js";
import type { Database } from "../../store/db.js";
import { readBankSpend } from "../../store/llm-usage/read-bank-spend.js";
import type { SpendRow } from "../../store/shapes/spend.js";
import { readLimits } from "./admit.js";
import type { Limit } from "./limits.js";
import { endOf, startOf, WINDOWS, type Window } from "./windows.js";

/** What a bank has spent in this hour and on this day, against its own limits; those of the tenant are not a bank's to see. */
export async function bankSpend(db: Database, settings: Settings, bank: BankScope, now: Date): Promise<BankSpend> {
  const limits = (await readLimits(db, settings, bank)).filter(({ level }) => level === "bank");
  const rows = await readBankSpend(
    db,
    bank,
    WINDOWS.map((window) => startOf(window, now)),
    now,
  );
  const windowOf = (window: Window): SpendWindow => shown(window, rows[WINDOWS.indexOf(window)] ?? NOTHING, limits, now);
  return { hour: windowOf("hour"), day: windowOf("day") };
}

const NOTHING: SpendRow = {
  calls: 0,
  failedCalls: 0,
  unpricedCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  thoughtsTokens: 0,
  microUsd: 0,
  reservedTokens: 0,
  reservedMicroUsd: 0,
};

function shown(window: Window, row: SpendRow, limits: readonly Limit[], now: Date): SpendWindow {
  const { calls, failedCalls, unpricedCalls, inputTokens, outputTokens, cachedTokens, thoughtsTokens, reservedTokens } = row;
  return {
    start: startOf(window, now),
    resetsAt: endOf(window, now),
    calls,
    failedCalls,
    unpricedCalls,
    inputTokens,
    outputTokens,
    cachedTokens,
    thoughtsTokens,
    totalTokens: inputTokens + outputTokens + thoughtsTokens,
    costUsd: row.microUsd / 1e6,
    reservedTokens,
    reservedUsd: row.reservedMicroUsd / 1e6,
    limit: limitOf(window, limits),
  };
}

function limitOf(window: Window, limits: readonly Limit[]): SpendLimit {
  const most = (unit: Limit["unit"]): number | null => limits.find((limit) => limit.window === window && limit.unit === unit)?.most ?? null;
  const microUsd = most("usd");
  return { tokens: most("tokens"), usd: microUsd === null ? null : microUsd / 1e6 };
}
