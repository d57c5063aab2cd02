// The schema of a structured output as rows of a form.
// In: a JSON schema. Out: its fields where a form can show all of it, and the schema of changed fields.

export const TYPES = ["string", "number", "integer", "boolean", "strings", "numbers"] as const;

export interface SchemaField {
  readonly name: string;
  readonly type: (typeof TYPES)[number];
  readonly isRequired: boolean;
  readonly description: string;
}

export const NEW_FIELD: SchemaField = { name: "", type: "string", isRequired: true, description: "" };

type Property = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Property => typeof value === "object" && value !== null && !Array.isArray(value);

const ITEMS = { strings: "string", numbers: "number" } as const;

function typeOf(property: Property): SchemaField["type"] | null {
  const { type, items, description, ...rest } = property;
  if (Object.keys(rest).length > 0 || (description !== undefined && typeof description !== "string")) return null;
  if (type !== "array") return items === undefined ? (TYPES.find((each) => each === type && !(each in ITEMS)) ?? null) : null;
  if (!isObject(items) || Object.keys(items).length !== 1) return null;
  return items.type === "string" ? "strings" : items.type === "number" ? "numbers" : null;
}

/** Fields of the schema; null where it says more than rows can show. */
export function fieldsOf(schema: string | undefined): readonly SchemaField[] | null {
  if (schema === undefined) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(schema);
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
  if (!isObject(parsed)) return null;
  const { type, properties, required = [], ...rest } = parsed;
  if (type !== "object" || !isObject(properties) || !Array.isArray(required) || Object.keys(rest).length > 0) return null;
  const fields = Object.entries(properties).map(([name, property]) => {
    const kind = isObject(property) ? typeOf(property) : null;
    if (kind === null) return null;
    return { name, type: kind, isRequired: required.includes(name), description: String((property as Property).description ?? "") };
  });
  return fields.every((field) => field !== null) ? fields : null;
}

/** JSON of the schema; absent where no field has a name. */
export function schemaOf(fields: readonly SchemaField[]): string | undefined {
  const named = fields.filter(({ name }) => name.trim() !== "");
  if (named.length === 0) return undefined;
  const properties = Object.fromEntries(
    named.map(({ name, type, description }) => [
      name.trim(),
      {
        ...(type === "strings" || type === "numbers" ? { type: "array", items: { type: ITEMS[type] } } : { type }),
        ...(description === "" ? {} : { description }),
      },
    ]),
  );
  const required = named.filter(({ isRequired }) => isRequired).map(({ name }) => name.trim());
  return JSON.stringify({ type: "object", properties, ...(required.length === 0 ? {} : { required }) }, null, 2);
}
