import type { Settings } from "../../config/index.js";
import type { SpendRow } from "../../store/shapes/spend.js";
import { WINDOWS, type Window } from "./windows.js";

export type Level = "bank" | "tenant";
export type Unit = "tokens" | "usd";

export interface Limit {
  readonly level: Level;
  readonly unit: Unit;
  readonly window: Window;
  /** Tokens or micro-USD. */
  readonly most: number;
}

/** Tokens and micro-USD: what a call is expected to cost. */
export interface Estimate {
  readonly tokens: number;
  readonly microUsd: number;
}

/** What a bank says of itself (its setting `spend_limits`); absent and null are no limit. */
export type BankLimits = Readonly<Partial<Record<`${Unit}_per_${Window}`, number | null | undefined>>> | null;

/** The limits that hold for a bank: those of the server, and where the bank has a lower one, that. A bank cannot raise what the server allows. */
export function limitsFor(settings: Settings, own: BankLimits): readonly Limit[] {
  const limits: readonly (readonly [Level, Unit, Window, number | null])[] = [
    ["bank", "tokens", "hour", tighter(settings.spendBankTokensPerHour, own?.tokens_per_hour)],
    ["bank", "tokens", "day", tighter(settings.spendBankTokensPerDay, own?.tokens_per_day)],
    ["bank", "usd", "hour", tighter(settings.spendBankUsdPerHour, own?.usd_per_hour)],
    ["bank", "usd", "day", tighter(settings.spendBankUsdPerDay, own?.usd_per_day)],
    ["tenant", "tokens", "hour", tighter(settings.spendTenantTokensPerHour, null)],
    ["tenant", "tokens", "day", tighter(settings.spendTenantTokensPerDay, null)],
    ["tenant", "usd", "hour", tighter(settings.spendTenantUsdPerHour, null)],
    ["tenant", "usd", "day", tighter(settings.spendTenantUsdPerDay, null)],
  ];
  return limits.flatMap(([level, unit, window, most]) =>
    most === null ? [] : [{ level, unit, window, most: unit === "usd" ? Math.round(most * 1e6) : most }],
  );
}

/** The lower of two limits; 0 of the server is none. */
function tighter(server: number, own: number | null | undefined): number | null {
  if (own === null || own === undefined) return server === 0 ? null : server;
  return server === 0 ? own : Math.min(server, own);
}

/** A limit and what stands against it. */
export interface Standing {
  readonly limit: Limit;
  readonly spent: number;
  readonly reserved: number;
}

export type Verdict =
  | { readonly kind: "go" }
  /** Nothing is left until the window turns. */
  | { readonly kind: "reached"; readonly by: Standing }
  /** What is left is set aside for calls under way, which may come out cheaper. */
  | { readonly kind: "full"; readonly by: Standing }
  /** A batch that no window has room for, be it empty. */
  | { readonly kind: "beyond"; readonly by: Standing };

/**
 * Whether a call may be made. It may when, under every limit, something is left and what is set aside for the calls under way still leaves room for it.
 * With none under way, any rest will do: the amount of a single call is all that a limit can be exceeded by, and a limit below the estimate of one
 * call does not stop everything. A batch is many calls at once: it waits for a window with room for all of it.
 */
export function verdictOn(standings: readonly Standing[], estimate: Estimate, isBatch = false): Verdict {
  const costs = ({ unit }: Limit): number => (unit === "usd" ? estimate.microUsd : estimate.tokens);
  const beyond = standings.find(({ limit }) => isBatch && costs(limit) > limit.most);
  if (beyond !== undefined) return { kind: "beyond", by: beyond };
  const reached = standings.find(
    ({ limit, spent, reserved }) => spent >= limit.most || (isBatch && spent + reserved + costs(limit) > limit.most),
  );
  if (reached !== undefined) return { kind: "reached", by: reached };
  const full = standings.find(({ limit, spent, reserved }) => reserved > 0 && spent + reserved + costs(limit) > limit.most);
  return full === undefined ? { kind: "go" } : { kind: "full", by: full };
}

/** `spend` has a row per window, in the order of WINDOWS. */
export function standingOf(limit: Limit, spend: Readonly<Record<Level, readonly SpendRow[]>>): Standing {
  const row = spend[limit.level][WINDOWS.indexOf(limit.window)];
  if (row === undefined) return { limit, spent: 0, reserved: 0 };
  return limit.unit === "usd"
    ? { limit, spent: row.microUsd, reserved: row.reservedMicroUsd }
    : { limit, spent: row.inputTokens + row.outputTokens + row.thoughtsTokens, reserved: row.reservedTokens };
}
