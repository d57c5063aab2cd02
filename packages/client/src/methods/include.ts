// What a recall or a reflection shall bring along.
// In: the flags of the options. Out: the API's `include` object.
// The defaults of the token limits are those of the published client, which always sends them.

import type * as api from "../types.gen.js";
import type { RecallOptions, ReflectOptions } from "./memory-options.js";

const MOST_CHUNK_TOKENS = 8_192;
const MOST_SOURCE_FACTS_TOKENS = 4_096;
/** The published client's and the server's own. */
const MOST_ENTITY_TOKENS = 500;

/** Entities come unless they are switched off; chunks and source facts come when they are asked for. */
export function recallInclude(options: RecallOptions): NonNullable<api.RecallRequest["include"]> {
  const { includeEntities, maxEntityTokens, includeChunks, maxChunkTokens, includeSourceFacts, maxSourceFactsTokens } = options;
  const entities = includeEntities === false ? null : { max_tokens: maxEntityTokens ?? MOST_ENTITY_TOKENS };
  return {
    ...(includeEntities !== undefined || maxEntityTokens !== undefined ? { entities } : {}),
    ...(includeChunks ? { chunks: { max_tokens: maxChunkTokens ?? MOST_CHUNK_TOKENS } } : {}),
    ...(includeSourceFacts ? { source_facts: { max_tokens: maxSourceFactsTokens ?? MOST_SOURCE_FACTS_TOKENS } } : {}),
  };
}

export function reflectInclude(options: ReflectOptions): api.ReflectRequest["include"] {
  const { includeFacts, includeToolCalls, includeToolCallOutput } = options;
  if (!includeFacts && !includeToolCalls) return undefined;
  return {
    ...(includeFacts ? { facts: {} } : {}),
    ...(includeToolCalls ? { tool_calls: { output: includeToolCallOutput ?? true } } : {}),
  };
}
