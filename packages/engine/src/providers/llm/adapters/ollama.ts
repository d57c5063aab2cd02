// Ollama: every call through its own `/api/chat`, for only there a call can name its window; its chat completions form leaves that to the server.
// In: a spec and its preset. Out: an adapter.

import { type ModelAdapter, type ModelCall, ModelCallError, type ModelReply } from "../adapter.js";
import type { Tool } from "../provider.js";
import { brokenCall, exchange, isObject, type Json } from "./exchange.js";
import { messagesOf, replyIn } from "./ollama-messages.js";
import { sendableSchema } from "./schema.js";
import { invalid, type Site } from "./site.js";

export async function ollamaAdapter(site: Site): Promise<ModelAdapter> {
  const { provider, model } = site.spec;
  const contextTokens = contextTokensOf(site);
  return { provider, model, traits: site.traits, call: (call) => chat(site, call, contextTokens) };
}

function contextTokensOf(site: Site): number | null {
  const text = site.spec.options.OLLAMA_NUM_CTX?.trim() ?? "";
  if (text === "") return null;
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw invalid(site.spec.provider, "takes a whole number of tokens in HINDSIGHT_API_LLM_OLLAMA_NUM_CTX");
}

async function chat(site: Site, call: ModelCall, contextTokens: number | null): Promise<ModelReply> {
  const { spec } = site;
  const send = exchange({ fetch: site.fetch, secrets: site.secrets });
  const response = await send(`${site.baseUrl.replace(/\/v1$/, "")}/api/chat`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(site.apiKey === "" ? {} : { authorization: `Bearer ${site.apiKey}` }),
      ...spec.headers,
    },
    body: JSON.stringify(bodyOf(site, call, contextTokens)),
    signal: call.signal,
  }).catch((error: unknown) => {
    throw withAdvice(error, spec.model);
  });
  return replyIn(await jsonOf(response, call.signal));
}

function bodyOf({ spec, modelId }: Site, call: ModelCall, contextTokens: number | null): Json {
  const { options: extraOptions, ...extraBody } = spec.extraBody;
  const options = {
    ...(call.temperature === null ? {} : { temperature: call.temperature }),
    ...(call.maxOutputTokens === null ? {} : { num_predict: call.maxOutputTokens }),
    ...(contextTokens === null ? {} : { num_ctx: contextTokens }),
    ...(isObject(extraOptions) ? extraOptions : {}),
  };
  const tools = offered(call);
  return {
    model: modelId,
    messages: messagesOf(call.messages),
    stream: false,
    // Without these two it drops what is over its window in silence, before the answer and during it (api/types.go, since 0.12.6; older ones ignore them).
    truncate: false,
    shift: false,
    ...(tools.length === 0 ? {} : { tools: tools.map((tool) => ({ type: "function", function: tool })) }),
    ...(call.schema === null ? {} : { format: sendableSchema(call.schema.json, spec.options) }),
    ...(Object.keys(options).length === 0 ? {} : { options }),
    ...(spec.reasoningEffort === "" ? {} : { think: spec.reasoningEffort === "none" ? false : spec.reasoningEffort }),
    ...extraBody,
  };
}

/** It knows no choice of tools: one that must be called is the only one that is offered. */
function offered({ tools, toolChoice }: ModelCall): readonly Tool[] {
  if (typeof toolChoice !== "object" || toolChoice === null) return tools;
  const named = tools.filter(({ name }) => name === toolChoice.name);
  if (named.length > 0) return named;
  throw new ModelCallError("bad_request", `The tool "${toolChoice.name}" was to be called and is not in the list.`);
}

/** What it says of a model that was never fetched does not say how to fetch it. */
function withAdvice(error: unknown, model: string): unknown {
  if (!(error instanceof ModelCallError) || error.status !== 404 || !/\bmodel\b.*not found/i.test(error.message)) return error;
  return new ModelCallError(error.failure, `${error.message} (\`ollama pull ${model}\` fetches it)`, { status: 404, cause: error });
}

async function jsonOf(response: Response, signal: AbortSignal): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw brokenCall(cause, signal);
  }
}
