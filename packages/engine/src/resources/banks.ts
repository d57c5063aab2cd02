import { bankNotFound, requireBankId } from "../banks/index.js";
import {
  type ConfigChange,
  dispositionOf,
  mustFit,
  originsUnder,
  readConfigUpdates,
  requireFit,
  resolveBankSettings,
} from "../config/index.js";
import type { BankConfig, BankProfile } from "../domain/resources.js";
import type { BankScope } from "../domain/scope.js";
import { sanitise } from "../domain/text/sanitise.js";
import { HindsightError } from "../errors.js";
import { forgetBank, NOTHING_FORGOTTEN, reportOf } from "../forget/index.js";
import { policyOf, type Screened, screenedUnder } from "../guard/defense/index.js";
import type { Hindsight } from "../hindsight.js";
import { hastenWhatWasSpent } from "../operations/index.js";
import { deleteAlias } from "../store/aliases/delete-alias.js";
import { insertAlias } from "../store/aliases/insert-alias.js";
import { listAliases } from "../store/aliases/list-aliases.js";
import { setPrimaryAlias } from "../store/aliases/set-primary-alias.js";
import { countBanks } from "../store/banks/count-banks.js";
import { dropSearchIndexes } from "../store/banks/drop-search-indexes.js";
import { listBanks } from "../store/banks/list-banks.js";
import { lockBank } from "../store/banks/lock-bank.js";
import { lockBankName } from "../store/banks/lock-bank-name.js";
import { type BankRow, readBank } from "../store/banks/read-bank.js";
import { resetBankConfig } from "../store/banks/reset-bank-config.js";
import { type BankChange, updateBank } from "../store/banks/update-bank.js";
import { containing } from "../store/filters/text-filter.js";
import { bankStats } from "./bank-stats.js";
import type { ResourceContext } from "./engine.js";
import { page } from "./page.js";

