// Consolidation on the wire.
// In: the contract's requests. Out: the engine's scopes and strategies, and the contract's replies.

import type { ScopePreview, StrategiesPreview } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { paging } from "./query.js";
import { integer, maybe, name, preset, prose } from "./scalars.js";

const scope = () => z.array(name());

export const ConsolidationBody = z
  .object({ observation_scopes: z.array(scope()).nullish().openapi({ description: "Only facts whose tags hold one of these sets" }) })
  .openapi("ConsolidationRequest")
  .nullish();

export const ConsolidationReply = z
  .object({ operation_id: z.string(), deduplicated: z.boolean().default(false) })
  .openapi("ConsolidationResponse");

export const RecoverReply = z.object({ retried_count: z.int() }).openapi("RecoverConsolidationResponse");

export const ScopesQuery = z.object(paging(100, { min: 0, max: 1000 }));

const ObservationScope = z.object({ tags: z.array(z.string()), count: z.int() }).openapi("ObservationScope");

export const ScopesReply = z
  .object({ scopes: z.array(ObservationScope), total: z.int(), limit: z.int(), offset: z.int() })
  .openapi("ObservationScopesResponse");

const ScopePattern = z
  .object({
    tags: scope().optional().openapi({ description: "Names of tags; * and ? stand for others" }),
    tags_match: maybe(name("exact (when absent): the names cover the scope; any: one of its tags is named; all: each name finds a tag")),
  })
  .openapi("ConsolidationScopePattern");

const tokens = () => maybe(integer({ min: -1 }));

const StrategySpec = z
  .object({
    scopes: z.array(ScopePattern).optional(),
    observations_mission: maybe(prose()),
    max_observations_per_scope: maybe(integer({ min: -1 })),
    consolidation_source_facts_max_tokens: tokens(),
    consolidation_source_facts_max_tokens_per_observation: tokens(),
  })
  .openapi("ConsolidationStrategySpec");

export const PreviewBody = z
  .object({
    strategies: z.array(StrategySpec).openapi({ description: "As the bank's consolidation_strategies" }),
    sample_limit: preset(integer({ min: 0, max: 50, about: "Scopes to name for each rule" }), 5),
  })
  .openapi("ConsolidationStrategiesPreviewRequest");

const StrategyScope = z
  .object({ tags: z.array(z.string()), count: z.int(), handled_by: z.int().nullable() })
  .openapi("StrategyScopePreview");

const counted = { match_count: z.int(), observation_count: z.int(), samples: z.array(StrategyScope) };

export const PreviewReply = z
  .object({
    strategies: z.array(
      z
        .object({
          active: z.boolean(),
          claimed_count: z.int(),
          rules: z.array(z.object({ ...counted, taken_count: z.int() }).openapi("StrategyRulePreview")),
        })
        .openapi("StrategyPreview"),
    ),
    default: z.object(counted).openapi("DefaultScopesPreview"),
    scopes_scanned: z.int(),
    complete: z.boolean(),
  })
  .openapi("ConsolidationStrategiesPreview");

export function previewReply(preview: StrategiesPreview): z.input<typeof PreviewReply> {
  return {
    strategies: preview.strategies.map(({ active, claimedCount, rules }) => ({
      active,
      claimed_count: claimedCount,
      rules: rules.map((rule) => ({ ...countsReply(rule), taken_count: rule.takenCount })),
    })),
    default: countsReply(preview.defaults),
    scopes_scanned: preview.scopesScanned,
    complete: preview.complete,
  };
}

function countsReply({ matchCount, observationCount, samples }: StrategiesPreview["defaults"]) {
  const sample = ({ tags, count, handledBy }: ScopePreview) => ({ tags: [...tags], count, handled_by: handledBy });
  return { match_count: matchCount, observation_count: observationCount, samples: samples.map(sample) };
}
