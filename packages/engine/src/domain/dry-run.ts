// A dry run: what would be made of a content. In: nothing. Out: types only.

import type { AttachmentKind, ContentBlock } from "./attachments.js";
import type { MemoryKind, TimeSpan } from "./memory.js";
import type { UsageTotals } from "./requests.js";

export interface DryRunRequest {
  readonly content: string | readonly ContentBlock[];
  readonly context?: string | null;
  /** ISO 8601; absent or null means now, "unset" means no date at all. */
  readonly timestamp?: string | null;
  readonly strategy?: string | null;
  /** Bank settings that hold for this run alone, by the contract's snake_case names; null leaves what is in force. */
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** Language that a language model writes in; absent or null leaves the server's. */
  readonly outputLanguage?: string | null;
}

export interface DryRunFact {
  readonly text: string;
  readonly kind: MemoryKind;
  readonly occurred: TimeSpan | null;
  /** Names and labels. */
  readonly entities: readonly string[];
  /** From 0. */
  readonly chunkIndex: number;
  /** Blocks of the content that it rests on, by their places. */
  readonly attachments: readonly { readonly blockIndex: number; readonly kind: AttachmentKind; readonly mediaType: string }[];
}

export interface DryRunResult {
  /** In the order of the content. */
  readonly facts: readonly DryRunFact[];
  readonly chunks: readonly { readonly text: string; readonly factCount: number }[];
  /** All 0 when no language model was asked. */
  readonly usage: UsageTotals;
}