/** What is found by memory defense in a new alias is told to `onDefended`. */
export function bankResource(context: ResourceContext, onDefended?: Screened["onDefended"]): Hindsight["banks"] {
  const { db, tenant, banks, afterDelete } = context;
  const profile = (bankId: string, { name, config }: BankRow): BankProfile => {
    const settings = resolveBankSettings(context.defaults, config);
    return { bankId, name, disposition: dispositionOf(settings), mission: settings.reflect_mission ?? "" };
  };
  const resolved = (bankId: string, { config }: BankRow): BankConfig => ({
    bankId,
    config: resolveBankSettings(context.defaults, config),
    overrides: config,
    origins: originsUnder(context.origins, config, "bank"),
  });
  const existing = (bank: BankScope, row: BankRow | null): BankRow => {
    if (row === null) throw bankNotFound(bank.bankId);
    return row;
  };
  /** Settings that must fit together are checked as they stand then, while nobody else can change them; what does not fit changes nothing. */
  const updateFitting = (bank: BankScope, changed: BankChange): Promise<BankRow | null> =>
    db.transaction(async (tx) => {
      const row = await updateBank(tx, bank, changed);
      if (row !== null) requireFit(resolveBankSettings(context.defaults, row.config));
      return row;
    });
  const change = async (bank: BankScope, name: string | null, updates: ConfigChange): Promise<BankRow> => {
    const { set, clear } = updates;
    const changes = name !== null || clear.length > 0 || Object.keys(set).length > 0;
    const changed = { name, set, clear };
    const written = mustFit(updates) ? updateFitting(bank, changed) : changes ? updateBank(db, bank, changed) : readBank(db, bank);
    const row = existing(bank, await written);
    if ("spend_limits" in set || clear.includes("spend_limits")) await hastenWhatWasSpent(db, bank);
    return row;
  };
  const aliasesOf = async (bank: BankScope) => ({ bankId: bank.bankId, aliases: await listAliases(db, bank) });

  return {
    async list(paging) {
      const filter = { pattern: paging.q ? containing(sanitise(paging.q)) : null, names: paging.names ?? null };
      const found = await page(
        paging,
        () => listBanks(db, tenant, { ...paging, ...filter }),
        () => countBanks(db, tenant, filter),
      );
      return {
        ...found,
        items: found.items.map(({ config, ...bank }) => ({ ...bank, ...profile(bank.bankId, { name: bank.name, config }) })),
      };
    },

    async put(bankId, fields) {
      const updates = readConfigUpdates(fields.config ?? {}); // before the bank is made: a bad setting makes none
      const bank = await banks.openOrCreate(bankId);
      return profile(bank.bankId, await change(bank, bankName(fields.name), updates));
    },
    async patch(bankId, fields) {
      const bank = await banks.open(bankId);
      return profile(bank.bankId, await change(bank, bankName(fields.name), readConfigUpdates(fields.config ?? {})));
    },
    async get(bankId) {
      const bank = await banks.open(bankId);
      return profile(bank.bankId, existing(bank, await readBank(db, bank)));
    },
    async delete(bankId) {
      const bank = await banks.find(bankId);
      if (bank === null) return reportOf(NOTHING_FORGOTTEN);
      const forgotten = await db.transaction(async (tx) => {
        await lockBank(tx, bank);
        return forgetBank(tx, bank);
      });
      banks.forget();
      await dropSearchIndexes(db, bank);
      await afterDelete?.(bank);
      return reportOf(forgotten);
    },
    async stats(bankId) {
      return bankStats(db, await banks.open(bankId));
    },

    async config(bankId) {
      const bank = await banks.open(bankId);
      return resolved(bank.bankId, existing(bank, await readBank(db, bank)));
    },
    async updateConfig(bankId, updates) {
      const checked = readConfigUpdates(updates);
      const bank = await banks.openOrCreate(bankId);
      return resolved(bank.bankId, await change(bank, null, checked));
    },
    async resetConfig(bankId) {
      const bank = await banks.open(bankId);
      const row = existing(bank, await resetBankConfig(db, bank));
      await hastenWhatWasSpent(db, bank); // its limits went with the rest
      return resolved(bank.bankId, row);
    },

    async aliases(bankId) {
      return aliasesOf(await banks.open(bankId));
    },
    async addAlias(bankId, alias, primary) {
      requireBankId(alias, "The alias");
      const bank = await banks.open(bankId);
      if (alias === bank.bankId) throw new HindsightError("bad_argument", `Bank '${alias}' cannot be an alias of itself.`);
      const policy = await policyOf({ db, settings: { bank: context.defaults } }, bank);
      await screenedUnder({ onDefended }, bank, policy, (screening) => screening.require(alias));
      await db.transaction(async (tx) => {
        await lockBankName(tx, tenant, alias);
        if (!(await insertAlias(tx, bank, alias))) throw new HindsightError("alias_conflict", `'${alias}' is already a bank or an alias.`);
        if (primary) await setPrimaryAlias(tx, bank, alias, true);
      });
      return aliasesOf(bank);
    },
    async setPrimaryAlias(bankId, alias, primary) {
      const bank = await banks.open(bankId);
      if (!(await setPrimaryAlias(db, bank, sanitise(alias), primary))) throw aliasNotFound(bank, alias);
      return aliasesOf(bank);
    },
    async removeAlias(bankId, alias) {
      const bank = await banks.open(bankId);
      if (!(await deleteAlias(db, bank, sanitise(alias)))) throw aliasNotFound(bank, alias);
      banks.forget();
      return aliasesOf(bank);
    },
  };
}

/** A name to store, or null when none was sent. */
function bankName(name: string | null | undefined): string | null {
  return name === undefined || name === null ? null : sanitise(name);
}

function aliasNotFound(bank: BankScope, alias: string): HindsightError {
  return new HindsightError("alias_not_found", `Bank '${bank.bankId}' has no alias '${alias}'`);
}
