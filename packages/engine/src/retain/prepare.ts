import type { EngineContext } from "../context.js";
import type { RetainItem } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import type { Enqueued } from "../operations/index.js";
import type { Db } from "../store/db.js";
import { attachmentLimits } from "./content.js";
import { guard } from "./guard.js";
import { identify } from "./identify.js";
import { readRetainSettings } from "./settings.js";
import { submit } from "./submit.js";

/** Checks an item and reads what its retain needs; what comes back queues it in a transaction of the caller's, who wakes the worker after it. */
export async function prepareRetain(ctx: EngineContext, bank: BankScope, item: RetainItem): Promise<(tx: Db) => Promise<Enqueued>> {
  const drafts = identify(guard({ items: [item] }, ctx.now(), attachmentLimits(ctx.settings)));
  const settingsOf = await readRetainSettings(ctx, bank);
  return (tx) => submit(ctx, bank, drafts, settingsOf, null, tx);
}
