// Azure OpenAI: chat completions at the address of a deployment. In: the resource's address, the deployment as the model. Out: an adapter.
// POST {resource}/openai/deployments/{deployment}/chat/completions?api-version=…, key in `api-key`; an address that ends in /v1 is the newer, versionless form.

import type { ModelAdapter } from "../adapter.js";
import { chatAdapter } from "./chat.js";
import type { Site } from "./site.js";

/** The latest version that is generally available (Azure's lifecycle page). */
const API_VERSION = "2024-10-21";

export async function azureAdapter(site: Site): Promise<ModelAdapter> {
  const { "api-version": given, ...query } = site.query;
  const headers = { ...site.spec.headers, "api-key": site.apiKey };
  const keyed: Site = { ...site, apiKey: "", isOwnAddress: true, spec: { ...site.spec, headers } };
  if (/\/v\d+$/.test(site.baseUrl)) return await chatAdapter({ ...keyed, query: given === undefined ? query : site.query });
  const root = site.baseUrl.replace(/\/openai$/, "").replace(/\/openai\/deployments(\/[^/]+)?$/, "");
  return await chatAdapter({
    ...keyed,
    baseUrl: `${root}/openai/deployments/${encodeURIComponent(site.modelId)}`,
    query: { ...query, "api-version": given ?? API_VERSION },
  });
}
