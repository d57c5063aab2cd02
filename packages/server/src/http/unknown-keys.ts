import { z } from "@hono/zod-openapi";

/** Names that are kept; a caller with more reads the first. */
const MOST = 100;

/**
 * The keys of a body that its type does not know, which have no effect: `zoo`, and inside it `items[].stratgy`, `include.chunk`. Below a value of several
 * possible forms, and in free objects, nothing is unknown.
 */
export function unknownKeys(type: z.ZodType, value: unknown): readonly string[] {
  const found = new Set<string>();
  collect(type, value, "", found);
  return [...found];
}

function collect(given: z.ZodType, value: unknown, at: string, found: Set<string>): void {
  if (typeof value !== "object" || value === null || found.size >= MOST) return;
  const type = bare(given);
  if (type instanceof z.ZodArray) {
    if (Array.isArray(value)) for (const each of value) collect(type.element as z.ZodType, each, `${at}[]`, found);
    return;
  }
  if (!(type instanceof z.ZodObject) || type.def.catchall !== undefined || Array.isArray(value)) return;
  const shape = type.shape as Readonly<Record<string, z.ZodType>>;
  for (const [key, each] of Object.entries(value)) {
    const name = at === "" ? key : `${at}.${key}`;
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (known === undefined) found.add(name);
    else collect(known, each, name, found);
  }
}

/** A type without what makes it optional, nullable or preset. */
function bare(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault || type instanceof z.ZodPrefault) {
    return bare(type.def.innerType as z.ZodType);
  }
  if (type instanceof z.ZodUnion) {
    const forms = (type.options as readonly z.ZodType[]).filter((option) => !(option instanceof z.ZodNull));
    return forms.length === 1 ? bare(forms[0] as z.ZodType) : type;
  }
  return type;
}
