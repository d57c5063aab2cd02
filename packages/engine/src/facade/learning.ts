// What may be asked of the engine about what a bank learns: its rules, its standing answers, and how facts become observations.
// In: bank ids or aliases, ids and changes. Out: what is set down, and the operations that were queued.
// Types only; `resources/` builds what has them.

import type { StrategiesPreview } from "../domain/consolidation.js";
import type { Directive, DirectiveFields, DirectiveFilter } from "../domain/directives.js";
import type {
  DryRunRefresh,
  MentalModel,
  MentalModelChange,
  MentalModelDetail,
  MentalModelFields,
  MentalModelFilter,
} from "../domain/mental-models.js";
import type { ObservationScopeCount } from "../domain/observations.js";
import type { Page, Paging } from "../domain/resources.js";
import type { CallOptions } from "../hindsight.js";

/** Rules that every reflection of the bank obeys. Each call throws `bank_not_found` for an unknown bank, `directive_not_found` for an unknown id. */
export interface Directives {
  list(bankId: string, filter: DirectiveFilter): Promise<Page<Directive> & { readonly bankId: string }>;
  create(bankId: string, fields: DirectiveFields): Promise<Directive & { readonly bankId: string }>;
  get(bankId: string, directiveId: string): Promise<Directive & { readonly bankId: string }>;
  update(bankId: string, directiveId: string, change: Partial<DirectiveFields>): Promise<Directive & { readonly bankId: string }>;
  delete(bankId: string, directiveId: string): Promise<void>;
}

/**
 * Standing answers to stored questions. Each call throws `bank_not_found` for an unknown bank (`create` makes it), `mental_model_not_found` for an
 * unknown id.
 */
export interface MentalModels {
  list(bankId: string, filter: MentalModelFilter): Promise<Page<MentalModel> & { readonly bankId: string }>;
  /** Makes a model and queues its first refresh; the bank is made when missing. Throws `mental_model_conflict` when the id is taken. */
  create(bankId: string, fields: MentalModelFields): Promise<{ readonly mentalModelId: string; readonly operationId: string }>;
  get(
    bankId: string,
    modelId: string,
    options?: { readonly detail?: MentalModelDetail },
  ): Promise<MentalModel & { readonly bankId: string }>;
  /** Absent fields stay, of the trigger too, in which null unsets a field. Another question queues a refresh that answers it in full. */
  update(
    bankId: string,
    modelId: string,
    change: Partial<Omit<MentalModelFields, "id">>,
  ): Promise<MentalModel & { readonly bankId: string }>;
  /** Takes out the content; the next refresh writes all of it anew. */
  clear(bankId: string, modelId: string): Promise<MentalModel & { readonly bankId: string }>;
  delete(bankId: string, modelId: string): Promise<void>;
  /** Queues a refresh, `full` to write all of it anew this once; returns its operation, which is the one that waits when there is one. */
  refresh(bankId: string, modelId: string, options?: { readonly mode?: "full" | undefined }): Promise<string>;
  /** What a refresh would come to now; models are asked as they would be, and nothing is kept. */
  dryRunRefresh(bankId: string, modelId: string, options?: CallOptions): Promise<DryRunRefresh>;
  /** What it said before each change, newest first; failed refreshes are entries as well. */
  history(bankId: string, modelId: string): Promise<readonly MentalModelChange[]>;
}

/** How facts become observations. Each call throws `bank_not_found` for an unknown bank. */
export interface Consolidation {
  /**
   * Queues a consolidation now, also in a bank that does not consolidate by itself. Without scopes it folds into one that waits; with scopes (only facts
   * whose tags hold one of these sets) it stands for itself.
   */
  run(
    bankId: string,
    options?: { readonly scopes?: readonly (readonly string[])[] | null },
  ): Promise<{ readonly operationId: string; readonly deduplicated: boolean }>;
  /** Lets facts that could not be consolidated wait for it again; returns how many. */
  recover(bankId: string): Promise<number>;
  /** The sets of tags that observations have, those of most observations first. */
  scopes(bankId: string, paging: Paging): Promise<Page<ObservationScopeCount>>;
  /** Which scopes of observations `strategies` (as in the bank's `consolidation_strategies`) would take. Changes nothing. */
  previewStrategies(
    bankId: string,
    strategies: readonly Readonly<Record<string, unknown>>[],
    sampleLimit: number,
  ): Promise<StrategiesPreview>;
}
