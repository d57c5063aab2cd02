// One model of the SDK as a ModelAdapter. In: a LanguageModelV3 and what its provider takes. Out: one attempt per call.

import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3GenerateResult, SharedV3ProviderOptions } from "@ai-sdk/provider";
import { at } from "../../http/read-answer.js";
import { type ModelAdapter, type ModelCall, ModelCallError, type ModelSpec, type ModelTraits } from "../adapter.js";
import type { Preset } from "../presets.js";
import type { Tool } from "../provider.js";
import { brokenCall, networkCode } from "./exchange.js";
import { type Secrets, short } from "./failures.js";
import { type KeptMetadata, promptOf, toolOf } from "./prompt.js";
import { type KeepMetadata, replyOf } from "./reply.js";
import { sendableSchema } from "./schema.js";

export interface SdkModel {
  readonly model: LanguageModelV3;
  readonly spec: ModelSpec;
  readonly preset: Preset;
  readonly traits: ModelTraits;
  readonly secrets: Secrets;
  readonly jsonMode: boolean;
  /**
   * How an object is asked for: `strict`: by schema for strict calls, else as any JSON; `schema`: always by schema; `both`: always by schema, and the
   * prompt says it too; `tool`: by a tool that must be called.
   */
  readonly objectsBy: "strict" | "schema" | "both" | "tool";
  readonly providerOptions?: (call: ModelCall) => SharedV3ProviderOptions;
  readonly headers?: (call: ModelCall) => Readonly<Record<string, string>>;
  /** Sent with the system message: marks the fixed prompt for the provider's cache. */
  readonly systemOptions?: SharedV3ProviderOptions;
}

/** Metadata of so many tool calls is remembered for the turns that follow. */
const KEPT_CALLS = 2_000;

export function sdkAdapter(sdk: SdkModel): ModelAdapter {
  const { spec } = sdk;
  const traits: ModelTraits =
    sdk.objectsBy === "strict" || sdk.objectsBy === "both" ? sdk.traits : { ...sdk.traits, alwaysGetsSchema: true };
  const metadata = keptMetadata();
  return {
    provider: spec.provider,
    model: spec.model,
    traits,
    async call(call) {
      const options = optionsOf(sdk, call, metadata.of);
      const result = await attempt(sdk, call, options);
      return replyOf(result, { forcedTool: forcedToolOf(sdk, call), keep: metadata.keep, secrets: sdk.secrets });
    },
  };
}

/** Thought signatures of Gemini's models, by the id of their tool call; the oldest are forgotten. Other metadata is not sent back. */
function keptMetadata(): { readonly of: KeptMetadata; readonly keep: KeepMetadata } {
  const byCall = new Map<string, SharedV3ProviderOptions>();
  return {
    of: (id) => byCall.get(id),
    keep(id, value) {
      const thoughtSignature = Object.values(value)
        .map((one) => one.thoughtSignature)
        .find((one) => typeof one === "string");
      if (thoughtSignature === undefined) return;
      byCall.set(id, { google: { thoughtSignature }, vertex: { thoughtSignature } });
      if (byCall.size > KEPT_CALLS) for (const oldest of [...byCall.keys()].slice(0, KEPT_CALLS / 2)) byCall.delete(oldest);
    },
  };
}

async function attempt(sdk: SdkModel, call: ModelCall, options: LanguageModelV3CallOptions): Promise<LanguageModelV3GenerateResult> {
  try {
    return await sdk.model.doGenerate(options);
  } catch (cause) {
    throw failureBehind(sdk, cause, call.signal);
  }
}

