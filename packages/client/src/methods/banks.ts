// Banks: making, configuring and deleting them, and the rules that hold in them.
// In: a bank's id and options. Out: the API's replies.

import type { CallOptions } from "../options.js";
import type * as api from "../types.gen.js";
import { apiKeys } from "../wire/keys.js";
import { everyEntry, PAGE_SIZE, pageOf } from "../wire/pages.js";
import type {
  CreateBankOptions,
  DirectiveOptions,
  ListBanksOptions,
  ListDirectivesOptions,
  UpdateBankConfigOptions,
  UpdateDirectiveOptions,
} from "./bank-options.js";
import { BANK } from "./caller.js";
import { MemoryMethods } from "./memories.js";
import type { Every } from "./memory-options.js";

const CONFIG = `${BANK}/config`;
const DIRECTIVES = `${BANK}/directives`;
const DIRECTIVE = `${DIRECTIVES}/{directive_id}`;

export type ListedBank = api.BankListResponse["banks"][number];
export type ListedDirective = api.DirectiveListResponse["items"][number];

export class BankMethods extends MemoryMethods {
  /** The server's version, and what it has switched on. */
  getVersion(options: CallOptions = {}): Promise<api.VersionResponse> {
    return this.callApi("getVersion", "GET", "/version", {}, {}, options);
  }

  /** Makes a bank, or changes what is given of one that exists. */
  createBank(bankId: string, options: CreateBankOptions = {}): Promise<api.BankProfileResponse> {
    return this.callApi("createBank", "PUT", BANK, { bank_id: bankId }, { body: apiKeys(options) }, options);
  }

  /** @deprecated `createBank(bankId, { reflectMission })` does the same. */
  setMission(bankId: string, mission: string, options: CallOptions = {}): Promise<api.BankProfileResponse> {
    return this.callApi("setMission", "PUT", BANK, { bank_id: bankId }, { body: { reflect_mission: mission } }, options);
  }

  /** @deprecated The server answers 410: `getBankConfig` has what a profile had. */
  getBankProfile(bankId: string, options: CallOptions = {}): Promise<api.BankProfileResponse> {
    return this.callApi("getBankProfile", "GET", `${BANK}/profile`, { bank_id: bankId }, {}, options);
  }

  /** The settings that hold in a bank, and which of them are its own. */
  getBankConfig(bankId: string, options: CallOptions = {}): Promise<api.BankConfigResponse> {
    return this.callApi("getBankConfig", "GET", CONFIG, { bank_id: bankId }, {}, options);
  }

  updateBankConfig(bankId: string, options: UpdateBankConfigOptions): Promise<api.BankConfigResponse> {
    const { updates, ...settings } = options;
    return this.callApi(
      "updateBankConfig",
      "PATCH",
      CONFIG,
      { bank_id: bankId },
      { body: { updates: { ...apiKeys(settings), ...updates } } },
      options,
    );
  }

  /** Takes all of a bank's own settings away. */
  resetBankConfig(bankId: string, options: CallOptions = {}): Promise<api.BankConfigResponse> {
    return this.callApi("resetBankConfig", "DELETE", CONFIG, { bank_id: bankId }, {}, options);
  }

  /** Deletes a bank with all that is in it. */
  async deleteBank(bankId: string, options: CallOptions = {}): Promise<void> {
    await this.callApi("deleteBank", "DELETE", BANK, { bank_id: bankId }, {}, options);
  }

  listBanks(options: ListBanksOptions = {}): Promise<api.BankListResponse> {
    return this.callApi("listBanks", "GET", "/v1/default/banks", {}, { query: apiKeys(options) }, options);
  }

  /** Every bank, page after page. */
  iterateBanks(options: Every<ListBanksOptions> = {}): AsyncGenerator<ListedBank, undefined> {
    const { pageSize = PAGE_SIZE, ...filter } = options;
    return everyEntry(async (window) => {
      const { banks, total } = await this.listBanks({ ...filter, ...window });
      return { entries: banks, total };
    }, pageSize);
  }

  /** Adds a rule that every reflection in the bank obeys. */
  createDirective(bankId: string, name: string, content: string, options: DirectiveOptions = {}): Promise<api.DirectiveResponse> {
    const { priority = 0, isActive = true, tags } = options;
    const body = { name, content, priority, is_active: isActive, tags };
    return this.callApi("createDirective", "POST", DIRECTIVES, { bank_id: bankId }, { body }, options);
  }

  listDirectives(bankId: string, options: ListDirectivesOptions = {}): Promise<api.DirectiveListResponse> {
    return this.callApi("listDirectives", "GET", DIRECTIVES, { bank_id: bankId }, { query: apiKeys(options) }, options);
  }

  /** Every directive of the bank, page after page. */
  iterateDirectives(bankId: string, options: Every<ListDirectivesOptions> = {}): AsyncGenerator<ListedDirective, undefined> {
    const { pageSize = PAGE_SIZE, ...filter } = options;
    return everyEntry(async (window) => pageOf(await this.listDirectives(bankId, { ...filter, ...window })), pageSize);
  }

  getDirective(bankId: string, directiveId: string, options: CallOptions = {}): Promise<api.DirectiveResponse> {
    return this.callApi("getDirective", "GET", DIRECTIVE, { bank_id: bankId, directive_id: directiveId }, {}, options);
  }

  updateDirective(bankId: string, directiveId: string, options: UpdateDirectiveOptions): Promise<api.DirectiveResponse> {
    const ids = { bank_id: bankId, directive_id: directiveId };
    return this.callApi("updateDirective", "PATCH", DIRECTIVE, ids, { body: apiKeys(options) }, options);
  }

  async deleteDirective(bankId: string, directiveId: string, options: CallOptions = {}): Promise<void> {
    await this.callApi("deleteDirective", "DELETE", DIRECTIVE, { bank_id: bankId, directive_id: directiveId }, {}, options);
  }
}
