// Options of banks, their configuration, and directives.
// In: nothing. Out: types, with the names of the published client.

import type { CallOptions } from "../options.js";
import type { TagsMatch } from "./memory-options.js";

/** What both a bank and its configuration take. */
export interface BankSettings {
  /** What the bank is for, and how it answers. */
  reflectMission?: string;
  retainMission?: string;
  /** concise, verbose, custom, verbatim or chunks. */
  retainExtractionMode?: string;
  retainCustomInstructions?: string;
  retainChunkSize?: number;
  retainStructuredChunkSize?: number;
  enableObservations?: boolean;
  observationsMission?: string;
  enableTextSearch?: boolean;
  enableTemporalRetrieval?: boolean;
  enableGraphRetrieval?: boolean;
  enableReranking?: boolean;
  /** 1 trusts, 5 doubts. */
  dispositionSkepticism?: number;
  /** 1 reads freely, 5 to the letter. */
  dispositionLiteralism?: number;
  /** 1 keeps a distance, 5 feels with people. */
  dispositionEmpathy?: number;
}

export interface CreateBankOptions extends CallOptions, BankSettings {
  name?: string;
  /** @deprecated `reflectMission` says the same. */
  mission?: string;
  /** @deprecated `reflectMission` says the same. */
  background?: string;
  /** @deprecated The three `disposition…` options say the same. */
  disposition?: { skepticism: number; literalism: number; empathy: number };
  retainMaxAttachmentsPerChunk?: number;
}

export interface UpdateBankConfigOptions extends CallOptions, BankSettings {
  /** Any further setting of a bank, by its name in the API; null goes back to the server's. */
  updates?: Record<string, unknown>;
}

export interface DirectiveOptions extends CallOptions {
  priority?: number;
  isActive?: boolean;
  tags?: string[];
}

export interface UpdateDirectiveOptions extends DirectiveOptions {
  name?: string;
  content?: string;
}

export interface ListDirectivesOptions extends CallOptions {
  tags?: string[];
  tagsMatch?: TagsMatch;
  activeOnly?: boolean;
  limit?: number;
  offset?: number;
}

export interface ListBanksOptions extends CallOptions {
  /** Words of an id, a name or an alias. */
  q?: string;
  limit?: number;
  offset?: number;
}
