// Arguments: what a model sends, read leniently and then checked.
// In: the arguments of a call. Out: values of the tool's types, or what is wrong: of the wrong form, or not allowed.
// Models send lists as JSON text, "null" for nothing, and names that no tool has; none of that is worth a failed call.

import type { z } from "@hono/zod-openapi";
import { parse } from "../http/body.js";
import { problemsOf } from "../http/problems.js";
import { HindsightError } from "../http/types.js";
import { type JsonSchema, type ObjectSchema, takes } from "./json-schema.js";
import type { Tool } from "./tool.js";

/** Kinds of problem that say "not of this type": the call cannot be understood. All others are about a value that was. */
const WRONG_FORM = /^(missing|int_from_float)$|_(type|parsing)$/;

/** The arguments are not of the tool's form. */
export class WrongArguments extends Error {
  override readonly name = "WrongArguments";
}

/** Known arguments alone, with JSON text read where a list or an object is expected, and "null" as nothing where nothing is allowed. */
export function lenient(given: Readonly<Record<string, unknown>>, schema: ObjectSchema): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    if (Object.hasOwn(given, name)) known[name] = readLeniently(given[name], property, schema.required.includes(name));
  }
  // A preset parameter that is sent as null is one that is not sent.
  for (const name of Object.keys(known)) if (known[name] === null && !takes(schema.properties[name] ?? {}, "null")) delete known[name];
  return known;
}

/** A call whose arguments are null has none, and those that are the JSON text of an object are that object. */
export function lenientMessage<T extends object>(message: T): T {
  const { params } = message as { readonly params?: unknown };
  if (typeof params !== "object" || params === null || !("arguments" in params)) return message;
  const { arguments: given, ...rest } = params;
  if (given === null) return { ...message, params: rest };
  const body = typeof given === "string" && given.trim().startsWith("{") ? parse(given) : null;
  return body?.ok === true ? { ...message, params: { ...rest, arguments: body.value } } : message;
}

function readLeniently(value: unknown, schema: JsonSchema, isRequired: boolean): unknown {
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (!isRequired && text === "null") return null;
  if (takes(schema, "string") || !/^[[{]/.test(text)) return value;
  const body = takes(schema, "array") || takes(schema, "object") ? parse(text) : null;
  return body?.ok === true ? body.value : value;
}

/** Throws `WrongArguments`, or `invalid_request` for a value that is of the right type and not allowed. */
export function checkedArguments({ name, type }: Tool, value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const result = type.safeParse(value);
  if (result.success) return result.data;
  const problems = problemsOf(result.error, "body", value);
  const text = problems.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`).join("; ");
  if (problems.some((problem) => WRONG_FORM.test(problem.type)))
    throw new WrongArguments(sentence(`Arguments of ${name} are not usable: ${text}`));
  throw new HindsightError("invalid_request", sentence(text));
}

/** A value put together from arguments, checked by the type that a route reads it with. Throws `invalid_request`. */
export function asOnTheWire<T extends z.ZodType>(type: T, value: unknown): z.output<T> {
  const result = type.safeParse(value);
  if (result.success) return result.data;
  const text = problemsOf(result.error, "body", value).map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`);
  throw new HindsightError("invalid_request", sentence(text.join("; ")));
}

/** With one full stop, which some problems bring along. */
const sentence = (text: string): string => `${text.replace(/\.+$/, "")}.`;
