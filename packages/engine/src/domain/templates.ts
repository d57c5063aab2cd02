// Templates: what a bank is set up with, as one JSON document that can be carried from bank to bank.
// In: nothing. Out: types; names are those of the contract, since the document is what callers write and keep.

/** A template as it is exported: `version` 1, the bank's overrides, its mental models and its directives. */
export interface TemplateManifest {
  readonly version: "1";
  /** Overrides by the names of the bank's settings; null when there are none. */
  readonly bank: Readonly<Record<string, unknown>> | null;
  readonly mental_models: readonly TemplateModel[];
  readonly directives: readonly TemplateDirective[];
}

export interface TemplateModel {
  /** Small letters, digits and dashes. */
  readonly id: string;
  readonly name: string;
  readonly source_query: string;
  readonly tags: readonly string[];
  readonly max_tokens: number;
  /** The fields that were set. */
  readonly trigger: Readonly<Record<string, unknown>>;
}

export interface TemplateDirective {
  readonly name: string;
  readonly content: string;
  readonly priority: number;
  readonly is_active: boolean;
  readonly tags: readonly string[];
}

/** What an import did, or would do. */
export interface TemplateReport {
  readonly bankId: string;
  /** True when the template has overrides of the bank's settings. */
  readonly isConfigApplied: boolean;
  readonly modelsCreated: readonly string[];
  readonly modelsUpdated: readonly string[];
  readonly directivesCreated: readonly string[];
  readonly directivesUpdated: readonly string[];
  /** Refreshes that were queued; none in a dry run. */
  readonly operationIds: readonly string[];
  readonly isDryRun: boolean;
}

/** A template that is shipped. */
export interface GalleryTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly manifest: TemplateManifest;
}