/** The ModelCallError in an SDK's error, or what its own kinds mean. */
function failureBehind({ secrets }: SdkModel, cause: unknown, signal: AbortSignal): ModelCallError {
  for (let error = cause, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    if (error instanceof ModelCallError) return error;
  }
  if (signal.aborted || networkCode(cause) !== "") return brokenCall(cause, signal);
  const name = cause instanceof Error ? cause.name : "";
  const said = short(cause instanceof Error ? cause.message : String(cause), secrets);
  if (/UnsupportedFunctionality|InvalidPrompt|InvalidArgument/.test(name)) {
    return new ModelCallError("bad_request", `it cannot take this call: ${said}`, { cause });
  }
  if (/LoadAPIKey|LoadSetting|Credential/i.test(name) || /credential|access token|invalid_grant/i.test(said)) {
    return new ModelCallError("unauthorised", `there are no usable credentials: ${said}`, { cause });
  }
  // A reply with status 200 that is not of the wire's form: what it says is all that helps. The SDK's error holds the whole prompt and is not kept.
  const body = at(cause, "responseBody");
  const words = typeof body === "string" ? short(body, secrets) : name.startsWith("AI_") ? said : "it lacks what its form must hold";
  return new ModelCallError("unavailable", `it gave an unreadable answer: ${words}`, { status: 200 });
}

function optionsOf(sdk: SdkModel, call: ModelCall, kept: KeptMetadata): LanguageModelV3CallOptions {
  const { preset } = sdk;
  const { tools, choice } = toolsOf(sdk, call);
  const temperature = temperatureOf(preset, call.temperature);
  const responseFormat = formatOf(sdk, call);
  const providerOptions = sdk.providerOptions?.(call);
  const prompt = promptOf(call.messages, kept);
  const [first, ...rest] = prompt;
  return {
    prompt:
      first?.role === "system" && sdk.systemOptions !== undefined ? [{ ...first, providerOptions: sdk.systemOptions }, ...rest] : prompt,
    abortSignal: call.signal,
    ...(tools.length === 0 ? {} : { tools: tools.map(toolOf) }),
    ...(choice === null ? {} : { toolChoice: choice }),
    ...(temperature === null ? {} : { temperature }),
    ...(call.maxOutputTokens === null ? {} : { maxOutputTokens: call.maxOutputTokens }),
    ...(responseFormat === null ? {} : { responseFormat }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
    ...(sdk.headers === undefined ? {} : { headers: sdk.headers(call) }),
  };
}

/** A named choice is the list narrowed to that tool, and `required`; servers that drop the choice still get the narrowed list. */
function toolsOf(
  sdk: SdkModel,
  call: ModelCall,
): { readonly tools: readonly Tool[]; readonly choice: NonNullable<LanguageModelV3CallOptions["toolChoice"]> | null } {
  const forced = forcedToolOf(sdk, call);
  if (forced !== null) {
    const description = "Gives the answer. Call it once, with the whole answer.";
    return {
      tools: [{ name: forced, description, parameters: sendableSchema(call.schema?.json ?? {}, sdk.spec.options) }],
      choice: { type: "tool", toolName: forced },
    };
  }
  const { toolChoice } = call;
  const isNamed = typeof toolChoice === "object" && toolChoice !== null;
  const tools = isNamed ? call.tools.filter(({ name }) => name === toolChoice.name) : call.tools;
  if (isNamed && tools.length === 0) {
    throw new ModelCallError("bad_request", `The tool "${toolChoice.name}" was to be called and is not in the list.`);
  }
  const isRequired = tools.length > 0 && (isNamed || toolChoice === "required");
  return { tools, choice: isRequired && sdk.traits.takesToolChoice ? { type: "required" } : null };
}

/** The tool that carries the object, where objects come that way and no other tools are offered. */
function forcedToolOf(sdk: SdkModel, call: ModelCall): string | null {
  return sdk.objectsBy === "tool" && call.schema !== null && call.tools.length === 0 ? call.schema.name : null;
}

function formatOf(sdk: SdkModel, call: ModelCall): Exclude<LanguageModelV3CallOptions["responseFormat"], undefined> | null {
  const { schema } = call;
  if (schema === null || sdk.objectsBy === "tool") return null;
  if (sdk.traits.objects === "schema" && (sdk.objectsBy !== "strict" || schema.isStrict)) {
    return { type: "json", name: schema.name, schema: sendableSchema(schema.json, sdk.spec.options) };
  }
  return sdk.jsonMode && sdk.traits.objects !== "none" ? { type: "json" } : null;
}

function temperatureOf(preset: Preset, temperature: number | null): number | null {
  if (temperature === null || preset.temperature === "omitted") return null;
  if (preset.temperature === null) return temperature;
  return Math.min(preset.temperature.max, Math.max(preset.temperature.min, temperature));
}
