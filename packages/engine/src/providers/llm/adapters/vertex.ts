// Vertex AI: Gemini and Claude under a Google Cloud project. In: a spec with project, region and credentials. Out: an adapter.
// Credentials: a service account (file or JSON), else an API key (express mode), else the application default credentials of the machine.

import { readFile } from "node:fs/promises";
import { HindsightError } from "../../../errors.js";
import { at } from "../../http/read-answer.js";
import type { ModelAdapter } from "../adapter.js";
import { anthropicWays } from "./anthropic.js";
import { exchange, isObject, type Json } from "./exchange.js";
import { parsed } from "./failures.js";
import { geminiFetch, missingProject, thinkingOf } from "./google.js";
import { sdkAdapter } from "./sdk-adapter.js";
import type { Site } from "./site.js";

const KEY_VARIABLE = "HINDSIGHT_API_LLM_VERTEXAI_SERVICE_ACCOUNT_KEY";
const DEFAULT_REGION = "us-central1";

export async function vertexAdapter(site: Site): Promise<ModelAdapter> {
  const { options } = site.spec;
  const account = await accountOf(options.VERTEXAI_SERVICE_ACCOUNT_KEY?.trim() ?? "");
  const named = account === null ? undefined : at(account, "project_id");
  const project = options.VERTEXAI_PROJECT_ID?.trim() || (typeof named === "string" ? named : "") || (site.env.GOOGLE_CLOUD_PROJECT ?? "");
  const region = options.VERTEXAI_REGION?.trim() || DEFAULT_REGION;
  const isExpress = account === null && site.apiKey !== "";
  if (project === "" && !isExpress) throw missingProject(site);
  const [publisher, model] = publishedBy(site.modelId);
  const settings = {
    project,
    location: region,
    headers: site.spec.headers,
    ...(site.baseUrl === ""
      ? {}
      : {
          baseURL: `${site.baseUrl}/v1/projects/${project}/locations/${region}/publishers/${publisher}${publisher === "anthropic" ? "/models" : ""}`,
        }),
    googleAuthOptions: {
      ...(account === null ? {} : { credentials: account }),
      clientOptions: { transporterOptions: { fetchImplementation: site.fetch } },
    },
  };
  if (publisher === "anthropic") {
    const { createVertexAnthropic } = await import("@ai-sdk/google-vertex/anthropic");
    const fetch = exchange({
      fetch: site.fetch,
      secrets: site.secrets,
      rewrite: (body) => ({ ...body, ...site.spec.extraBody }),
    });
    return sdkAdapter({ ...site, model: createVertexAnthropic({ ...settings, fetch }).languageModel(model), ...anthropicWays(site) });
  }
  const { createVertex } = await import("@ai-sdk/google-vertex");
  const provider = createVertex({ ...settings, fetch: geminiFetch(site), apiKey: isExpress ? site.apiKey : "" });
  return sdkAdapter({ ...site, model: provider.languageModel(model), objectsBy: "schema", providerOptions: thinkingOf(site) });
}

/** `google/gemini-…` and `anthropic/claude-…`; a name without publisher is told by its family. */
function publishedBy(model: string): readonly [publisher: "google" | "anthropic", model: string] {
  const [, publisher, name] = /^(google|anthropic)\/(.+)$/.exec(model) ?? [];
  if (publisher !== undefined && name !== undefined) return [publisher as "google" | "anthropic", name];
  return [model.startsWith("claude") ? "anthropic" : "google", model];
}

/** A service account, given as JSON or as the path of a file. */
async function accountOf(given: string): Promise<Json | null> {
  if (given === "") return null;
  const account = parsed(given.startsWith("{") ? given : await fileText(given));
  if (isObject(account) && typeof account.private_key === "string" && typeof account.client_email === "string") return account;
  throw new HindsightError("configuration_invalid", `${KEY_VARIABLE} is no service account: it lacks private_key or client_email.`);
}

async function fileText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new HindsightError("configuration_invalid", `${KEY_VARIABLE} names a file that cannot be read.`, { cause });
  }
}
