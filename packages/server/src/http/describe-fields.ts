// Every field of a request and every parameter says what it means: what a schema leaves out comes from one table.
// In: the generated document. Out: the same document, with descriptions where there were none. Replies keep what they say.

import { fieldText, parameterText } from "./field-texts.js";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const REFERENCE = "#/components/schemas/";

/** Changes `document`, which must be nobody else's. */
export function describeFields(document: Json): Json {
  const schemas = ((document.components as Json | undefined)?.schemas ?? {}) as Record<string, Json>;
  const seen = new Set<string>();

  function describe(schema: unknown, component: string | null): void {
    if (Array.isArray(schema)) for (const each of schema) describe(each, component);
    if (!isObject(schema)) return;
    for (const [field, value] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
      const text = fieldText(component, field);
      if (isObject(value) && value.description === undefined && text !== undefined) value.description = text;
      describe(value, null);
    }
    const name = typeof schema.$ref === "string" ? schema.$ref.slice(REFERENCE.length) : null;
    if (name !== null && !seen.has(name)) {
      seen.add(name);
      describe(schemas[name], name);
    }
    for (const part of ["items", "additionalProperties", "anyOf", "oneOf", "allOf", "not"]) describe(schema[part], component);
  }

  for (const methods of Object.values((document.paths ?? {}) as Record<string, Json>)) {
    for (const operation of Object.values(methods).filter(isObject)) {
      for (const parameter of (operation.parameters ?? []) as Json[]) {
        const schema = isObject(parameter.schema) ? parameter.schema : {};
        const text = parameterText(String(operation.operationId), String(parameter.name));
        if (parameter.description === undefined && schema.description === undefined && text !== undefined) parameter.description = text;
      }
      describe(
        Object.values(((operation.requestBody as Json | undefined)?.content ?? {}) as Json).map((each) => (each as Json).schema),
        null,
      );
    }
  }
  return document;
}
