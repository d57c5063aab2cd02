// Metrics: how much of the evidence the first results hold. README.md defines each; the client has them, so that `hindsight eval` and the console judge alike.

import { createRequire } from "node:module";

export { type Hits, type Judged, judge, type Metrics, metricsOf } from "@hindsight-memory/client/relevance";

const { countTokens } = createRequire(import.meta.url)("gpt-tokenizer/encoding/cl100k_base") as { countTokens(text: string): number };

export function tokensOf(text: string): number {
  return countTokens(text);
}
