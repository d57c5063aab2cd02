import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { bankPrefix } from "./keys.js";

/** Deletes the archives that were exported from a bank: they hold what is forgotten in it. What fails is logged, and goes by its age. */
export async function deleteExports(ctx: Pick<EngineContext, "objects" | "log">, bank: BankScope): Promise<void> {
  try {
    await ctx.objects.deleteAll(`${bankPrefix(bank)}exports/`);
  } catch (error) {
    ctx.log.warn(
      { bank: bank.bankId, err: error },
      "archives of a bank could not be deleted after something in it was; they go within a day",
    );
  }
}

/** Deletes what a bank that is gone has left in object storage. What fails is logged and swept later: the bank is deleted all the same. */
export async function deleteBankObjects(ctx: Pick<EngineContext, "objects" | "log">, bank: BankScope): Promise<void> {
  try {
    await ctx.objects.deleteAll(bankPrefix(bank));
  } catch (error) {
    ctx.log.warn({ bank: bank.bankId, err: error }, "the objects of a deleted bank could not be deleted; it is tried again later");
  }
}
