// A LiteLLM router definition: the deployments of its `model_list` that bear the model's name are asked in turn, one for each attempt.
// In: `LLM_LITELLMROUTER_CONFIG`. Out: an adapter over the adapters of its deployments; without a definition, the proxy at the given address.

import { at } from "../../http/read-answer.js";
import type { ModelAdapter, ModelSpec } from "../adapter.js";
import { presetOf } from "../presets.js";
import { isObject, type Json } from "./exchange.js";
import { parsed } from "./failures.js";
import { type AdapterOptions, invalid, type Site } from "./site.js";

/** LiteLLM's prefixes of models where they differ from our names. */
const PREFIXES: Readonly<Record<string, string>> = {
  vertex_ai: "vertexai",
  ollama_chat: "ollama",
  fireworks_ai: "fireworks",
  lm_studio: "lmstudio",
  hosted_vllm: "vllm",
  llamafile: "llamacpp",
  volcengine: "volcano",
  github_copilot: "github-copilot",
  litellm_proxy: "litellm",
};

export type Create = (spec: ModelSpec, options: AdapterOptions) => Promise<ModelAdapter>;

export async function routerAdapter(spec: ModelSpec, options: AdapterOptions, create: Create): Promise<ModelAdapter> {
  const text = spec.options.LITELLMROUTER_CONFIG?.trim() ?? "";
  if (text === "") return { ...(await create({ ...spec, provider: "litellm" }, options)), provider: spec.provider };
  const deployments = deploymentsOf(spec, text);
  const adapters = await Promise.all(
    deployments.map((deployment) => create(specOf(spec, deployment, options.env ?? process.env), options)),
  );
  let next = 0;
  return {
    provider: spec.provider,
    model: spec.model,
    traits: {
      objects: leastOf(adapters.map(({ traits }) => traits.objects)),
      seesImages: adapters.every(({ traits }) => traits.seesImages),
      takesToolChoice: adapters.every(({ traits }) => traits.takesToolChoice),
    },
    async call(call) {
      const adapter = adapters[next++ % adapters.length];
      if (adapter === undefined) throw invalid(spec.provider, "has no deployment");
      return await adapter.call(call);
    },
    async close() {
      await Promise.all(adapters.map((adapter) => adapter.close?.()));
    },
  };
}

function leastOf(objects: readonly ModelAdapter["traits"]["objects"][]): ModelAdapter["traits"]["objects"] {
  return (["none", "json", "schema"] as const).find((level) => objects.includes(level)) ?? "none";
}

/** Those of the wanted model; all of them when no model is given. */
function deploymentsOf(spec: ModelSpec, text: string): readonly Json[] {
  const list = at(parsed(text), "model_list");
  const all = Array.isArray(list) ? list.filter(isObject) : [];
  const wanted = spec.model === "" ? all : all.filter(({ model_name }) => model_name === spec.model);
  if (wanted.length > 0) return wanted;
  const names = [...new Set(all.map(({ model_name }) => String(model_name)))].join(", ");
  throw invalid(
    spec.provider,
    all.length === 0
      ? 'needs HINDSIGHT_API_LLM_LITELLMROUTER_CONFIG like {"model_list":[{"model_name":"…","litellm_params":{"model":"openai/…","api_key":"…"}}]}'
      : `has no deployment for the model "${spec.model}"; its definition names ${names}`,
  );
}

function specOf(spec: ModelSpec, deployment: Json, env: Site["env"]): ModelSpec {
  const parameter = (name: string) => {
    const value = at(deployment, "litellm_params", name);
    if (typeof value !== "string") return "";
    return value.startsWith("os.environ/") ? (env[value.slice("os.environ/".length)] ?? "") : value;
  };
  const named = parameter("model");
  const slash = named.indexOf("/");
  const prefix = slash === -1 ? "" : named.slice(0, slash);
  const own = parameter("custom_llm_provider") || prefix;
  const provider = PREFIXES[own] ?? (own === "" ? "openai" : own);
  presetOf(provider);
  const version = parameter("api_version");
  const address = parameter("api_base") || parameter("base_url");
  return {
    ...spec,
    provider,
    model: prefix === own ? named.slice(slash + 1) : named,
    apiKey: parameter("api_key"),
    baseUrl: version === "" || address === "" ? address : `${address}?api-version=${encodeURIComponent(version)}`,
    options: { ...spec.options, LITELLMROUTER_CONFIG: "" },
  };
}
