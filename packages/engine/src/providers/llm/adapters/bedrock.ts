// Amazon Bedrock's Converse. In: a Bedrock API key, or AWS keys from the environment or the shared credentials file. Out: an adapter; calls are signed (SigV4) or carry the key.
// The body is signed, so that what is merged last goes into `additionalModelRequestFields`.

import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { JSONObject } from "@ai-sdk/provider";
import { HindsightError } from "../../../errors.js";
import { at } from "../../http/read-answer.js";
import type { ModelAdapter } from "../adapter.js";
import { exchange } from "./exchange.js";
import { sdkAdapter } from "./sdk-adapter.js";
import { invalid, isOff, type Site } from "./site.js";

const DEFAULT_REGION = "us-east-1";

interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export async function bedrockAdapter(site: Site): Promise<ModelAdapter> {
  const { spec, env, apiKey, serviceTier } = site;
  const keys = apiKey === "" ? await keysOf(site) : null;
  const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
  // Nearly all models of Converse call tools; for those that do not, the prompt alone must do.
  const forcesTool = !isOff(spec.options.STRUCTURED_OUTPUT_FORCED_TOOL);
  const secrets = [...site.secrets, ...(keys === null ? [] : Object.values(keys))];
  const provider = createAmazonBedrock({
    region: env.AWS_REGION?.trim() || env.AWS_DEFAULT_REGION?.trim() || DEFAULT_REGION,
    apiKey,
    ...(keys ?? {}),
    ...(site.baseUrl === "" ? {} : { baseURL: site.baseUrl }),
    headers: { ...site.preset.headers, ...spec.headers },
    fetch: exchange({ fetch: site.fetch, secrets }),
  });
  const extra = Object.keys(spec.extraBody).length === 0 ? {} : { additionalModelRequestFields: spec.extraBody as JSONObject };
  return sdkAdapter({
    ...site,
    secrets,
    model: provider.languageModel(site.modelId),
    ...(forcesTool
      ? { objectsBy: "tool" as const }
      : { objectsBy: "strict" as const, traits: { ...site.traits, objects: "none" as const } }),
    ...(isOff(spec.options.PROMPT_CACHE_ENABLED) || !takesCachePoints(spec.model)
      ? {}
      : { systemOptions: { bedrock: { cachePoint: { type: "default" } } } }),
    providerOptions: () => ({
      bedrock: {
        ...extra,
        ...(serviceTier === "" ? {} : { serviceTier }),
        ...(spec.reasoningEffort === "" ? {} : { reasoningConfig: { type: "enabled", maxReasoningEffort: spec.reasoningEffort } }),
      },
    }),
  });
}

/** The families that know `cachePoint`; others refuse the call (Bedrock's guide, "Prompt caching"). */
const takesCachePoints = (model: string) => /anthropic\.claude|amazon\.nova/.test(model);

/** From the environment, else from the profile (`AWS_PROFILE`, `default`) of the shared credentials file. */
async function keysOf(site: Site): Promise<AwsKeys> {
  const { env } = site;
  const named = keysIn((name) => env[name.toUpperCase()]);
  if (named !== null) return named;
  const file = env.AWS_SHARED_CREDENTIALS_FILE ?? join(env.HOME ?? homedir(), ".aws", "credentials");
  const profile = profileIn(await textOf(file), env.AWS_PROFILE ?? "default");
  const kept = keysIn((name) => profile.get(name));
  if (kept !== null) return kept;
  throw invalid(
    site.spec.provider,
    "has no credentials: set HINDSIGHT_API_LLM_API_KEY or AWS_BEARER_TOKEN_BEDROCK to a Bedrock API key, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE",
  );
}

function keysIn(read: (name: string) => string | undefined): AwsKeys | null {
  const accessKeyId = read("aws_access_key_id")?.trim() ?? "";
  const secretAccessKey = read("aws_secret_access_key")?.trim() ?? "";
  const sessionToken = read("aws_session_token")?.trim() ?? "";
  if (accessKeyId === "" || secretAccessKey === "") return null;
  return { accessKeyId, secretAccessKey, ...(sessionToken === "" ? {} : { sessionToken }) };
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if (at(cause, "code") === "ENOENT") return ""; // the message that follows names every way
    throw new HindsightError("configuration_invalid", `The AWS credentials file ${file} cannot be read.`, { cause });
  }
}

function profileIn(text: string, profile: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let section = "";
  for (const line of text.split(/\r?\n/)) {
    section = /^\s*\[\s*(?:profile\s+)?([^\]]+?)\s*\]/.exec(line)?.[1] ?? section;
    const [, name, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (section === profile && name !== undefined && value !== undefined) values.set(name, value);
  }
  return values;
}
