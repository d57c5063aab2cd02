// OpenAI's Responses form. In: a spec and its preset. Out: an adapter; POST {base}/responses, nothing kept at OpenAI.

import type { ModelAdapter } from "../adapter.js";
import { exchange } from "./exchange.js";
import { sdkAdapter } from "./sdk-adapter.js";
import type { Site } from "./site.js";

export async function responsesAdapter(site: Site): Promise<ModelAdapter> {
  const { createOpenAI } = await import("@ai-sdk/openai");
  const { spec } = site;
  const provider = createOpenAI({
    baseURL: site.baseUrl,
    // A server of one's own may need none; the SDK wants something.
    apiKey: site.apiKey === "" ? "none" : site.apiKey,
    headers: { ...site.preset.headers, ...spec.headers },
    fetch: exchange({
      fetch: site.fetch,
      secrets: site.secrets,
      rewrite: (body) => ({ ...body, ...(site.serviceTier === "" ? {} : { service_tier: site.serviceTier }), ...spec.extraBody }),
    }),
  });
  return sdkAdapter({
    ...site,
    model: provider.responses(site.modelId),
    objectsBy: site.forcesTool ? "tool" : "strict",
    providerOptions: ({ user }) => ({
      openai: {
        store: false,
        ...(user === null ? {} : { user }),
        ...(spec.reasoningEffort === "" ? {} : { reasoningEffort: spec.reasoningEffort }),
      },
    }),
  });
}
