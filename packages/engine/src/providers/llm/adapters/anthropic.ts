// Anthropic's messages. In: a spec and its preset. Out: an adapter; POST {base}/messages, objects by a forced tool.

import type { ModelAdapter } from "../adapter.js";
import { exchange } from "./exchange.js";
import { sdkAdapter } from "./sdk-adapter.js";
import { isOff, type Site } from "./site.js";

export async function anthropicAdapter(site: Site): Promise<ModelAdapter> {
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  const { spec, apiKey } = site;
  const provider = createAnthropic({
    baseURL: site.baseUrl,
    ...(isAccessToken(apiKey) ? { authToken: apiKey } : { apiKey }),
    headers: { ...site.preset.headers, ...(isAccessToken(apiKey) ? { "anthropic-beta": "oauth-2025-04-20" } : {}), ...spec.headers },
    fetch: exchange({ fetch: site.fetch, secrets: site.secrets, rewrite: (body) => ({ ...body, ...spec.extraBody }) }),
  });
  return sdkAdapter({ ...site, model: provider.languageModel(site.modelId), ...anthropicWays(site) });
}

/** What is the same for these models on another cloud. */
export function anthropicWays({ spec }: Site) {
  return {
    objectsBy: "tool" as const,
    ...(isOff(spec.options.PROMPT_CACHE_ENABLED) ? {} : { systemOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } }),
    providerOptions: ({ user }: { readonly user: string | null }) => ({
      anthropic: {
        ...(user === null ? {} : { metadata: { userId: user } }),
        ...(spec.reasoningEffort === "" ? {} : { effort: spec.reasoningEffort }),
      },
    }),
  };
}

/** Tokens of a subscription travel as bearer, keys in `x-api-key`. */
const isAccessToken = (key: string) => key.startsWith("sk-ant-oat");
