// Keys of model providers, by the prefixes and lengths that the providers publish.
// In: nothing. Out: detectors, a special form before the general one that would take it too.

import { type Detector, secret } from "./detector.js";

export const MODEL_KEYS: readonly Detector[] = [
  secret("anthropic_key", "sk-ant-", String.raw`\bsk-ant-[A-Za-z0-9_-]{20,}`),
  secret("openai_project_key", "sk-proj-", String.raw`\bsk-proj-[A-Za-z0-9_-]{48,}`),
  secret("openai_admin_key", "sk-admin-", String.raw`\bsk-admin-[A-Za-z0-9_-]{40,}`),
  secret("openai_service_key", "sk-svcacct-", String.raw`\bsk-svcacct-[A-Za-z0-9_-]{40,}`),
  secret("openrouter_key", "sk-or-v1-", String.raw`\bsk-or-v1-[0-9a-f]{64}`),
  secret("openai_key", "sk-", String.raw`\bsk-[A-Za-z0-9_-]{20,}`),
  secret("google_api_key", "AIza", String.raw`\bAIza[A-Za-z0-9_-]{35}`),
  secret("google_oauth_token", "ya29.", String.raw`\bya29\.[A-Za-z0-9_-]{20,}`),
  secret("google_client_secret", "GOCSPX-", String.raw`\bGOCSPX-[A-Za-z0-9_-]{28}`),
  secret("xai_key", "xai-", String.raw`\bxai-[A-Za-z0-9]{40,}`),
  secret("groq_key", "gsk_", String.raw`\bgsk_[A-Za-z0-9]{20,}`),
  secret("huggingface_token", "hf_", String.raw`\bhf_[A-Za-z0-9]{30,}`),
  secret("replicate_token", "r8_", String.raw`\br8_[A-Za-z0-9]{30,}`),
  secret("perplexity_key", "pplx-", String.raw`\bpplx-[A-Za-z0-9_-]{40,}`),
  secret("tavily_key", "tvly-", String.raw`\btvly-(?:dev-|prod-)?[A-Za-z0-9]{32,}`),
  secret("langsmith_key", "lsv2_", String.raw`\blsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}`),
  secret("fireworks_key", "fw_", String.raw`\bfw_[A-Za-z0-9]{22,24}`),
  secret("nvidia_key", "nvapi-", String.raw`\bnvapi-[A-Za-z0-9_-]{60,}`),
  secret("cerebras_key", "csk-", String.raw`\bcsk-[a-z0-9]{48}`),
];
