import { randomUUID } from "node:crypto";
import { resolveBankSettings, type Settings } from "../../config/index.js";
import type { BankScope, TenantScope } from "../../domain/scope.js";
import type { ExpectedCall } from "../../providers/llm/index.js";
import { readBank } from "../../store/banks/read-bank.js";
import type { Database } from "../../store/db.js";
import { deleteReservations } from "../../store/llm-usage/delete-reservations.js";
import { insertReservation } from "../../store/llm-usage/insert-reservation.js";
import { lockSpend } from "../../store/llm-usage/lock-spend.js";
import { readBankSpend } from "../../store/llm-usage/read-bank-spend.js";
import { readTenantSpend } from "../../store/llm-usage/read-tenant-spend.js";
import { settleLostReservations } from "../../store/llm-usage/settle-lost-reservations.js";
import { type Estimate, type Limit, limitsFor, standingOf, type Verdict, verdictOn } from "./limits.js";
import { startOf, WINDOWS } from "./windows.js";

/** How long a call may be under way before it counts as lost, and what was set aside for it as spent. Well above any deadline of a call. */
const LOST_AFTER_MS = 3_600_000;

/** The limits in force in a bank, read anew for each call, so that a change holds at once; without a bank those of the tenant. */
export async function readLimits(db: Database, settings: Settings, bank: BankScope | null): Promise<readonly Limit[]> {
  if (bank === null) return limitsFor(settings, null).filter(({ level }) => level === "tenant");
  const row = await readBank(db, bank);
  return limitsFor(settings, resolveBankSettings(settings.bank, row?.config ?? {}).spend_limits);
}

export type Admission = { readonly kind: "go"; readonly reservation: string | null } | Exclude<Verdict, { readonly kind: "go" }>;

/**
 * Looks whether a call may be made, and sets aside what it is expected to cost: in one transaction under a lock, so that calls of all processes are
 * decided one after another. What an earlier try at the same batch has set aside is set aside anew. A call without a bank (the server's own check) is looked at, and nothing is set aside for it.
 */
export async function admit(
  db: Database,
  tenant: TenantScope,
  bank: BankScope | null,
  limits: readonly Limit[],
  estimate: Estimate,
  now: Date,
  batch?: ExpectedCall["batch"],
): Promise<Admission> {
  const starts = WINDOWS.map((window) => startOf(window, now));
  return db.transaction(async (tx): Promise<Admission> => {
    await lockSpend(tx, tenant);
    await settleLostReservations(tx, tenant, now);
    if (batch !== undefined && bank !== null) await deleteReservations(tx, bank, [batch.reservation]);
    const spend = {
      bank: bank === null ? [] : await readBankSpend(tx, bank, starts, now),
      tenant: limits.some(({ level }) => level === "tenant") ? await readTenantSpend(tx, tenant, starts, now) : [],
    };
    const verdict = verdictOn(
      limits.map((limit) => standingOf(limit, spend)),
      estimate,
      batch !== undefined,
    );
    if (verdict.kind !== "go") return verdict;
    const id = batch?.reservation ?? randomUUID();
    const reservation = {
      id,
      hour: startOf("hour", now),
      ...estimate,
      expiresAt: new Date(now.getTime() + (batch?.waitMs ?? 0) + LOST_AFTER_MS),
    };
    const isSet = bank !== null && (await insertReservation(tx, bank, reservation));
    return { kind: "go", reservation: isSet ? id : null };
  });
}
