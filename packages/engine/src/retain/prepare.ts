import type { EngineContext } from "../context.js";
import type { RetainItem } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import type { Enqueued } from "../operations/index.js";
import type { Db } from "../store/db.js";
import { attachmentLimits } from "./content.js";
import { defend } from "./defend.js";
import { guard } from "./guard.js";
import { identify } from "./identify.js";
import { readRetainRules } from "./settings.js";
import { submit } from "./submit.js";

/** Checks and screens an item and reads what its retain needs; what comes back queues it in a transaction of the caller's, who wakes the worker after it. */
export async function prepareRetain(ctx: EngineContext, bank: BankScope, item: RetainItem): Promise<(tx: Db) => Promise<Enqueued>> {
  const given = guard({ items: [item] }, ctx.now(), attachmentLimits(ctx.settings));
  const { settingsOf, defense } = await readRetainRules(ctx, bank);
  const { items, report } = await defend(ctx, bank, given, defense);
  const drafts = identify(items);
  return (tx) => submit(ctx, bank, drafts, settingsOf, { operationId: null, tx, report });
}
