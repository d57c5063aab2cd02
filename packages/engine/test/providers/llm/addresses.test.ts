// Where a spec leads and with which credentials; and specs that cannot work, refused when they are made.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ModelSpec } from "../../../src/providers/llm/adapter.js";
import { openAdapter } from "./open-adapter.js";
import { ROWS } from "./preset-rows.js";
import { callOf } from "./wires.js";

describe("addresses and credentials", () => {
  test.each([
    ["openai", "http://localhost:9000", "http://localhost:9000/v1/chat/completions"],
    ["openai", "http://localhost:9000/openai/", "http://localhost:9000/openai/chat/completions"],
    ["openai", "https://gateway.example", "https://gateway.example/chat/completions"],
    ["lmstudio", "http://gpu:1234", "http://gpu:1234/v1/chat/completions"],
    ["anthropic", "https://gateway.example", "https://gateway.example/v1/messages"],
    ["gemini", "https://gateway.example/google", "https://gateway.example/google/v1beta/models/gemini-3.5-flash:generateContent"],
    ["azure", "https://acme.openai.azure.com/openai/v1", "https://acme.openai.azure.com/openai/v1/chat/completions"],
    [
      "azure",
      "https://acme.openai.azure.com?api-version=2025-01-01",
      "https://acme.openai.azure.com/openai/deployments/m/chat/completions?api-version=2025-01-01",
    ],
  ])("%s at %s", async (provider, baseUrl, url) => {
    const one = await openAdapter({ provider, baseUrl, ...(provider === "azure" ? { model: "m" } : {}) });
    await one.adapter.call(callOf());
    expect(one.url()).toBe(url);
  });

  test("a vendor's variable fills in for the key at the vendor's own address, and goes nowhere else", async () => {
    const env = { OPENAI_API_KEY: "from-the-environment" };
    const own = await openAdapter({ apiKey: "" }, undefined, env);
    await own.adapter.call(callOf());
    expect(own.headers().authorization).toBe("Bearer from-the-environment");
    const other = await openAdapter({ apiKey: "", baseUrl: "http://gateway.example/v1" }, undefined, env);
    await other.adapter.call(callOf());
    expect(other.headers().authorization).toBeUndefined();
  });

  test("Bedrock signs with AWS keys, in the region of the environment", async () => {
    const env = {
      AWS_ACCESS_KEY_ID: "AKIAEXAMPLE",
      AWS_SECRET_ACCESS_KEY: "secret",
      AWS_SESSION_TOKEN: "session",
      AWS_REGION: "eu-central-1",
    };
    const { adapter, url, headers } = await openAdapter(
      { provider: "bedrock", apiKey: "", options: { BEDROCK_SERVICE_TIER: "flex" } },
      undefined,
      env,
    );
    await adapter.call(callOf());
    expect(url()).toContain("https://bedrock-runtime.eu-central-1.amazonaws.com/");
    expect(headers().authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request/);
    expect(headers()["x-amz-security-token"]).toBe("session");
  });

  test("Claude at Vertex AI is asked in its own form", async () => {
    const options = { ...ROWS.find(({ provider }) => provider === "vertexai")?.given?.options, VERTEXAI_REGION: "europe-west1" };
    const { adapter, url, body } = await openAdapter({ provider: "vertexai", model: "anthropic/claude-haiku-4-5", apiKey: "", options });
    await adapter.call(callOf());
    expect(url()).toBe(
      "https://europe-west1-aiplatform.googleapis.com/v1/projects/acme/locations/europe-west1/publishers/anthropic/models/claude-haiku-4-5:rawPredict",
    );
    expect(body().messages[0].content[0].text).toBe("Good morning.");
  });

  test("Copilot exchanges GitHub's token, its own or an editor's, for one of a session, once", async () => {
    const { adapter, stub, headers } = await openAdapter({ provider: "github-copilot", apiKey: "ghu_of-the-user" });
    await adapter.call(callOf());
    await adapter.call(callOf());
    expect(stub.asked().map(({ url }) => url)).toEqual([
      "https://api.github.com/copilot_internal/v2/token",
      "https://api.githubcopilot.com/chat/completions",
      "https://api.githubcopilot.com/chat/completions",
    ]);
    expect(stub.asked()[0]?.headers.authorization).toBe("token ghu_of-the-user");
    expect(headers().authorization).toBe("Bearer session-of-copilot");

    const home = await mkdtemp(join(tmpdir(), "hindsight-copilot-"));
    await mkdir(join(home, "github-copilot"));
    await writeFile(
      join(home, "github-copilot", "apps.json"),
      JSON.stringify({ "github.com:Iv1.x": { oauth_token: "ghu_of-the-editor" } }),
    );
    const stored = await openAdapter({ provider: "github-copilot", apiKey: "" }, undefined, { XDG_CONFIG_HOME: home });
    await rm(home, { recursive: true });
    await stored.adapter.call(callOf());
    expect(stored.stub.asked()[0]?.headers.authorization).toBe("token ghu_of-the-editor");
  });

  test("a router's deployments are asked in turn", async () => {
    const deployment = (model: string) => ({ model_name: "smart", litellm_params: { model, api_key: "k" } });
    const config = JSON.stringify({
      model_list: [deployment("groq/one"), deployment("fireworks_ai/two"), { model_name: "other", litellm_params: { model: "gpt" } }],
    });
    const { adapter, stub } = await openAdapter({ provider: "litellmrouter", model: "smart", options: { LITELLMROUTER_CONFIG: config } });
    for (let nth = 0; nth < 3; nth++) await adapter.call(callOf());
    expect(stub.asked().map(({ body }) => body.model)).toEqual(["one", "accounts/fireworks/models/two", "one"]);
  });

  test.each<[string, Partial<ModelSpec>, RegExp]>([
    ["an unknown provider", { provider: "opnai" }, /no language model provider "opnai"/],
    ["no key", { apiKey: "" }, /HINDSIGHT_API_LLM_API_KEY \(or OPENAI_API_KEY\)/],
    ["no model", { provider: "vllm", apiKey: "" }, /HINDSIGHT_API_LLM_MODEL/],
    ["no resource", { provider: "azure", model: "m" }, /HINDSIGHT_API_LLM_BASE_URL/],
    ["an address that is none", { baseUrl: "localhost:1" }, /HINDSIGHT_API_LLM_BASE_URL/],
    ["no project", { provider: "vertexai", apiKey: "" }, /HINDSIGHT_API_LLM_VERTEXAI_PROJECT_ID/],
    ["a service account that is none", { provider: "vertexai", options: { VERTEXAI_SERVICE_ACCOUNT_KEY: "{}" } }, /SERVICE_ACCOUNT_KEY/],
    ["no login of Copilot", { provider: "github-copilot", apiKey: "" }, /HINDSIGHT_API_LLM_API_KEY \(or GITHUB_COPILOT_TOKEN/],
    ["no AWS keys", { provider: "bedrock", apiKey: "" }, /AWS_ACCESS_KEY_ID/],
    ["a window that is no number", { provider: "ollama", options: { OLLAMA_NUM_CTX: "big" } }, /OLLAMA_NUM_CTX/],
    [
      "a router without deployments",
      { provider: "litellmrouter", model: "x", options: { LITELLMROUTER_CONFIG: "{}" } },
      /LITELLMROUTER_CONFIG/,
    ],
    ["no model to ask", { provider: "none" }, /none/],
  ])("%s is refused when it is made", async (_, given, words) => {
    await expect(openAdapter(given, undefined, { HOME: "/nowhere" })).rejects.toMatchObject({
      code: "configuration_invalid",
      message: expect.stringMatching(words),
    });
  });
});
