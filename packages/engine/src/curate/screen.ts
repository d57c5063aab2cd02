/** What a caller writes by hand into a memory is screened as what is retained is. */

import type { MemoryChange } from "../domain/curation.js";
import type { BankScope } from "../domain/scope.js";
import { type DefensePolicy, type Screened, screenedUnder } from "../guard/defense/index.js";

/** The change without what the bank's policy redacts, which is told to whoever listens. Throws `memory_blocked` for what it blocks. */
export async function screened(
  ctx: Pick<Screened, "onDefended">,
  bank: BankScope,
  policy: DefensePolicy,
  change: MemoryChange,
): Promise<MemoryChange> {
  return screenedUnder(ctx, bank, policy, (screening) => {
    for (const text of [change.text, change.context]) if (text !== undefined) screening.refuseInstructions(text);
    const clean = (text: string | undefined): string | undefined => (text === undefined ? undefined : screening.clean(text));
    return {
      ...change,
      text: clean(change.text),
      context: clean(change.context),
      reason: clean(change.reason),
      entities: change.entities?.map((name) => screening.clean(name)),
    };
  });
}
