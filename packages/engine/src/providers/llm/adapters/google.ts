// Gemini, at Google AI and at Vertex AI. In: a spec and its preset. Out: an adapter; POST …/models/{model}:generateContent, objects by response schema.

import { HindsightError } from "../../../errors.js";
import { at } from "../../http/read-answer.js";
import { type ModelAdapter, ModelCallError } from "../adapter.js";
import { exchange, isObject, type Json } from "./exchange.js";
import { parsed } from "./failures.js";
import { sdkAdapter } from "./sdk-adapter.js";
import { invalid, type Site } from "./site.js";

export async function geminiAdapter(site: Site): Promise<ModelAdapter> {
  const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
  const provider = createGoogleGenerativeAI({
    baseURL: site.baseUrl,
    apiKey: site.apiKey,
    headers: { ...site.preset.headers, ...site.spec.headers },
    fetch: geminiFetch(site),
  });
  return sdkAdapter({ ...site, model: provider.languageModel(site.modelId), objectsBy: "schema", providerOptions: thinkingOf(site) });
}

export function geminiFetch(site: Site): typeof globalThis.fetch {
  const safetySettings = safetyOf(site);
  const tier = site.spec.options.GEMINI_SERVICE_TIER?.trim() ?? "";
  return exchange({
    fetch: site.fetch,
    secrets: site.secrets,
    rewrite: (body) =>
      mergedInto(
        { ...body, ...(safetySettings === null ? {} : { safetySettings }), ...(tier === "" ? {} : { serviceTier: tier }) },
        site.spec.extraBody,
      ),
    amend: (reply) => {
      if (Array.isArray(reply.candidates) && reply.candidates.length > 0) return reply;
      const reason = at(reply, "promptFeedback", "blockReason");
      if (typeof reason === "string") throw new ModelCallError("refused", `it refuses the prompt: ${reason}`, { status: 200 });
      throw new ModelCallError("unavailable", "it answered without candidates", { status: 200 });
    },
  });
}

/** The extra body, whose `generationConfig` adds to what is there: nearly all of this wire's parameters lie in it. */
function mergedInto(body: Json, extra: Json): Json {
  const config = {
    ...(isObject(body.generationConfig) ? body.generationConfig : {}),
    ...(isObject(extra.generationConfig) ? extra.generationConfig : {}),
  };
  return { ...body, ...extra, ...(Object.keys(config).length === 0 ? {} : { generationConfig: config }) };
}

function safetyOf({ spec }: Site): readonly unknown[] | null {
  const text = spec.options.GEMINI_SAFETY_SETTINGS?.trim() ?? "";
  if (text === "" || text === "null") return null;
  const settings = parsed(text);
  if (Array.isArray(settings)) return settings;
  throw new HindsightError(
    "configuration_invalid",
    'HINDSIGHT_API_LLM_GEMINI_SAFETY_SETTINGS is no JSON list like [{"category":"HARM_CATEGORY_HARASSMENT","threshold":"BLOCK_NONE"}].',
  );
}

/** Tokens for thoughts by effort, for the models before Gemini 3, which take no level (Google's own table for its OpenAI form). */
const THINKING_BUDGETS: Readonly<Record<string, number>> = { none: 0, minimal: 512, low: 1_024, medium: 8_192, high: 24_576 };

export function thinkingOf({ spec }: Site) {
  const effort = spec.reasoningEffort;
  const budget = THINKING_BUDGETS[effort];
  const thinkingConfig = /gemini-2/.test(spec.model)
    ? budget === undefined
      ? null
      : { thinkingBudget: budget }
    : effort === ""
      ? null
      : { thinkingLevel: effort === "none" ? "minimal" : effort };
  const options = thinkingConfig === null ? {} : { thinkingConfig };
  return () => ({ google: options, vertex: options });
}

/** `vertexai` needs to know whose project it is. */
export function missingProject(site: Site): HindsightError {
  return invalid(
    site.spec.provider,
    "needs a project: set HINDSIGHT_API_LLM_VERTEXAI_PROJECT_ID, or HINDSIGHT_API_LLM_VERTEXAI_SERVICE_ACCOUNT_KEY with a service account that names it",
  );
}
