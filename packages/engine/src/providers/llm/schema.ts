// The schema of a wanted object, on its way to the model: enforced by the provider, or in words.
// In: a request. Out: its JSON schema, in the loose form for a prompt or in the strict form that constrained decoders take.

import { z } from "zod";
import type { Message, ObjectRequest } from "./provider.js";

export type JsonSchema = Readonly<Record<string, unknown>>;

const DERIVED = new WeakMap<z.ZodType, JsonSchema>();

/** The JSON schema of a request: as given, else derived from what it is validated with. */
export function schemaOf(request: Pick<ObjectRequest<unknown>, "schema" | "jsonSchema">): JsonSchema {
  if (request.jsonSchema !== undefined) return request.jsonSchema;
  const known = DERIVED.get(request.schema);
  if (known !== undefined) return known;
  const { $schema: _, ...derived } = z.toJSONSchema(request.schema, { io: "input", unrepresentable: "any" });
  DERIVED.set(request.schema, derived);
  return derived;
}

/**
 * Puts the schema into the prompt: at the end of the last system message, which is the same for many calls and so stays in the provider's cache.
 * The words "matching this schema:" and the JSON behind them are read by scripted providers and gateways: they are part of the wire shape.
 * "JSON" must be among the words: OpenAI's JSON mode asks for it.
 */
export function withSchema(messages: readonly Message[], schema: JsonSchema): readonly Message[] {
  const order = orderOf(schema);
  const at = messages.findLastIndex(({ role }) => role === "system");
  if (at < 0) return [{ role: "system", content: order }, ...messages];
  return messages.map((message, index) =>
    index === at && message.role === "system" ? { ...message, content: `${message.content}${behindRules(schema)}` } : message,
  );
}

/** What `withSchema` puts behind the rules of a system message. */
export function behindRules(schema: JsonSchema): string {
  return `\n\n${orderOf(schema)}`;
}

function orderOf(schema: JsonSchema): string {
  return `Answer with one JSON object and nothing else, matching this schema:\n${JSON.stringify(schema)}`;
}

/**
 * The form that providers enforce: every property required and none besides, optional ones nullable instead. `withoutNulls` undoes that in the answer.
 * https://platform.openai.com/docs/guides/structured-outputs (supported schemas)
 */
export function strictForm(schema: JsonSchema): JsonSchema {
  const tightened = tighten(schema);
  return isObject(tightened) ? tightened : schema;
}

function tighten(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tighten);
  if (!isObject(node)) return node;
  const { default: _, ...rest } = node;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, key === "properties" ? value : tighten(value)]));
  if (!isObject(node.properties)) return inner;
  const required = Array.isArray(node.required) ? node.required : [];
  const properties = Object.entries(node.properties).map(([name, value]) => {
    const tight = tighten(value);
    return [name, required.includes(name) || takesNull(tight) ? tight : { anyOf: [tight, { type: "null" }] }] as const;
  });
  return { ...inner, properties: Object.fromEntries(properties), required: properties.map(([name]) => name), additionalProperties: false };
}

function takesNull(node: unknown): boolean {
  if (!isObject(node)) return false;
  if (Array.isArray(node.anyOf)) return node.anyOf.some(takesNull);
  return node.type === "null" || (Array.isArray(node.type) && node.type.includes("null"));
}

/** Without the properties that are null: what was optional is absent again. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutNulls(inner)]])));
}

export function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
