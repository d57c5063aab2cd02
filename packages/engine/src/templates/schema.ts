import { z } from "zod";
import { BANK_SETTINGS, type BankSetting } from "../config/index.js";
import { MEMORY_KINDS } from "../domain/memory.js";
import { TAGS_MATCHES } from "../domain/tags.js";

const texts = z.array(z.string());
const tokens = z.int().min(1).nullish();

/** Conditions over tags, nested as one likes. */
const group: z.ZodType = z.union([
  z.object({ tags: texts, match: z.enum(TAGS_MATCHES).nullish(), resolve: z.enum(["exact", "fuzzy"]).nullish() }),
  z.object({
    get and() {
      return z.array(group);
    },
  }),
  z.object({
    get or() {
      return z.array(group);
    },
  }),
  z.object({
    get not() {
      return group;
    },
  }),
]);

const trigger = z
  .object({
    mode: z.enum(["full", "delta"]).nullish(),
    refresh_after_consolidation: z.boolean().nullish(),
    refresh_cron: z.string().nullish().describe("five fields, in UTC; excludes refresh_after_consolidation"),
    full_refresh_cron: z.string().nullish(),
    min_refresh_interval_seconds: z.int().min(0).nullish(),
    budget: z.enum(["low", "mid", "high"]).nullish(),
    fact_types: z.array(z.enum(MEMORY_KINDS)).nullish(),
    exclude_mental_models: z.boolean().nullish(),
    exclude_mental_model_ids: texts.nullish(),
    tags_match: z.enum(TAGS_MATCHES).nullish(),
    tag_groups: z.array(group).nullish(),
    include_chunks: z.boolean().nullish(),
    recall_max_tokens: tokens,
    recall_chunks_max_tokens: tokens,
    reflect_search_observations_max_tokens: tokens,
    reflect_search_observations_include_entities: z.boolean().nullish(),
    response_schema: z.record(z.string(), z.unknown()).nullish(),
    keep_trace: z.boolean().nullish(),
  })
  .describe("when and how it is refreshed; fields that are left out are not set");

const model = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  name: z.string().min(1),
  source_query: z.string().min(1).describe("the question that it answers"),
  tags: texts.default([]),
  max_tokens: z.int().min(256).max(8192).default(2048),
  trigger: trigger.default({}),
});

const directive = z.object({
  name: z.string().min(1),
  content: z.string().min(1),
  priority: z.int().default(0).describe("the higher one comes first"),
  is_active: z.boolean().default(true),
  tags: texts.default([]),
});

/** Each setting takes null, which says nothing. */
const settings = (Object.entries(BANK_SETTINGS) as readonly (readonly [string, BankSetting])[]).map(
  ([name, { schema, meaning }]) => [name, schema.nullish().describe(meaning)] as const,
);

const manifest = z.object({
  version: z.literal("1"),
  bank: z.strictObject(Object.fromEntries(settings)).nullish().describe("overrides of the bank's settings"),
  mental_models: z.array(model).nullish().describe("matched by id"),
  directives: z.array(directive).nullish().describe("matched by name"),
});

let schema: Readonly<Record<string, unknown>> | null = null;

/** The JSON Schema (2020-12) of a template, from the same table of settings that an import is checked by. Made on first use. */
export function templateSchema(): Readonly<Record<string, unknown>> {
  schema ??= { title: "BankTemplateManifest", ...z.toJSONSchema(manifest, { io: "input", unrepresentable: "any" }) };
  return schema;
}
