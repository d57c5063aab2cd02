// Chat completions: OpenAI, and all who speak its form. In: a spec and its preset. Out: an adapter; POST {base}/chat/completions.

import { at } from "../../http/read-answer.js";
import type { ModelAdapter } from "../adapter.js";
import { isReasoningModel } from "../presets.js";
import { affinityOf } from "./affinity.js";
import { exchange, isObject, type Json } from "./exchange.js";
import { sdkAdapter } from "./sdk-adapter.js";
import type { Site } from "./site.js";

/** Under which the SDK looks for its options. */
const NAME = "openaiCompatible";

export async function chatAdapter(site: Site): Promise<ModelAdapter> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const { spec, secrets } = site;
  const provider = createOpenAICompatible({
    name: NAME,
    baseURL: site.baseUrl,
    ...(site.apiKey === "" ? {} : { apiKey: site.apiKey }),
    headers: { ...site.preset.headers, ...spec.headers },
    queryParams: site.query,
    fetch: exchange({ fetch: site.fetch, secrets, amend: amended }),
    supportsStructuredOutputs: true,
    transformRequestBody: (body) => bodyOf(site, body),
  });
  const headers = affinityOf(site);
  return sdkAdapter({
    ...site,
    model: provider.chatModel(site.modelId),
    objectsBy: site.forcesTool ? "tool" : site.preset.sendsSchema ? "both" : "strict",
    ...(headers === undefined ? {} : { headers }),
    providerOptions: ({ user }) => ({
      [NAME]: {
        ...(user === null ? {} : { user }),
        ...(spec.reasoningEffort === "" || isThinkingOff(site) ? {} : { reasoningEffort: spec.reasoningEffort }),
      },
    }),
  });
}

function bodyOf(site: Site, body: Json): Json {
  const { max_tokens: maxTokens, ...rest } = body;
  const isNative = site.isOwnAddress || /\.(openai|azure)\.com$/.test(hostOf(site.baseUrl));
  const parameter =
    isReasoningModel(site.spec.model) || (isNative && site.preset.tokenParameter === "max_completion_tokens")
      ? "max_completion_tokens"
      : "max_tokens";
  return {
    ...rest,
    ...(maxTokens === undefined ? {} : { [parameter]: maxTokens }),
    ...(site.serviceTier === "" ? {} : { service_tier: site.serviceTier }),
    ...(isThinkingOff(site) ? { chat_template_kwargs: { enable_thinking: false } } : {}),
    ...site.spec.extraBody,
  };
}

/** Servers that fill in the chat template themselves take an argument of it; an effort of "none" would be a word that no template knows. */
const isThinkingOff = ({ spec, preset }: Site): boolean => preset.hasTemplate && spec.reasoningEffort === "none";

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : "");

/** Arguments of tools as text, as the form wants them: some servers send an object or nothing. */
function amended(reply: Json): Json {
  if (!Array.isArray(reply.choices)) return reply;
  return { ...reply, choices: reply.choices.map(amendedChoice) };
}

function amendedChoice(choice: unknown): unknown {
  const message = at(choice, "message");
  if (!isObject(choice) || !isObject(message) || !Array.isArray(message.tool_calls)) return choice;
  const calls = message.tool_calls.map((call: unknown) => {
    const called = at(call, "function");
    if (!isObject(call) || !isObject(called) || typeof called.arguments === "string") return call;
    return { ...call, function: { ...called, arguments: JSON.stringify(called.arguments ?? {}) } };
  });
  return { ...choice, message: { ...message, tool_calls: calls } };
}
