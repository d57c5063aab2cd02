// Where a spec leads: its preset, address, key and traits, settled and checked. In: a ModelSpec and the environment. Out: a Site, or `configuration_invalid`.

import { isSecretName } from "../../../domain/secret-name.js";
import { HindsightError } from "../../../errors.js";
import { serverUrl } from "../../http/post-json.js";
import type { ModelSpec, ModelTraits } from "../adapter.js";
import { type Preset, presetOf, seesImages } from "../presets.js";
import type { Secrets } from "./failures.js";
import { patientFetch } from "./patient-fetch.js";

export interface AdapterOptions {
  /** In place of the adapters' own, which waits as long as the call may take. */
  readonly fetch?: typeof globalThis.fetch;
  /** Where fall-back keys and the clouds' own variables are read; `process.env` unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface Site {
  /** With the default model filled in. */
  readonly spec: ModelSpec;
  readonly preset: Preset;
  /** The model as the wire names it. */
  readonly modelId: string;
  /** Without a closing slash and without query; empty for the vendor's own. */
  readonly baseUrl: string;
  readonly query: Readonly<Record<string, string>>;
  readonly isOwnAddress: boolean;
  readonly apiKey: string;
  readonly serviceTier: string;
  /** Takes `response_format: json_object`; `LLM_OPENAI_COMPATIBLE_JSON_MODE` overrules the table. */
  readonly jsonMode: boolean;
  /** `LLM_STRUCTURED_OUTPUT_FORCED_TOOL`. */
  readonly forcesTool: boolean;
  readonly traits: ModelTraits;
  readonly secrets: Secrets;
  readonly fetch: typeof globalThis.fetch;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function siteOf(given: ModelSpec, options: AdapterOptions = {}): Site {
  const preset = presetOf(given.provider);
  const env = options.env ?? process.env;
  const model = given.model.trim() === "" ? preset.defaultModel : given.model.trim();
  if (model === "") throw invalid(given.provider, `has no default model; set ${given.named?.model ?? "HINDSIGHT_API_LLM_MODEL"}`);
  const spec = { ...given, model };
  const baseUrlName = given.named?.baseUrl ?? "HINDSIGHT_API_LLM_BASE_URL";
  const { baseUrl, query } = addressOf(preset, given.baseUrl, baseUrlName);
  if (preset.kind === "azure" && baseUrl === "") throw invalid(given.provider, `needs the address of the resource: set ${baseUrlName}`);
  const isOwnAddress = baseUrl === preset.baseUrl.replace(/\/+$/, "") || baseUrl === "";
  const apiKey = keyOf(spec, preset, isOwnAddress, env);
  return {
    spec,
    preset,
    modelId: modelIdOf(spec),
    baseUrl,
    query,
    isOwnAddress,
    apiKey,
    serviceTier: tierOf(spec, preset),
    jsonMode: jsonModeOf(spec, preset),
    forcesTool: isOn(spec.options.STRUCTURED_OUTPUT_FORCED_TOOL),
    traits: traitsOf(spec, preset),
    secrets: [apiKey, given.apiKey, ...secretsIn(given.headers), ...secretsIn(query)].map((secret) => secret.trim()),
    fetch: options.fetch ?? patientFetch,
    env,
  };
}

/** Those whose names say so: the others may be ordinary words. */
const secretsIn = (values: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) => (isSecretName(name) ? [value] : []));

export const isOn = (value: string | undefined) => value !== undefined && /^(1|true|yes|on)$/i.test(value.trim());

export const isOff = (value: string | undefined) => value !== undefined && /^(0|false|no|off)$/i.test(value.trim());

export function invalid(provider: string, what: string): HindsightError {
  return new HindsightError("configuration_invalid", `The language model provider "${provider}" ${what}.`);
}

/** The address without closing slash and query. That of one's own machine gets `/v1` when it has no path. */
function addressOf(
  preset: Preset,
  given: string,
  variable: string,
): { readonly baseUrl: string; readonly query: Readonly<Record<string, string>> } {
  if (given.trim() === "") return { baseUrl: preset.baseUrl.replace(/\/+$/, ""), query: {} };
  const url = new URL(serverUrl(given, variable));
  const query = Object.fromEntries(url.searchParams);
  const path = url.pathname.replace(/\/+$/, "");
  const lacksVersion = !/\/v\d+(beta\d*|alpha\d*)?(\/|$)/.test(path);
  const isBareHost = path === "" && (preset.isLocal || isLoopback(url.hostname)) && ["chat", "ollama", "responses"].includes(preset.kind);
  const version = isBareHost ? "/v1" : lacksVersion ? (VERSIONS[preset.kind] ?? "") : "";
  return { baseUrl: `${url.origin}${path}${version}`, query };
}

/** Addresses of these are written without their version by the vendors' own SDKs. */
const VERSIONS: Readonly<Partial<Record<Preset["kind"], string>>> = { anthropic: "/v1", gemini: "/v1beta" };

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|host\.docker\.internal)$/.test(host);

/** The key: as given, else from the provider's own variables, which are meant for its own address alone. */
function keyOf(spec: ModelSpec, preset: Preset, isOwnAddress: boolean, env: Site["env"]): string {
  const given = spec.apiKey.trim();
  if (given !== "") return given;
  const mayFallBack = isOwnAddress || preset.kind === "azure" || preset.isLocal;
  const fallback = mayFallBack ? preset.keyVariables.map((name) => env[name]?.trim() ?? "").find((key) => key !== "") : undefined;
  if (fallback !== undefined) return fallback;
  const isMissing = preset.needsKey && (isOwnAddress || preset.kind !== "chat");
  if (!isMissing) return "";
  const others = preset.keyVariables.length === 0 ? "" : ` (or ${preset.keyVariables.join(", ")})`;
  throw invalid(spec.provider, `needs a key: set ${spec.named?.apiKey ?? "HINDSIGHT_API_LLM_API_KEY"}${others}`);
}

function modelIdOf({ provider, model }: ModelSpec): string {
  return provider === "fireworks" && !model.includes("/") ? `accounts/fireworks/models/${model}` : model;
}

function tierOf({ options }: ModelSpec, preset: Preset): string {
  return preset.serviceTierOption === "" ? "" : (options[preset.serviceTierOption]?.trim() ?? "");
}

function jsonModeOf({ options }: ModelSpec, preset: Preset): boolean {
  const declared = preset.kind === "chat" ? options.OPENAI_COMPATIBLE_JSON_MODE?.trim() : undefined;
  return declared === undefined || declared === "" ? preset.jsonMode : isOn(declared);
}

/** What the model takes. `LLM_OPENAI_COMPATIBLE_JSON_MODE` and `LLM_VISION` overrule the table. */
function traitsOf(spec: ModelSpec, preset: Preset): ModelTraits {
  const { model, options } = spec;
  const jsonMode = jsonModeOf(spec, preset);
  const isDeclared = jsonMode !== preset.jsonMode;
  const objects = !isDeclared ? preset.objects : !jsonMode ? "none" : preset.objects === "none" ? "json" : preset.objects;
  // DeepSeek's models drop the choice wherever they are served (reference §7.5).
  const takesToolChoice = preset.takesToolChoice && !(preset.kind === "chat" && /deepseek/i.test(model));
  return { objects, takesToolChoice, seesImages: seesImages(preset, model, options.VISION) };
}
