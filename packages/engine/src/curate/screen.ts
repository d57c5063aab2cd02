/** What a caller writes by hand is screened as what is retained is. */

import { resolveBankSettings } from "../config/index.js";
import type { EngineContext } from "../context.js";
import type { MemoryChange } from "../domain/curation.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { type DefensePolicy, openScreening, readPolicy } from "../guard/defense/index.js";
import { readBank } from "../store/banks/read-bank.js";

/** What a screening by hand needs of the engine. */
export type Screened = Pick<EngineContext, "db" | "settings" | "onDefended">;

/** The policy of a bank. Throws `memory_defense_invalid` for one that cannot be read. */
export async function policyOf(ctx: Pick<Screened, "db" | "settings">, bank: BankScope): Promise<DefensePolicy> {
  const row = await readBank(ctx.db, bank);
  return readPolicy(resolveBankSettings(ctx.settings.bank, row?.config ?? {}).memory_defense);
}

/** The change without what the bank's policy redacts, which is told to whoever listens. Throws `memory_blocked` for what it blocks. */
export async function screened(ctx: Screened, bank: BankScope, policy: DefensePolicy, change: MemoryChange): Promise<MemoryChange> {
  const screening = openScreening(policy);
  for (const text of [change.text, change.context]) if (text !== undefined) screening.refuseInstructions(text);
  const clean = (text: string | undefined): string | undefined => (text === undefined ? undefined : screening.clean(text));
  const left: MemoryChange = {
    ...change,
    text: clean(change.text),
    context: clean(change.context),
    reason: clean(change.reason),
    entities: change.entities?.map((name) => screening.clean(name)),
  };
  const { action, detector, matchedTypes, hits } = screening.verdict();
  if (action === "allow") return left;
  const what = matchedTypes.join(", ");
  const message =
    action === "block"
      ? `Nothing was changed: the new text holds ${what}, which the memory defense of this bank blocks. Take it out and try again.`
      : `It was changed without ${what}.`;
  const found = hits.map(({ label, preview }) => ({ detector: label, preview }));
  await ctx.onDefended?.(bank, [{ action, detector: detector ?? "", documentId: null, matchedTypes, message, hits: found }]);
  if (action === "redact") return left;
  throw new HindsightError("memory_blocked", message, { details: { violations: [{ index: 0, detector: detector ?? "", message }] } });
}
