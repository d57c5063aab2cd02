// The preview of a prompt: what a model would be told by a bank as it is set up now.
// In: nothing. Out: types, and what stands where a call has words of its own.

import type { PromptBlock, PromptMessage } from "./prompts.js";

export type PreviewedOperation = "retain" | "consolidation" | "reflect";

export interface PromptPreviewRequest {
  readonly operation: PreviewedOperation;
  /** Of retain; null is the bank's default. One that the bank does not have counts for nothing. */
  readonly strategy: string | null;
}

/** A setting as a person sees it. */
export interface ShownSetting {
  readonly field: string;
  /** As it is in force, JSON where it is no text; null where it says nothing. */
  readonly value: string | null;
  readonly kind: "text" | "boolean" | "choice" | "complex";
  /** Of a choice. */
  readonly choices: readonly string[] | null;
  /** Whether a bank may change it by its configuration. */
  readonly editable: boolean;
}

/** What stands in a prompt where a call has words of its own: the text of a chunk, a question, facts. */
export const PLACEHOLDERS = { text: "{text}", facts: "{facts}", observations: "{observations}", question: "{question}" } as const;

/** What a feature says of its prompt. */
export interface PromptDraft {
  /** Empty where the bank's settings ask no model, whether there is one or not. */
  readonly messages: readonly PromptMessage[];
  /** JSON schema of the reply; null for free text and calls of tools. */
  readonly responseSchema: Readonly<Record<string, unknown>> | null;
  /** What is in force, by name: the bank's settings, and whatever else blocks name as their field. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Names of settings that steer the work and do not stand in the prompt. */
  readonly runFields: readonly string[];
  /** Why this bank sends no such prompt at present; null where it does. */
  readonly skippedReason: string | null;
  /** The strategy in force, and those there are; of retain alone. */
  readonly strategy: string | null;
  readonly strategies: readonly string[];
}

export interface PromptPreview {
  readonly messages: readonly { readonly role: PromptMessage["role"]; readonly blocks: readonly (PromptBlock & ShownSetting)[] }[];
  readonly strategy: string | null;
  readonly strategies: readonly string[];
  readonly runSettings: readonly ShownSetting[];
  readonly responseSchema: Readonly<Record<string, unknown>> | null;
  readonly skippedReason: string | null;
}
