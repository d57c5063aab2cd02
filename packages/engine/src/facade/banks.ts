// What may be asked of the engine about banks themselves, and about what sets one up.
// In: bank ids or aliases, settings under the contract's names. Out: profiles, settings, templates.
// Types only; `resources/` builds what has them.

import type { DeletionReport } from "../domain/observations.js";
import type { BankAlias, BankConfig, BankListItem, BankProfile, BankStats, Page, Paging } from "../domain/resources.js";
import type { GalleryTemplate, TemplateManifest, TemplateReport } from "../domain/templates.js";

export interface Banks {
  /** `names`: those alone whose id is one of these, `*` standing for any characters. */
  list(paging: Paging & { readonly q?: string | null; readonly names?: readonly string[] | null }): Promise<Page<BankListItem>>;
  /** Creates the bank or merges the given fields into it. `config` has the contract's snake_case names; null clears an override. */
  put(bankId: string, fields: { readonly name?: string | null; readonly config?: Readonly<Record<string, unknown>> }): Promise<BankProfile>;
  /** Like `put`, for an existing bank only. */
  patch(
    bankId: string,
    fields: { readonly name?: string | null; readonly config?: Readonly<Record<string, unknown>> },
  ): Promise<BankProfile>;
  /** The profile of an existing bank. */
  get(bankId: string): Promise<BankProfile>;
  /** Deletes the bank and everything in it. Of an unknown bank nothing goes. */
  delete(bankId: string): Promise<DeletionReport>;
  stats(bankId: string): Promise<BankStats>;
  config(bankId: string): Promise<BankConfig>;
  /** Creates the bank when missing. Unknown names and wrong types throw `bad_argument`. */
  updateConfig(bankId: string, updates: Readonly<Record<string, unknown>>): Promise<BankConfig>;
  resetConfig(bankId: string): Promise<BankConfig>;
  aliases(bankId: string): Promise<{ readonly bankId: string; readonly aliases: readonly BankAlias[] }>;
  addAlias(bankId: string, alias: string, primary: boolean): Promise<{ readonly bankId: string; readonly aliases: readonly BankAlias[] }>;
  setPrimaryAlias(
    bankId: string,
    alias: string,
    primary: boolean,
  ): Promise<{ readonly bankId: string; readonly aliases: readonly BankAlias[] }>;
  removeAlias(bankId: string, alias: string): Promise<{ readonly bankId: string; readonly aliases: readonly BankAlias[] }>;
}

/** What a bank is set up with, as one document: settings, mental models, directives. */
export interface Templates {
  /**
   * Sets a bank up by a template, all of it or nothing; the bank is made when missing. A dry run tells what would come of it. Throws `bad_argument` with
   * everything that is wrong with the template.
   */
  import(bankId: string, manifest: unknown, options?: { readonly isDryRun?: boolean }): Promise<TemplateReport>;
  /** Throws `bank_not_found`. */
  export(bankId: string): Promise<TemplateManifest>;
  /** Templates that are shipped. */
  gallery(): Promise<readonly GalleryTemplate[]>;
  /** The JSON Schema of a template. */
  schema(): Promise<Readonly<Record<string, unknown>>>;
}
