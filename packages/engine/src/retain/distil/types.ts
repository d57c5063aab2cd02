import type { Reading } from "../../domain/reading.js";
import type { CallOrigin, MessagePart, TokenUsage } from "../../providers/llm/index.js";
import type { Item } from "../item.js";

/** Modes that ask a language model. */
export type DistilMode = "concise" | "verbose" | "custom" | "verbatim";

/** A group of the bank's controlled vocabulary, as the setting `entity_labels` holds it once its older spellings are read. */
export interface LabelGroup {
  readonly key: string;
  readonly description: string;
  readonly type: "value" | "multi-values" | "text" | "multi-text" | "map";
  readonly optional: boolean;
  /** Its labels become tags of the fact too. */
  readonly tag: boolean;
  readonly values: readonly { readonly value: string; readonly description: string }[];
  /** Of a map. */
  readonly fields: Readonly<Record<string, LabelField>>;
}

export interface LabelField {
  readonly type: LabelGroup["type"];
  readonly description: string;
  readonly values: readonly { readonly value: string; readonly description: string }[];
  readonly fields: Readonly<Record<string, LabelField>>;
}

/** What the bank says about how a model reads. */
export interface DistilSettings {
  readonly mode: DistilMode;
  readonly mission: string | null;
  readonly customInstructions: string | null;
  readonly labels: readonly LabelGroup[];
  readonly allowsFreeForm: boolean;
  readonly extractsCausalLinks: boolean;
  /** Language that everything is written in; null: that of the text. */
  readonly outputLanguage: string | null;
  /** The bank's name, where it differs from its id: first-person statements are its own. */
  readonly narrator: string | null;
  /** Chunks of more characters than this were not cut finer by the splitter; below 500 a chunk is never halved. */
  readonly chunkSize: number;
}

/** One chunk to be read. */
export interface ChunkSource {
  readonly text: string;
  /** From 0. */
  readonly index: number;
  readonly total: number;
  readonly item: Item;
  /** Attachments that stand in the text, in order: given to a model that sees, at their place. */
  readonly attachments?: readonly { readonly id: string; readonly part: MessagePart }[];
}

export interface Distilled {
  readonly readings: readonly Reading[];
  readonly usage: TokenUsage;
  /** Calls made, repairs and halves included. */
  readonly calls: number;
  /** Facts of the reply that were no facts. */
  readonly dropped: number;
}

/**
 * Reads one chunk with the bank's model. Throws what the models throw (`llm_unavailable`, `llm_refused`, `llm_output_invalid`, `spend_limit_reached`, …):
 * a chunk that could not be read is never an empty list.
 */
export type Distil = (
  models: import("../../providers/llm/index.js").LanguageModels,
  chunk: ChunkSource,
  settings: DistilSettings,
  origin: CallOrigin,
  signal: AbortSignal,
) => Promise<Distilled>;
