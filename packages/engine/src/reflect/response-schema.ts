/** The schema of a wanted form: what callers may give, and the reader that checks a model's answer against it. */

import { z } from "zod";
import { HindsightError } from "../errors.js";

export interface ObjectSchema {
  readonly json: Readonly<Record<string, unknown>>;
  readonly reader: z.ZodType<Record<string, unknown>>;
}

type Node = Readonly<Record<string, unknown>>;

const TYPES = ["string", "number", "integer", "boolean", "array", "object"] as const;

/**
 * Takes a JSON schema of an object with properties, or the bare map of its properties. Throws `invalid_request` for another type than an object, no
 * properties, a property of no known type, or `required` names that are no properties.
 */
export function readSchema(given: Node): ObjectSchema {
  const json = isPropertyMap(given) ? { type: "object", properties: given, required: Object.keys(given) } : given;
  if (json.type !== "object") throw refused(`its type is ${JSON.stringify(json.type ?? null)}; it must be "object"`);
  return { json, reader: readerOf(json, "") as ObjectSchema["reader"] };
}

/** A flat map: every value is itself a schema with a type. */
function isPropertyMap(given: Node): boolean {
  const values = Object.values(given);
  return !("properties" in given) && values.length > 0 && values.every((value) => isNode(value) && "type" in value);
}

function readerOf(node: Node, at: string): z.ZodType {
  const { properties, required = [] } = node;
  const where = at === "" ? "it" : at;
  if (!isNode(properties) || Object.keys(properties).length === 0) throw refused(`${where} must have at least one property`);
  if (!Array.isArray(required)) throw refused(`the required of ${where} must be a list`);
  const unknown = required.find((name) => typeof name !== "string" || !Object.hasOwn(properties, name));
  if (unknown !== undefined) throw refused(`${where} requires ${JSON.stringify(unknown)}, which is not among its properties`);
  const shape = Object.entries(properties).map(([name, inner]) => {
    const reader = propertyReader(inner, at === "" ? name : `${at}.${name}`);
    return [name, required.includes(name) ? reader : reader.nullish()] as const;
  });
  return z.looseObject(Object.fromEntries(shape));
}

function propertyReader(node: unknown, at: string): z.ZodType {
  if (!isNode(node)) throw refused(`the property ${at} is no schema`);
  if (Array.isArray(node.enum))
    return z.unknown().refine((value) => (node.enum as unknown[]).includes(value), "not among the values of enum");
  if (!("type" in node) && ("anyOf" in node || "oneOf" in node || "$ref" in node || "const" in node)) return z.unknown();
  const types = (Array.isArray(node.type) ? node.type : [node.type]) as readonly unknown[];
  const isNullable = types.includes("null");
  const readers = types.filter((type) => type !== "null").map((type) => typeReader(type, node, at));
  const [first, ...rest] = readers;
  if (first === undefined) throw refused(`the property ${at} has no type`);
  const reader = rest.length === 0 ? first : z.union([first, ...rest]);
  return isNullable ? reader.nullable() : reader;
}

function typeReader(type: unknown, node: Node, at: string): z.ZodType {
  switch (type) {
    case "string":
      return z.string();
    case "number":
      return z.number();
    case "integer":
      return z.int();
    case "boolean":
      return z.boolean();
    case "array":
      return z.array(isNode(node.items) && Object.keys(node.items).length > 0 ? propertyReader(node.items, `${at}[]`) : z.unknown());
    case "object":
      return "properties" in node ? readerOf(node, at) : z.record(z.string(), z.unknown());
    default:
      throw refused(`the property ${at} has the type ${JSON.stringify(type ?? null)}; it takes one of ${TYPES.join(", ")}`);
  }
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);

const refused = (why: string): HindsightError => new HindsightError("invalid_request", `response_schema is not usable: ${why}.`);
