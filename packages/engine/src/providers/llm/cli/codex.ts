// Codex: `codex exec --json`. In: a spec. Out: its arguments, and its events read.

import { at } from "../../http/read-answer.js";
import { parsed } from "../adapters/failures.js";
import type { TokenUsage } from "../provider.js";
import { NO_USAGE } from "../provider.js";
import { countAt } from "./counts.js";
import type { Program } from "./index.js";
import { programFailure } from "./program-failure.js";

export const codex: Program = {
  command: "codex",
  install: "Install it with `npm install -g @openai/codex` and sign in once with `codex login`.",
  variables: /^(CODEX_\w+|OPENAI_API_KEY)$/,
  env({ spec, apiKey }) {
    const home = spec.options.CODEX_HOME?.trim() ?? "";
    return { ...(home === "" ? {} : { CODEX_HOME: home }), ...(apiKey === "" ? {} : { CODEX_API_KEY: apiKey }) };
  },
  args: ({ spec }) => [
    "exec",
    "--json",
    "--model",
    spec.model,
    // Nothing of the user's settings but the login, nothing kept, and nothing that its tools could change.
    "--ignore-user-config",
    "--ephemeral",
    "--skip-git-repo-check",
    "--sandbox",
    "read-only",
    ...(spec.reasoningEffort === "" ? [] : ["-c", `model_reasoning_effort=${JSON.stringify(spec.reasoningEffort)}`]),
    "-",
  ],
  read(output) {
    const events = output.stdout.split("\n").flatMap((line) => (line.trim() === "" ? [] : [parsed(line)]));
    const usage = events.map((event) => at(event, "usage")).findLast((one) => one !== undefined);
    const failed =
      events.findLast((event) => at(event, "type") === "turn.failed") ?? events.findLast((event) => at(event, "type") === "error");
    const message = events.findLast((event) => at(event, "item", "type") === "agent_message" && at(event, "type") === "item.completed");
    const text = at(message, "item", "text");
    const isDone = events.some((event) => at(event, "type") === "turn.completed");
    if (output.exitCode !== 0 || !isDone || typeof text !== "string") {
      const said = at(failed, "error", "message") ?? at(failed, "message");
      throw programFailure(output, typeof said === "string" ? said : "", usageOf(usage));
    }
    return { text, finishReason: "stop", usage: usageOf(usage) };
  },
};

function usageOf(usage: unknown): TokenUsage {
  if (usage === undefined) return NO_USAGE;
  const [input, counted] = [countAt(usage, "input_tokens"), countAt(usage, "output_tokens")];
  const thoughts = Math.min(counted, countAt(usage, "reasoning_output_tokens"));
  return { input, output: counted - thoughts, total: input + counted, cached: countAt(usage, "cached_input_tokens"), thoughts };
}
