// presets: which adapter serves a provider, where, with which model and key, and what it is known not to take.
// In: a name of the contract's list (reference §7.1). Out: its row, or `configuration_invalid` with the nearest name.
// The rows are in presets-rows.ts; docs/language-models.md is generated from them.

import { HindsightError } from "../../errors.js";
import type { ModelTraits } from "./adapter.js";
import { ROWS } from "./presets-rows.js";

/** Which adapter speaks to it: the wire format, or the local program. */
export type AdapterKind =
  | "chat"
  | "responses"
  | "anthropic"
  | "gemini"
  | "vertex"
  | "azure"
  | "bedrock"
  | "ollama"
  | "copilot"
  | "router"
  | "claude-code"
  | "codex"
  | "mock"
  | "none";

export interface Preset {
  readonly kind: AdapterKind;
  /** For people: whose models, or which program. */
  readonly title: string;
  /** Empty: the vendor's own address of its SDK, or one that must be given. */
  readonly baseUrl: string;
  /** Empty: must be given. */
  readonly defaultModel: string;
  /** Variables that are read when no key is given; only for the provider's own address, so that a key never goes to another host. */
  readonly keyVariables: readonly string[];
  readonly needsKey: boolean;
  /** The address of one's own machine: without a path it gets `/v1`. */
  readonly isLocal: boolean;
  readonly tokenParameter: "max_tokens" | "max_completion_tokens";
  readonly objects: ModelTraits["objects"];
  /** Takes `response_format: json_object`. */
  readonly jsonMode: boolean;
  /** Is given the schema of every object, strict or not, beside the words of the prompt: it constrains small models, which need both. */
  readonly sendsSchema: boolean;
  /** Fills in the model's chat template itself and takes arguments for it (`chat_template_kwargs`). */
  readonly hasTemplate: boolean;
  readonly takesToolChoice: boolean;
  /** Null: sent as it is; `omitted`: never sent. */
  readonly temperature: { readonly min: number; readonly max: number } | "omitted" | null;
  /** Which option (contract's variable without its prefix) is sent as `service_tier`; empty: none. */
  readonly serviceTierOption: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `always`, `never`, or by the model's name. */
  readonly vision: "always" | "never" | "by-model";
  /** One line for the documentation. */
  readonly note: string;
}

/** Whose form the batches of a provider have; the others have none, or none that is known. */
export const BATCHES: Readonly<Partial<Record<string, "openai" | "anthropic" | "gemini" | "fireworks">>> = Object.freeze({
  openai: "openai",
  groq: "openai",
  anthropic: "anthropic",
  gemini: "gemini",
  fireworks: "fireworks",
});

export const PRESETS: Readonly<Record<string, Preset>> = Object.freeze(ROWS);

/** The row of a provider. Throws `configuration_invalid` for a name that is not in the table. */
export function presetOf(provider: string): Preset {
  const preset = Object.hasOwn(PRESETS, provider) ? PRESETS[provider] : undefined;
  if (preset !== undefined) return preset;
  const known = Object.keys(PRESETS).sort().join(", ");
  throw new HindsightError("configuration_invalid", `There is no language model provider "${provider.slice(0, 40)}". Known: ${known}.`);
}

/** Families whose models are asked with `max_completion_tokens`, think before they answer, and take no temperature. */
const REASONING = /^(o[1-9]|gpt-5)/;

/** Whether the model is one of OpenAI's reasoning families, under its own name or a gateway's (`openai/gpt-5.4-mini`). */
export function isReasoningModel(model: string): boolean {
  const name = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  return REASONING.test(name) && !name.startsWith("gpt-5-chat");
}

/** Model families that read images, by the vendors' model cards (November 2026). */
const SEEING = [
  /gpt-(4o|4\.1|4-turbo|5)/,
  /(^|\/)o[134](-|$)/,
  /claude/,
  /gemini/,
  /gemma-?[34]/,
  /grok-(4|5|2-vision)/,
  /llava|bakllava|moondream|minicpm-v/,
  /(^|[-_./:])(vl|vision|visual|pixtral|omni)([-_./:0-9]|$)/,
  /qwen(2\.5|3)?-?vl|qwen3\.[5-9]/,
  /llama-?(3\.2.*vision|4|v4)/,
  /nova-(2-)?(lite|pro|premier)/,
  /mistral-(small-3|medium-3|large-3)/,
  /glm-[0-9.]+v/,
  /phi-?(3\.5-vision|4-multimodal)/,
  /kimi-(vl|k2\.[5-9])/,
];
const BLIND = [/gpt-5.*codex-spark/, /gemma-?3:(270m|1b)/, /o1-mini|o3-mini|o1-preview/, /claude-(instant|2)/, /embed/];

/** Whether a model reads images: the setting `LLM_VISION` when given, else by provider and model family. */
export function seesImages(preset: Preset, model: string, declared: string | undefined): boolean {
  if (declared !== undefined && declared.trim() !== "") return /^(1|true|yes|on)$/i.test(declared.trim());
  if (preset.vision !== "by-model") return preset.vision === "always";
  const name = model.toLowerCase();
  return SEEING.some((family) => family.test(name)) && !BLIND.some((family) => family.test(name));
}
