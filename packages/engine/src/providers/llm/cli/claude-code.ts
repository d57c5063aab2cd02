// Claude Code: `claude -p`. In: a spec. Out: its arguments, and its JSON result read.

import { at } from "../../http/read-answer.js";
import { ModelCallError } from "../adapter.js";
import { parsed } from "../adapters/failures.js";
import type { TokenUsage } from "../provider.js";
import { countAt } from "./counts.js";
import type { Program } from "./index.js";
import { programFailure } from "./program-failure.js";

export const claudeCode: Program = {
  command: "claude",
  install: "Install it with `npm install -g @anthropic-ai/claude-code` and sign in once with `claude`.",
  variables: /^(ANTHROPIC_\w+|CLAUDE_CONFIG_DIR|CLAUDE_CODE_(OAUTH_TOKEN|USE_BEDROCK|USE_VERTEX)|AWS_\w+|GOOGLE_\w+|CLOUD_ML_REGION)$/,
  env({ apiKey }) {
    if (apiKey === "") return {};
    return apiKey.startsWith("sk-ant-oat") ? { CLAUDE_CODE_OAUTH_TOKEN: apiKey } : { ANTHROPIC_API_KEY: apiKey };
  },
  args: ({ spec }) => [
    "-p",
    "--output-format",
    "json",
    "--model",
    spec.model,
    // No tools, no servers of tools, no settings (and so no plugins and hooks), nothing kept.
    "--tools",
    "",
    "--strict-mcp-config",
    "--setting-sources",
    "",
    "--no-session-persistence",
    "--system-prompt",
    "You answer one request of a memory server. Follow the rules that it begins with, exactly; say nothing else.",
  ],
  read(output) {
    const json = parsed(output.stdout);
    const result = Array.isArray(json) ? json.findLast((one) => at(one, "type") === "result") : json;
    const said = at(result, "result");
    const text = typeof said === "string" ? said : "";
    if (output.exitCode !== 0 || at(result, "is_error") === true || at(result, "type") !== "result") {
      throw programFailure(output, text === "" ? String(at(result, "subtype") ?? "") : text, usageOf(result));
    }
    if (at(result, "stop_reason") === "refusal") throw new ModelCallError("refused", "it refuses to answer", { usage: usageOf(result) });
    return { text, finishReason: at(result, "stop_reason") === "max_tokens" ? "length" : "stop", usage: usageOf(result) };
  },
};

/** Claude Code counts what it reads from and writes to the cache beside the input. */
function usageOf(result: unknown): TokenUsage {
  const usage = at(result, "usage");
  const cached = countAt(usage, "cache_read_input_tokens");
  const input = countAt(usage, "input_tokens") + cached + countAt(usage, "cache_creation_input_tokens");
  const output = countAt(usage, "output_tokens");
  return { input, output, total: input + output, cached, thoughts: 0 };
}
