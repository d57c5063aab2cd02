// JSON Schema of a tool's arguments, from the types that check them.
// In: a tool's parameters. Out: what `tools/list` shows: plain types, enumerations and defaults, without references, which many clients do not follow.

import { z } from "@hono/zod-openapi";
import { leafSchema } from "../wire/scalars.js";
import type { Parameters } from "./tool.js";

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

export function argumentsSchema(parameters: Parameters): ObjectSchema {
  const properties = Object.entries(parameters).map(([name, { type, about }]) => [name, { description: about, ...schemaOf(type) }]);
  const required = Object.entries(parameters).flatMap(([name, { type }]) => (type.safeParse(undefined).success ? [] : [name]));
  return { type: "object", properties: Object.fromEntries(properties) as ObjectSchema["properties"], required };
}

/** Does the schema take a value of this JSON type? One without a type takes any. */
export function takes(schema: JsonSchema, type: string): boolean {
  const { anyOf, type: own } = schema as { readonly anyOf?: readonly JsonSchema[]; readonly type?: string };
  if (anyOf !== undefined) return anyOf.some((each) => takes(each, type));
  return own === undefined || own === type || (own === "integer" && type === "number");
}

function schemaOf(type: z.ZodType): JsonSchema {
  const leaf = leafSchema(type);
  if (leaf !== null) return withoutDescription(leaf);
  if (type instanceof z.ZodCatch) return schemaOf(type.def.innerType as z.ZodType);
  if (type instanceof z.ZodOptional) return { ...schemaOf(inner(type)), default: null };
  if (type instanceof z.ZodNullable) return { anyOf: [schemaOf(inner(type)), { type: "null" }] };
  if (type instanceof z.ZodDefault || type instanceof z.ZodPrefault) return { ...schemaOf(inner(type)), default: type.def.defaultValue };
  if (type instanceof z.ZodArray) return { type: "array", items: schemaOf(type.element as z.ZodType) };
  if (type instanceof z.ZodObject) return objectSchema(type);
  if (type instanceof z.ZodRecord) return { type: "object", additionalProperties: schemaOf(type.valueType as z.ZodType) };
  if (type instanceof z.ZodPipe) return schemaOf(type.def.out as z.ZodType);
  if (type instanceof z.ZodString) return { type: "string" };
  // Groups of tags nest without end; that they are objects is what a caller needs, and the description says the rest.
  return type instanceof z.ZodUnknown ? {} : { type: "object" };
}

function objectSchema(type: z.ZodObject): JsonSchema {
  const shape = Object.entries(type.shape as Readonly<Record<string, z.ZodType>>);
  const required = shape.flatMap(([name, each]) => (each.safeParse(undefined).success ? [] : [name]));
  return {
    type: "object",
    properties: Object.fromEntries(shape.map(([name, each]) => [name, describedLeaf(each)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** A field of an object argument: what the wire says of it stands here, since no parameter does. */
function describedLeaf(type: z.ZodType): JsonSchema {
  const description = leafSchema(bare(type))?.description;
  return { ...(typeof description === "string" ? { description } : {}), ...schemaOf(type) };
}

function bare(type: z.ZodType): z.ZodType {
  return type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault ? bare(inner(type)) : type;
}

function inner(type: z.ZodOptional | z.ZodNullable | z.ZodDefault | z.ZodPrefault): z.ZodType {
  return type.def.innerType as z.ZodType;
}

function withoutDescription({ description: _, ...rest }: JsonSchema): JsonSchema {
  return rest;
}
