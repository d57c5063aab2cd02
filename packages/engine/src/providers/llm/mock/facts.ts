import { isObject, type JsonSchema } from "../schema.js";
import { least, resolved } from "./least.js";

/** One fact for each sentence behind the last line `Content:`, or of the whole message; capitalised words are its entities. */
export function factsOf(schema: JsonSchema, user: string): { readonly facts: readonly unknown[] } {
  const facts = isObject(schema.properties) ? resolved(schema.properties.facts, schema) : {};
  const fact = resolved(facts.items, schema);
  const properties = isObject(fact.properties) ? Object.keys(fact.properties) : [];
  const at = user.lastIndexOf("\nContent:\n");
  const content = at < 0 ? user : user.slice(at + "\nContent:\n".length);
  return { facts: sentencesOf(content).map((sentence) => ({ ...object(least(fact, schema, sentence)), ...known(properties, sentence) })) };
}

function known(properties: readonly string[], sentence: string): JsonSchema {
  const wanted = Object.entries({
    what: sentence,
    when: "N/A",
    where: "N/A",
    who: "N/A",
    why: "N/A",
    fact_type: "world",
    entities: [...new Set(sentence.match(/(?<=[\p{L}\p{N},;:] )\p{Lu}\p{Ll}{2,}/gu) ?? [])].slice(0, 5),
  });
  return Object.fromEntries(wanted.filter(([key]) => properties.includes(key)));
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}{2}/u.test(sentence));
}

const object = (value: unknown): JsonSchema => (isObject(value) ? value : {});
