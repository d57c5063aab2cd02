import type { BankSettings } from "../../config/index.js";
import { readLabelGroups } from "./labels.js";
import type { DistilMode, DistilSettings } from "./types.js";

/** Settings of a bank that say how a model reads. */
export type ReadingSettings = Pick<
  BankSettings,
  | "retain_extraction_mode"
  | "retain_mission"
  | "retain_custom_instructions"
  | "entity_labels"
  | "entities_allow_free_form"
  | "retain_extract_causal_links"
  | "retain_chunk_size"
>;

/**
 * How a model reads in a bank, from the settings in force (the item's strategy over the bank's over the server's); null for the modes that ask none,
 * `chunks` and `local`. `custom` without instructions is `concise`. A bank whose name is its id has no narrator: a routing key is nobody's name.
 */
export function distilSettingsOf(
  settings: ReadingSettings,
  server: { readonly llmOutputLanguage: string },
  bank: { readonly bankId: string; readonly name: string | null },
): DistilSettings | null {
  const customInstructions = textOf(settings.retain_custom_instructions);
  const mode = modeOf(settings.retain_extraction_mode, customInstructions !== null);
  if (mode === null) return null;
  const name = textOf(bank.name);
  return {
    mode,
    mission: textOf(settings.retain_mission),
    customInstructions: mode === "custom" ? customInstructions : null,
    labels: readLabelGroups(settings.entity_labels),
    allowsFreeForm: settings.entities_allow_free_form,
    extractsCausalLinks: settings.retain_extract_causal_links,
    outputLanguage: textOf(server.llmOutputLanguage),
    narrator: name === bank.bankId ? null : name,
    chunkSize: settings.retain_chunk_size,
  };
}

function modeOf(mode: BankSettings["retain_extraction_mode"], hasInstructions: boolean): DistilMode | null {
  if (mode === "chunks" || mode === "local") return null;
  return mode === "custom" && !hasInstructions ? "concise" : mode;
}

function textOf(value: string | null): string | null {
  const text = value?.trim() ?? "";
  return text === "" ? null : text;
}
