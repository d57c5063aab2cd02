// adapters: one model of one provider behind one face.
// In: a ModelSpec. Out: a ModelAdapter that makes one attempt per call and throws ModelCallErrors.
// SDKs are loaded when their provider is configured, and not before.

import type { ModelAdapter, ModelSpec } from "../adapter.js";
import { presetOf } from "../presets.js";
import { type AdapterOptions, invalid, type Site, siteOf } from "./site.js";

export type { AdapterOptions } from "./site.js";

/** Builds the adapter of a spec. Throws `configuration_invalid` for a provider, address, key or credential that cannot work. */
export async function createAdapter(spec: ModelSpec, options: AdapterOptions = {}): Promise<ModelAdapter> {
  // A router's key, address and even its model may stand in its definition alone.
  if (presetOf(spec.provider).kind === "router") return await (await import("./router.js")).routerAdapter(spec, options, createAdapter);
  return await adapterOf(siteOf(await withLogin(spec, options), options));
}

/**
 * Finds what cannot work in a spec, without loading an SDK or asking anyone. Throws `configuration_invalid`. What only the making of an adapter shows (the
 * parts of a router, the credentials of a cloud, the program of a CLI) is left to that.
 */
export async function checkSpec(spec: ModelSpec, options: AdapterOptions = {}): Promise<void> {
  if (presetOf(spec.provider).kind === "router") return;
  siteOf(await withLogin(spec, options), options);
  if (spec.provider === "mock") (await import("../mock/index.js")).readScript(spec.options.MOCK_SCRIPT ?? "");
}

/** Some logins lie in files of other programs. */
async function withLogin(spec: ModelSpec, { env = process.env }: AdapterOptions): Promise<ModelSpec> {
  const preset = presetOf(spec.provider);
  if (preset.kind !== "copilot" || preset.keyVariables.some((name) => (env[name] ?? "") !== "")) return spec;
  return await (await import("./copilot.js")).withStoredToken(spec, env);
}

async function adapterOf(site: Site): Promise<ModelAdapter> {
  switch (site.preset.kind) {
    case "chat":
      return await (await import("./chat.js")).chatAdapter(site);
    case "copilot":
      return await (await import("./copilot.js")).copilotAdapter(site);
    case "responses":
      return await (await import("./responses.js")).responsesAdapter(site);
    case "anthropic":
      return await (await import("./anthropic.js")).anthropicAdapter(site);
    case "gemini":
      return await (await import("./google.js")).geminiAdapter(site);
    case "vertex":
      return await (await import("./vertex.js")).vertexAdapter(site);
    case "azure":
      return await (await import("./azure.js")).azureAdapter(site);
    case "bedrock":
      return await (await import("./bedrock.js")).bedrockAdapter(site);
    case "ollama":
      return await (await import("./ollama.js")).ollamaAdapter(site);
    case "claude-code":
    case "codex":
      return await (await import("../cli/index.js")).cliAdapter(site);
    case "mock":
      return await (await import("../mock/index.js")).mockAdapter(site.spec);
    case "router":
    case "none":
      throw invalid(site.spec.provider, "has no model to ask");
  }
}
