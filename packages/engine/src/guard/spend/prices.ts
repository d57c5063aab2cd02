import { z } from "zod";
import { HindsightError } from "../../errors.js";
import type { TokenUsage } from "../../providers/llm/index.js";

/** USD per million tokens. */
export interface Price {
  readonly input: number;
  /** Also of reasoning that is not shown. */
  readonly output: number;
  /** Input that the provider had in its cache; `input` where nothing is said. */
  readonly cached?: number | undefined;
  /** What a call in a batch costs, as a share of these; that of its provider where nothing is said. */
  readonly batch?: number | undefined;
}

export type PriceTable = Readonly<Record<string, Price>>;

/** Runs on the user's own machine: nobody sends a bill for tokens. */
const OWN: Price = { input: 0, output: 0 };

/**
 * List prices of the presets' default models, by `provider/model`; `provider/*` is every model of it.
 *
 * As read on 2026-11-30 in copies of the vendors' price pages (made between May and November 2026), and taken only where at least two of them agree
 * or one is the vendor's own: OpenAI developers.openai.com/api/docs/pricing, Anthropic platform.claude.com/docs/en/about-claude/pricing, Google
 * ai.google.dev/gemini-api/docs/pricing, Groq console.groq.com/docs/models. Prices change: HINDSIGHT_API_LLM_PRICES corrects and adds.
 * Left out, since no figure could be relied on: gateways (their price is not the vendor's), DeepSeek (it changed to prices by time of day in 2026),
 * MiniMax, Z.ai, Fireworks, Bedrock, Vertex, xAI, and what a subscription pays for (openai-codex, claude-code, github-copilot). Writes to a cache,
 * long-context surcharges are not known to the usage that providers report, and are not counted.
 */
const LIST_PRICES: PriceTable = {
  "openai/gpt-4o-mini": { input: 0.15, output: 0.6, cached: 0.075 },
  "anthropic/claude-haiku-4-5": { input: 1, output: 5, cached: 0.1 },
  "gemini/gemini-3.5-flash": { input: 1.5, output: 9, cached: 0.15 },
  "gemini/gemini-3.1-flash-lite": { input: 0.25, output: 1.5, cached: 0.025 },
  "groq/openai/gpt-oss-120b": { input: 0.15, output: 0.6, cached: 0.075 },
  "ollama/*": OWN,
  "lmstudio/*": OWN,
  "llamacpp/*": OWN,
  "vllm/*": OWN,
  "mock/*": OWN,
};

/** Batches at half the price of single calls, as these five announce them; only that of Fireworks was looked up again (2026-11-30). `batch` in LLM_PRICES overrides. */
const BATCH_SHARES: Readonly<Record<string, number>> = { openai: 0.5, groq: 0.5, anthropic: 0.5, gemini: 0.5, fireworks: 0.5 };

const amount = z.number().min(0).max(1_000_000);
const Prices = z.record(
  z.string().min(1),
  z.strictObject({ input: amount, output: amount, cached: amount.optional(), batch: z.number().min(0).max(1).optional() }),
);

/** The price table with the overrides of HINDSIGHT_API_LLM_PRICES (JSON; empty for none). Throws `configuration_invalid`. */
export function priceTable(overrides: string): PriceTable {
  if (overrides.trim() === "") return LIST_PRICES;
  const read = Prices.safeParse(parsed(overrides));
  if (read.success) return { ...LIST_PRICES, ...read.data };
  throw new HindsightError(
    "configuration_invalid",
    'HINDSIGHT_API_LLM_PRICES takes JSON like {"openai/gpt-4o-mini": {"input": 0.15, "output": 0.6, "cached": 0.075}}: USD per million tokens.',
  );
}

/**
 * The price of a model: by `provider/model`, by the model alone, by `provider/*`, in this order; each also without a date at the end of the model's
 * name (`-20251001`, `-2024-07-18`). Null when none is known.
 */
export function priceOf(table: PriceTable, provider: string, model: string): Price | null {
  const undated = model.replace(/-\d{4}-?\d{2}-?\d{2}$/, "");
  for (const key of [`${provider}/${model}`, model, `${provider}/${undated}`, undated, `${provider}/*`]) {
    const price = Object.hasOwn(table, key) ? table[key] : undefined;
    if (price !== undefined) return price;
  }
  return null;
}

/** What a call costs, in whole micro-USD: USD per million tokens is micro-USD per token. Rounded up, so that many small calls are not free. */
export function costOf(price: Price, usage: TokenUsage): number {
  const fresh = Math.max(0, usage.input - usage.cached);
  const cost = fresh * price.input + usage.cached * (price.cached ?? price.input) + (usage.output + usage.thoughts) * price.output;
  return Math.max(0, Math.ceil(cost - 1e-6)); // 0.15 × 20 is 3, not 3.0000000000000004
}

/** The price of a call in a batch. */
export function batchPrice(price: Price, provider: string): Price {
  const share = price.batch ?? BATCH_SHARES[provider] ?? 1;
  return { input: price.input * share, output: price.output * share, cached: (price.cached ?? price.input) * share };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // refused below, with what it should be
    throw error;
  }
}
