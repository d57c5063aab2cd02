// A bank of an archive, written in steps: others are served between any two of its statements, and see nothing of it before it is whole.
// In: an archive that was read. Out: the bank, under its name with the last step; what broke off is forgotten, at once or by the sweep.

import { findBank, findBankByKey, forgetNames } from "../../banks/index.js";
import type { EngineContext, RequestContext } from "../../context.js";
import { type BankScope, type TenantScope, tenantScope } from "../../domain/scope.js";
import { HindsightError } from "../../errors.js";
import { askForConsolidation, forgetBank } from "../../forget/index.js";
import { insertBank } from "../../store/banks/insert-bank.js";
import { lockBankName } from "../../store/banks/lock-bank-name.js";
import { renameBank } from "../../store/banks/rename-bank.js";
import { resolveBank } from "../../store/banks/resolve-bank.js";
import type { Db } from "../../store/db.js";
import { STAGED } from "../../store/filters/own-bank.js";
import { handRecordsOver } from "../../store/transfer/hand-records-over.js";
import { isVacant } from "../../store/transfer/is-vacant.js";
import { listStaged } from "../../store/transfer/list-staged.js";
import { bankExists, fillBank, type Prepared, type RestoreScope, requireFree } from "./import.js";

/**
 * Makes a bank of an archive as `restoreBank` does, under a name that nobody can call, and gives it its own in one transaction with `end`. Throws what
 * `restoreBank` throws, and then nothing is left of it.
 */
export async function restoreInSteps(
  ctx: RequestContext,
  bank: BankScope,
  prepared: Prepared,
  { operationId, ...scope }: RestoreScope & { readonly operationId: string },
  end: (tx: Db, result: Readonly<Record<string, unknown>>) => Promise<void>,
): Promise<void> {
  const tenant = tenantScope(bank.tenant);
  const { targetBankId } = scope;
  await sweepStaged(ctx, tenant);
  await requireFree(ctx.db, tenant, bank, targetBankId);
  const staged = await stage(ctx, tenant, `${STAGED}${operationId}`);
  try {
    const result = await fillBank(ctx, ctx.db, staged, prepared, scope);
    ctx.signal.throwIfAborted();
    await ctx.db.transaction(async (tx) => {
      await lockBankName(tx, tenant, targetBankId);
      await end(tx, result);
      const former = await findBank(tx, tenant, targetBankId);
      if (former !== null) {
        // Not deleted: what is written behind for it, as the audit log is, may still come. Whoever opened it before and writes now finds no such bank, and what
        // was written before that is seen here: the name goes first.
        await renameBank(tx, former, `${staged.bankId}_before`);
        if (former.key !== bank.key || !(await isVacant(tx, former))) throw bankExists(targetBankId);
        await handRecordsOver(tx, former, staged);
      }
      await renameBank(tx, staged, targetBankId);
      const made = await findBank(tx, tenant, targetBankId);
      if (made?.key !== staged.key) throw new HindsightError("internal", `Bank '${targetBankId}' did not get its name.`);
      await askForConsolidation(tx, made, ctx);
    });
    forgetNames(ctx.db);
  } catch (error) {
    await forget(ctx, staged);
    throw error;
  }
}

/** The bank to be filled; one that an earlier try of the same operation left goes. */
async function stage(ctx: RequestContext, tenant: TenantScope, name: string): Promise<BankScope> {
  const left = await resolveBank(ctx.db, tenant, name);
  const leftBank = left === null ? null : await findBankByKey(ctx.db, tenant, left.key);
  if (leftBank !== null) await ctx.db.transaction((tx) => forgetBank(tx, leftBank));
  const made = await insertBank(ctx.db, tenant, name);
  const staged = made === null ? null : await findBankByKey(ctx.db, tenant, made.key);
  if (staged === null) throw new HindsightError("write_conflict", "Another worker has taken this import over.");
  return staged;
}

/** Forgets what imports left that broke off, as when their process was killed. */
export async function sweepStaged(ctx: Pick<EngineContext, "db" | "log">, tenant: TenantScope): Promise<void> {
  try {
    for (const key of await listStaged(ctx.db, tenant)) {
      const staged = await findBankByKey(ctx.db, tenant, key);
      if (staged !== null) await forget(ctx, staged);
    }
  } catch (err) {
    ctx.log.warn({ err }, "what imports left could not be looked for; the next sweep tries again");
  }
}

async function forget(ctx: Pick<EngineContext, "db" | "log">, staged: BankScope): Promise<void> {
  try {
    await ctx.db.transaction((tx) => forgetBank(tx, staged));
  } catch (err) {
    ctx.log.warn({ bank: staged.bankId, err }, "what an import left stays until it is swept");
  }
}
