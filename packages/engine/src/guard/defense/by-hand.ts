/** What a caller writes by hand is screened as what is retained is: edits, tags, and the names of what a bank has beside its memories. */

import { resolveBankSettings, type Settings } from "../../config/index.js";
import type { DefenseEvent } from "../../domain/defense.js";
import type { BankScope } from "../../domain/scope.js";
import { HindsightError } from "../../errors.js";
import { readBank } from "../../store/banks/read-bank.js";
import type { Db } from "../../store/db.js";
import { auditCleaner } from "./audit.js";
import { type DefensePolicy, readPolicy } from "./policy.js";
import { openScreening, type Screening } from "./screening.js";

/** What a screening by hand needs of the engine. */
export interface Screened {
  readonly db: Db;
  readonly settings: Pick<Settings, "bank">;
  readonly onDefended?: ((bank: BankScope, events: readonly DefenseEvent[]) => Promise<void>) | undefined;
}

/** The policy of a bank, or of one that is not there yet. Throws `memory_defense_invalid` for one that cannot be read. */
export async function policyOf({ db, settings }: Pick<Screened, "db" | "settings">, bank: BankScope | null): Promise<DefensePolicy> {
  const row = bank === null ? null : await readBank(db, bank);
  return readPolicy(resolveBankSettings(settings.bank, row?.config ?? {}).memory_defense);
}

/** What takes out of a text that is told whatever the bank may not keep, also where its policy cannot be read. */
export async function cleanerOf({ db, settings }: Pick<Screened, "db" | "settings">, bank: BankScope): Promise<(text: string) => string> {
  const row = await readBank(db, bank);
  return auditCleaner(resolveBankSettings(settings.bank, row?.config ?? {}).memory_defense);
}

/**
 * What `clean` leaves of something under a policy; what was found is told to whoever listens to the bank. Throws `memory_blocked` for what the policy blocks:
 * then nothing of it may be stored.
 */
export async function screenedUnder<T>(
  ctx: Pick<Screened, "onDefended">,
  bank: BankScope | null,
  policy: DefensePolicy,
  clean: (screening: Screening) => T,
): Promise<T> {
  const screening = openScreening(policy);
  const left = clean(screening);
  const { action, detector, matchedTypes, hits } = screening.verdict();
  if (action === "allow") return left;
  const what = matchedTypes.join(", ");
  const message =
    action === "block"
      ? `Nothing was changed: what was sent holds ${what}, which the memory defense of this bank blocks. Take it out and try again.`
      : `It was changed without ${what}.`;
  const found = hits.map(({ label, preview }) => ({ detector: label, preview }));
  if (bank !== null)
    await ctx.onDefended?.(bank, [{ action, detector: detector ?? "", documentId: null, matchedTypes, message, hits: found }]);
  if (action === "redact") return left;
  throw new HindsightError("memory_blocked", message, { details: { violations: [{ index: 0, detector: detector ?? "", message }] } });
}

/** What something is called and filed under. */
interface Labels {
  readonly name?: string | undefined;
  readonly tags?: readonly string[] | null | undefined;
}

/** Fields without what the bank's policy redacts in their name and tags; an `id` is not redacted but blocked. Throws as `screenedUnder` does. */
export async function withScreenedLabels<Fields extends Labels & { readonly id?: string | null | undefined }>(
  ctx: Screened,
  bank: BankScope | null,
  fields: Fields,
): Promise<Fields> {
  return screenedUnder(ctx, bank, await policyOf(ctx, bank), (screening) => cleanLabels(screening, fields));
}

/** The same within a screening of more. */
export function cleanLabels<Fields extends Labels & { readonly id?: string | null | undefined }>(
  screening: Screening,
  fields: Fields,
): Fields {
  const { id, name, tags } = fields;
  if (typeof id === "string") screening.require(id);
  return {
    ...fields,
    ...(name === undefined ? {} : { name: screening.clean(name) }),
    ...(tags === undefined || tags === null ? {} : { tags: [...new Set(tags.map(screening.clean))] }),
  };
}
