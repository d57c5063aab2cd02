// A JSON schema without the words that a server does not take. In: a schema and the options of its provider. Out: the schema to send.

import { isObject, type Json } from "./exchange.js";
import { isOff, isOn } from "./site.js";

/** `LLM_SUPPORTS_MAX_ITEMS` (on unless set) and `LLM_SUPPORTS_STRING_PATTERN` (off unless set) say which words may stay. */
export function sendableSchema(schema: Json, options: Readonly<Record<string, string>>): Json {
  const dropped = new Set<string>();
  if (isOff(options.SUPPORTS_MAX_ITEMS)) dropped.add("maxItems");
  if (!isOn(options.SUPPORTS_STRING_PATTERN)) dropped.add("pattern");
  return dropped.size === 0 ? schema : (without(schema, dropped) as Json);
}

function without(value: unknown, dropped: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, dropped));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([word]) => !dropped.has(word));
  return Object.fromEntries(
    kept.map(([word, inner]) => [word, word === "properties" ? properties(inner, dropped) : without(inner, dropped)]),
  );
}

/** Names of properties are no words of JSON schema, though they may look like them. */
function properties(value: unknown, dropped: ReadonlySet<string>): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, without(inner, dropped)]));
}
