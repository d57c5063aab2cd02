import { z } from "zod";
import type { DistilSettings, LabelField, LabelGroup } from "./types.js";
import { isWireObject } from "./wire-values.js";

type JsonSchema = Readonly<Record<string, unknown>>;

/** What is asked of the provider's validation: an object with a list. What the entries hold is read leniently, one by one. */
export const Reply = z.looseObject({ facts: z.array(z.unknown()) });

/** A list alone is the list of facts; one fact alone is a list of one. */
export function normaliseReply(value: unknown): unknown {
  if (Array.isArray(value)) return { facts: value };
  if (!isWireObject(value)) return value;
  if (value.facts === undefined) return isFact(value) ? { facts: [value] } : value;
  return isWireObject(value.facts) && isFact(value.facts) ? { ...value, facts: [value.facts] } : value;
}

function isFact(value: Readonly<Record<string, unknown>>): boolean {
  return ["what", "text", "factual_core"].some((name) => typeof value[name] === "string");
}

const TEXT = { type: "string" } as const;
const TEXT_OR_NULL = { anyOf: [{ type: "string" }, { type: "null" }], default: null } as const;
const TEXTS = { type: "array", items: TEXT, default: [] } as const;

/** At most so many causes of one fact. */
export const MAX_CAUSES = 2;

const CAUSES = {
  anyOf: [
    {
      type: "array",
      maxItems: MAX_CAUSES,
      items: {
        type: "object",
        properties: { target_index: { type: "integer", minimum: 0 }, relation_type: { type: "string", enum: ["caused_by"] } },
        required: ["target_index", "relation_type"],
        additionalProperties: false,
      },
    },
    { type: "null" },
  ],
  default: null,
} as const;

/**
 * The reply as a JSON schema: the contract's wire shape, on which gateways, tuned models and scripted providers rely. `verbatim` asks for no statement;
 * causes, labels and attachments are asked for where they are wanted.
 */
export function replySchema(settings: DistilSettings, hasAttachments: boolean): JsonSchema {
  const isVerbatim = settings.mode === "verbatim";
  const statement = isVerbatim ? ["when", "where", "who"] : ["what", "when", "where", "who", "why"];
  const hasLabels = settings.labels.length > 0;
  const fact = {
    type: "object",
    properties: {
      ...Object.fromEntries(statement.map((name) => [name, TEXT])),
      fact_type: { type: "string", enum: ["world", "assistant"] },
      fact_kind: { type: "string", enum: ["event", "conversation"], default: "conversation" },
      occurred_start: TEXT_OR_NULL,
      occurred_end: TEXT_OR_NULL,
      entities: TEXTS,
      ...(settings.extractsCausalLinks && !isVerbatim ? { causal_relations: CAUSES } : {}),
      ...(hasLabels ? { labels: labelsSchema(settings.labels) } : {}),
      ...(hasAttachments && !isVerbatim ? { attachments: TEXTS } : {}),
    },
    required: [...statement, "fact_type", ...(hasLabels ? ["labels"] : [])],
    additionalProperties: false,
  };
  return {
    type: "object",
    properties: { facts: { type: "array", items: fact } },
    required: ["facts"],
    additionalProperties: false,
  };
}

function labelsSchema(groups: readonly LabelGroup[]): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(groups.map((group) => [group.key, fieldSchema(group, group.optional)])),
    required: groups.map((group) => group.key),
    additionalProperties: false,
  };
}

function fieldSchema(field: LabelField, isOptional: boolean): JsonSchema {
  const one = { type: "string", enum: field.values.map(({ value }) => value) };
  switch (field.type) {
    case "value":
      return isOptional ? { anyOf: [one, { type: "null" }] } : one;
    case "text":
      return isOptional ? { anyOf: [TEXT, { type: "null" }] } : TEXT;
    case "multi-values":
      return { type: "array", items: one };
    case "multi-text":
      return { type: "array", items: TEXT };
    case "map":
      return {
        type: "array",
        items: {
          type: "object",
          properties: Object.fromEntries(Object.entries(field.fields).map(([name, inner]) => [name, fieldSchema(inner, true)])),
          required: Object.keys(field.fields),
          additionalProperties: false,
        },
      };
  }
}
