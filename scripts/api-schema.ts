// Schemas of the served specification as lines of a table.
// In: a schema, and the document that its references lead into. Out: fields with dotted names, and types in a few words.
// A schema that holds itself, or nests deeper than DEPTH, is shown by its type alone.

export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: ApiSchema;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | ApiSchema;
  readonly anyOf?: readonly ApiSchema[];
  readonly oneOf?: readonly ApiSchema[];
  readonly allOf?: readonly ApiSchema[];
}

export interface ApiSpecification {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, ApiSchema>> };
}

export interface Field {
  /** With dots for what is nested, `[]` for each element and `{}` for each value of a map. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly standard: unknown;
  readonly meaning: string;
}

const DEPTH = 3;

export function fieldsOf(schema: ApiSchema, specification: ApiSpecification): readonly Field[] {
  return inside(schema, specification, "", []);
}

export function typeOf(schema: ApiSchema, specification: ApiSpecification): string {
  const found = resolved(schema, specification);
  const choices = found.anyOf ?? found.oneOf;
  if (choices !== undefined) return [...new Set(choices.map((each) => typeOf(each, specification)))].join(" or ");
  if (found.const !== undefined) return JSON.stringify(found.const);
  if (found.enum !== undefined) return found.enum.map((each) => JSON.stringify(each)).join(" or ");
  const types = [found.type ?? (found.properties === undefined ? [] : "object")].flat();
  if (types.length === 0) return "any";
  return types.map((type) => (type === "array" ? `${typeOf(found.items ?? {}, specification)}[]` : type)).join(" or ");
}

function inside(schema: ApiSchema, specification: ApiSpecification, prefix: string, above: readonly string[]): readonly Field[] {
  if (above.length > DEPTH || (schema.$ref !== undefined && above.includes(schema.$ref))) return [];
  const found = resolved(schema, specification);
  const path = [...above, schema.$ref ?? ""];
  const choices = found.anyOf ?? found.oneOf;
  if (choices !== undefined) {
    const fields = choices.flatMap((each) => inside(each, specification, prefix, above));
    return fields.filter(({ name }, index) => fields.findIndex((each) => each.name === name) === index);
  }
  if (found.items !== undefined) return inside(found.items, specification, `${prefix}[]`, above);
  if (typeof found.additionalProperties === "object" && found.properties === undefined) {
    return inside(found.additionalProperties, specification, `${prefix}{}`, above);
  }
  return Object.entries(found.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    const target = resolved(property, specification);
    const field: Field = {
      name,
      type: typeOf(property, specification),
      isRequired: found.required?.includes(key) ?? false,
      standard: property.default ?? target.default,
      meaning: property.description ?? target.description ?? "",
    };
    return [field, ...inside(property, specification, name, path)];
  });
}

/** Follows references, and lays what stands in `allOf` together. */
function resolved(schema: ApiSchema, specification: ApiSpecification): ApiSchema {
  if (schema.$ref !== undefined) {
    const target = specification.components?.schemas?.[schema.$ref.split("/").at(-1) ?? ""];
    return target === undefined ? {} : resolved(target, specification);
  }
  if (schema.allOf === undefined) return schema;
  const parts = schema.allOf.map((each) => resolved(each, specification));
  return {
    ...Object.assign({}, ...parts),
    ...schema,
    allOf: undefined,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
  } as ApiSchema;
}
