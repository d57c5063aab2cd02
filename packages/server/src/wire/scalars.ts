// Scalars of the wire: strings, numbers, flags, choices and dates as the contract reads them.
// In: JSON or query text. Out: a value of the right type, or a problem that names the contract's type of error.
// Numbers and flags also come as text ("5", "true"): query parameters are text, and the reference takes it in bodies too.

import { z } from "@hono/zod-openapi";

/** The OpenAPI description of a leaf. */
export interface LeafSchema {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Reports what is wrong: the contract's error type, a sentence, and its context. */
export type Fail = (type: string, msg: string, ctx?: Readonly<Record<string, unknown>>, path?: readonly (string | number)[]) => never;

class Rejected extends Error {}

const schemas = new WeakMap<z.ZodType, LeafSchema>();

/** A field read by `read`; `schema` is what the served specification says about it. */
export function leaf<T>(schema: LeafSchema, read: (value: unknown, fail: Fail) => T) {
  const made = z
    .unknown()
    .transform((value, context): T => {
      const fail: Fail = (type, message, ctx, path) => {
        context.addIssue({ code: "custom", message, params: { type, ...(ctx ? { ctx } : {}) }, ...(path ? { path: [...path] } : {}) });
        throw new Rejected();
      };
      try {
        if (value === undefined) fail("missing", "This field is required");
        return read(value, fail);
      } catch (cause) {
        if (cause instanceof Rejected) return z.NEVER;
        throw cause;
      }
    })
    .openapi(schema as never);
  schemas.set(made, schema);
  return made;
}

export type Leaf<T> = z.ZodPipe<z.ZodUnknown, z.ZodTransform<Awaited<T>, unknown>>;

function schemaOf(type: z.ZodType): LeafSchema {
  return schemas.get(type) ?? { type: "object" };
}

/** What a leaf says of itself, for other descriptions than OpenAPI's; null when the type is none. */
export function leafSchema(type: z.ZodType): LeafSchema | null {
  return type instanceof z.ZodPipe ? (schemas.get(type) ?? null) : null;
}

/** The field may be absent or null. */
export function maybe<T extends z.ZodType>(type: T): z.ZodOptional<z.ZodNullable<T>> {
  const schema = schemaOf(type);
  const made = type.nullish();
  if (!schemas.has(type)) return made;
  const { type: name, anyOf, ...rest } = schema;
  // An enumeration lists every value, null as well. What stands here is laid over the leaf's own schema, so it names the same keys.
  if ("enum" in rest)
    return made.openapi({ type: [name, "null"], enum: [...(rest.enum as readonly string[]), null] } as never) as typeof made;
  const open = Array.isArray(anyOf) ? { anyOf: [...anyOf, { type: "null" }], ...rest } : { type: [name, "null"], ...rest };
  return made.openapi(open as never) as typeof made;
}

/** The field is `value` when absent. */
export function preset<T extends z.ZodType>(type: T, value: z.output<T>) {
  const schema = schemaOf(type);
  const made = type.default(value as never);
  return schemas.has(type) ? (made.openapi({ ...schema, default: value } as never) as typeof made) : made;
}

/** The field may be absent, and stays so: for what is kept only when it was said. `value` is what holds then. */
export function unless<T extends z.ZodType>(type: T, value: z.output<T>): z.ZodOptional<T> {
  const made = type.optional();
  return schemas.has(type) ? (made.openapi({ ...schemaOf(type), default: value } as never) as typeof made) : made;
}

function asText(value: unknown, fail: Fail): string {
  return typeof value === "string" ? value : fail("string_type", "Must be a string");
}

/** Text that becomes an id, a tag or a filter: it must survive the database unchanged. */
export function name(about?: string) {
  return leaf({ type: "string", ...(about ? { description: about } : {}) }, (value, fail) => {
    const text = asText(value, fail);
    return text.includes("\0") ? fail("value_error", "Must not contain a NUL character", { error: "NUL character" }) : text;
  });
}

/** Prose: characters that no database holds are dropped, not refused. */
export function prose(about?: string) {
  return leaf({ type: "string", ...(about ? { description: about } : {}) }, (value, fail) => asText(value, fail).replaceAll("\0", ""));
}

interface Range {
  readonly min?: number;
  readonly max?: number;
  readonly about?: string;
}

/** Largest whole number taken anywhere: what a 32-bit column, a LIMIT and every client can hold. */
const LARGEST_INTEGER = 2_147_483_647;

function inRange(value: number, range: Range, fail: Fail): number {
  if (range.min !== undefined && value < range.min) {
    return fail("greater_than_equal", `Must be at least ${range.min}`, { ge: range.min });
  }
  if (range.max !== undefined && value > range.max) return fail("less_than_equal", `Must be at most ${range.max}`, { le: range.max });
  return value;
}

export function integer(range: Range = {}) {
  const schema: LeafSchema = {
    type: "integer",
    ...(range.min === undefined ? {} : { minimum: range.min }),
    ...(range.max === undefined ? {} : { maximum: range.max }),
    ...(range.about ? { description: range.about } : {}),
  };
  const limits = { min: -LARGEST_INTEGER - 1, max: LARGEST_INTEGER, ...range };
  return leaf(schema, (value, fail) => {
    if (typeof value === "number") {
      if (Number.isInteger(value)) return inRange(value, limits, fail);
      if (!Number.isFinite(value)) return fail("finite_number", "Must be a finite number");
      return fail("int_from_float", "Must be a whole number");
    }
    if (typeof value !== "string") return fail("int_type", "Must be a whole number");
    const text = value.trim();
    if (!/^[+-]?\d+(\.0*)?$/.test(text)) return fail("int_parsing", "Must be a whole number");
    return inRange(Number(text), limits, fail);
  });
}

export function float(range: Range = {}) {
  return leaf({ type: "number", ...(range.about ? { description: range.about } : {}) }, (value, fail) => {
    if (typeof value !== "number" && typeof value !== "string") return fail("float_type", "Must be a number");
    if (typeof value === "string" && value.trim() === "") return fail("float_parsing", "Must be a number");
    const number = Number(value);
    if (Number.isNaN(number)) return fail("float_parsing", "Must be a number");
    if (!Number.isFinite(number)) return fail("finite_number", "Must be a finite number");
    return inRange(number, range, fail);
  });
}

const TRUE = new Set(["true", "1", "yes", "on", "t", "y"]);
const FALSE = new Set(["false", "0", "no", "off", "f", "n"]);

export function flag(about?: string) {
  return leaf({ type: "boolean", ...(about ? { description: about } : {}) }, (value, fail) => {
    if (typeof value === "boolean") return value;
    if (typeof value !== "string" && typeof value !== "number") return fail("bool_type", "Must be true or false");
    const word = String(value).toLowerCase();
    if (TRUE.has(word)) return true;
    return FALSE.has(word) ? false : fail("bool_parsing", "Must be true or false");
  });
}

/** One of a few words. The contract names the error of a literal `literal_error` and that of a named enumeration `enum`. */
export function choice<const T extends string>(words: readonly T[], error: "literal_error" | "enum" = "literal_error", about?: string) {
  const quoted = words.map((word) => `'${word}'`);
  const expected = quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
  return leaf({ type: "string", enum: [...words], ...(about ? { description: about } : {}) }, (value, fail) => {
    const found = words.find((word) => word === value);
    return found ?? fail(error, `Must be ${expected}`, { expected });
  });
}
