// adapters: one model of one provider behind one face.
// In: a ModelSpec. Out: a ModelAdapter that makes one attempt per call and throws ModelCallErrors.
// SDKs are loaded when their provider is configured, and not before.

import type { ModelAdapter, ModelSpec } from "../adapter.js";
import { type AdapterOptions, invalid, type Site, siteOf } from "./site.js";

export type { AdapterOptions } from "./site.js";

/** Builds the adapter of a spec. Throws `configuration_invalid` for a provider, address, key or credential that cannot work. */
export async function createAdapter(spec: ModelSpec, options: AdapterOptions = {}): Promise<ModelAdapter> {
  return await adapterOf(siteOf(spec, options));
}

async function adapterOf(site: Site): Promise<ModelAdapter> {
  switch (site.preset.kind) {
    case "chat":
      return await (await import("./chat.js")).chatAdapter(site);
    default:
      throw invalid(site.spec.provider, "is not built yet; use an OpenAI-compatible server");
  }
}
