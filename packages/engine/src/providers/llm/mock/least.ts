import { isObject, type JsonSchema } from "../schema.js";

/** The least value that fits a schema: its first choice, required properties only, empty lists; `text` where a sentence is wanted. */
export function least(node: unknown, root: JsonSchema, text: string, name = ""): unknown {
  const schema = resolved(node, root);
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ("const" in schema) return schema.const;
  if ("default" in schema) return schema.default;
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (type === "object" || isObject(schema.properties)) {
    const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
    const properties = isObject(schema.properties) ? schema.properties : {};
    return Object.fromEntries(required.map((key) => [key, least(properties[key], root, text, key)]));
  }
  if (type === "array") return typeof schema.minItems === "number" && schema.minItems > 0 ? [least(schema.items, root, text, name)] : [];
  if (type === "integer" || type === "number") return typeof schema.minimum === "number" ? schema.minimum : 1;
  if (type === "boolean") return false;
  if (type === "null") return null;
  return /query|reason|text|answer|content|what|question/.test(name) && text !== "" ? text : "N/A";
}

/** Behind `$ref`, and the first of several forms that is not null. */
export function resolved(node: unknown, root: JsonSchema): JsonSchema {
  if (!isObject(node)) return {};
  if (typeof node.$ref === "string") {
    const target = node.$ref
      .split("/")
      .slice(1)
      .reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), root);
    return resolved(target, root);
  }
  const forms = node.anyOf ?? node.oneOf;
  if (Array.isArray(forms)) return resolved(forms.find((form) => resolved(form, root).type !== "null") ?? forms[0], root);
  return node;
}
