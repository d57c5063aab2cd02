import { NO_USAGE, type TokenUsage } from "../providers/llm/index.js";

/** Tokens by the contract's names, as an operation keeps them. */
export interface NotedUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
  readonly cached_tokens: number;
  readonly thoughts_tokens: number;
}

export function notedUsage({ input, output, total, cached, thoughts }: TokenUsage): NotedUsage {
  return { input_tokens: input, output_tokens: output, total_tokens: total, cached_tokens: cached, thoughts_tokens: thoughts };
}

/** Reads back what an operation noted; nothing for one that called no model. */
export function usageOfResult({ usage }: Readonly<Record<string, unknown>>): TokenUsage {
  if (usage === undefined) return NO_USAGE;
  const noted = usage as NotedUsage;
  return {
    input: noted.input_tokens,
    output: noted.output_tokens,
    total: noted.total_tokens,
    cached: noted.cached_tokens,
    thoughts: noted.thoughts_tokens,
  };
}
