// Shapes: an OpenAPI document reduced to what a client can notice.
// In: a specification. Out: per operation its parameters, request fields and reply fields, with types, defaults and presence.

/** A JSON value that is looked into without trust. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export interface FieldShape {
  /** Sorted alternatives, for example `integer|null`. */
  readonly type: string;
  readonly required: boolean;
  readonly default: Json | undefined;
}

export type Fields = ReadonlyMap<string, FieldShape>;

export interface OperationShape {
  /** `in name` → shape. */
  readonly parameters: Fields;
  /** Dotted path → shape; `[]` stands for a list's entries, `{}` for a map's values. */
  readonly request: Fields;
  /** Status → fields. */
  readonly replies: ReadonlyMap<string, Fields>;
  readonly bodyRequired: boolean;
}

const METHODS = ["get", "put", "post", "patch", "delete"];

export function object(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** `GET /path` → operation, for every operation of the document. */
export function operations(spec: JsonObject): ReadonlyMap<string, OperationShape> {
  const found = new Map<string, OperationShape>();
  for (const [path, methods] of Object.entries(object(spec.paths))) {
    for (const [method, operation] of Object.entries(object(methods))) {
      if (METHODS.includes(method)) found.set(`${method.toUpperCase()} ${path}`, shapeOf(spec, object(operation)));
    }
  }
  return found;
}

function shapeOf(spec: JsonObject, operation: JsonObject): OperationShape {
  const parameters = new Map<string, FieldShape>();
  for (const each of list(operation.parameters).map(object)) {
    const schema = object(each.schema);
    parameters.set(`${each.in} ${each.name}`, { type: typeOf(spec, schema), required: each.required === true, default: schema.default });
  }
  const body = object(operation.requestBody);
  const replies = Object.entries(object(operation.responses)).map(([status, reply]) => {
    return [status, fieldsOf(spec, object(object(object(object(reply).content)["application/json"]).schema))] as const;
  });
  return {
    parameters,
    request: fieldsOf(spec, object(object(object(body.content)["application/json"] ?? object(body.content)["multipart/form-data"]).schema)),
    replies: new Map(replies),
    bodyRequired: body.required === true,
  };
}

function resolved(spec: JsonObject, schema: JsonObject): JsonObject {
  if (typeof schema.$ref !== "string") return schema;
  const { $ref, ...beside } = schema;
  return { ...object(object(object(spec.components).schemas)[$ref.split("/").at(-1) as string]), ...beside };
}

/** The alternatives of a schema, references resolved, nested unions flattened. */
function alternatives(spec: JsonObject, schema: JsonObject): readonly JsonObject[] {
  const target = resolved(spec, schema);
  const parts = [...list(target.anyOf), ...list(target.oneOf)];
  if (parts.length > 0) return parts.flatMap((part) => alternatives(spec, object(part)));
  const all = list(target.allOf);
  if (all.length > 0) return all.flatMap((part) => alternatives(spec, object(part)));
  if (Array.isArray(target.type)) return target.type.map((type) => ({ ...target, type: type as Json }));
  return [target];
}

function typeOf(spec: JsonObject, schema: JsonObject): string {
  const names = alternatives(spec, schema).map((each) => {
    if (each.type === "null") return "null";
    if (Array.isArray(each.enum))
      return `${each.type ?? "string"}(${each.enum
        .filter((word) => word !== null)
        .map(String)
        .sort()
        .join(",")})`;
    if (each.const !== undefined) return `string(${String(each.const)})`;
    if (each.type === "array") return `[${typeOf(spec, object(each.items))}]`;
    return typeof each.type === "string" ? each.type : "any";
  });
  return [...new Set(names)].sort().join("|");
}

/** Deep enough for every request and reply of the contract; recursive groups end here. */
const DEEPEST = 5;

function fieldsOf(
  spec: JsonObject,
  schema: JsonObject,
  prefix = "",
  depth = 0,
  into = new Map<string, FieldShape>(),
): Map<string, FieldShape> {
  if (depth > DEEPEST) return into;
  for (const each of alternatives(spec, schema)) {
    const required = new Set(list(each.required).map(String));
    for (const [name, field] of Object.entries(object(each.properties))) {
      const path = prefix === "" ? name : `${prefix}.${name}`;
      if (!into.has(path)) {
        into.set(path, { type: typeOf(spec, object(field)), required: required.has(name), default: object(field).default });
        fieldsOf(spec, object(field), path, depth + 1, into);
      }
    }
    if (each.type === "array") fieldsOf(spec, object(each.items), `${prefix}[]`, depth + 1, into);
    const values = object(each.additionalProperties);
    if (Object.keys(values).length > 0) fieldsOf(spec, values, `${prefix}{}`, depth + 1, into);
  }
  return into;
}
