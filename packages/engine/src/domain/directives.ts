// Directives: rules that every reflection in a bank obeys.
// In: nothing. Out: types only.

import type { Paging } from "./resources.js";
import type { TagFilter } from "./tags.js";

export interface Directive {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  /** The higher one comes first. */
  readonly priority: number;
  readonly isActive: boolean;
  /** Without any it applies everywhere. */
  readonly tags: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a caller may say about a directive. */
export interface DirectiveFields {
  readonly name: string;
  readonly content: string;
  readonly priority?: number;
  readonly isActive?: boolean;
  readonly tags?: readonly string[];
}

export interface DirectiveFilter extends Paging {
  /** With tags, untagged directives are shown as well, whatever the mode. */
  readonly tags?: readonly string[];
  readonly tagsMatch?: "any" | "all" | "exact";
  /** Only those in force; true when absent. */
  readonly activeOnly?: boolean;
}

/** Which directives are meant: those in force alone or all, of every scope, of none (the untagged), or of a scope and the untagged. */
export interface DirectiveScope {
  readonly activeOnly: boolean;
  readonly scope: "every" | "untagged" | TagFilter;
}
