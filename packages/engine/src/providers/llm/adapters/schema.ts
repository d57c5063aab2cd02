// A JSON schema as strict providers take it. In: a schema. Out: closed objects, all properties required, without what they refuse.

import { isObject, type Json } from "./exchange.js";
import { isOn } from "./site.js";

/** Words of JSON schema that strict modes refuse or ignore. */
const REFUSED = new Set(["default", "examples", "$schema", "minLength", "maxLength", "format", "uniqueItems"]);

const isOff = (value: string | undefined) => value !== undefined && /^(0|false|no|off)$/i.test(value.trim());

/** `LLM_SUPPORTS_MAX_ITEMS` (on unless set) and `LLM_SUPPORTS_STRING_PATTERN` (off unless set) say what else may stay. */
export function strictSchema(schema: Json, options: Readonly<Record<string, string>>): Json {
  const dropped = new Set(REFUSED);
  if (isOff(options.SUPPORTS_MAX_ITEMS)) dropped.add("maxItems").add("minItems");
  if (!isOn(options.SUPPORTS_STRING_PATTERN)) dropped.add("pattern");
  return closed(schema, dropped) as Json;
}

function closed(value: unknown, dropped: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => closed(item, dropped));
  if (!isObject(value)) return value;
  const kept = Object.fromEntries(
    Object.entries(value)
      .filter(([word]) => !dropped.has(word))
      .map(([word, inner]) => [
        word,
        word === "enum" || word === "const" ? inner : word === "properties" ? properties(inner, dropped) : closed(inner, dropped),
      ]),
  );
  if (!isObject(value.properties)) return kept;
  return { ...kept, required: Object.keys(value.properties), additionalProperties: false };
}

/** Names of properties are no words of JSON schema, though they may look like them. */
function properties(value: unknown, dropped: ReadonlySet<string>): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, closed(inner, dropped)]));
}
