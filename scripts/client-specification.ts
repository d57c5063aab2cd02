// What the TypeScript client takes from the served specification.
// In: the document of /openapi.json. Out: the part that decides types, its fingerprint, and the table of low-level operations as source text.
// The fingerprint is over the shape alone: a sentence that is put better makes no types stale.

import { createHash } from "node:crypto";

export interface SpecifiedOperation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly required?: boolean }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface Specification {
  readonly paths: Readonly<Record<string, Readonly<Record<string, SpecifiedOperation>>>>;
  readonly components: unknown;
}

/** Refusals that have a shape of their own; all others say `{detail: string}`. */
const TOLD_REFUSALS = new Set(["422"]);

/** Without the key's header, which the client sends by itself, and with one entry for all refusals of the same shape. */
export function clientSpecification(served: Specification): Specification {
  const paths = Object.entries(served.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, each]) => [method, clientOperation(each)])),
  ]);
  return { ...served, paths: Object.fromEntries(paths) };
}

function clientOperation(operation: SpecifiedOperation): SpecifiedOperation {
  const told = Object.entries(operation.responses).filter(([status]) => status.startsWith("2") || TOLD_REFUSALS.has(status));
  const refusal = Object.entries(operation.responses).find(([status]) => /^[45]/.test(status) && !TOLD_REFUSALS.has(status));
  return {
    ...operation,
    parameters: (operation.parameters ?? []).filter((each) => !(each.in === "header" && each.name.toLowerCase() === "authorization")),
    responses: Object.fromEntries(
      refusal === undefined ? told : [...told, ["default", { ...(refusal[1] as object), description: "Any other refusal" }]],
    ),
  };
}

/** SHA-256, in hex, over what decides types: everything but the words. */
export function fingerprint(specification: Specification): string {
  const shape = { paths: specification.paths, components: specification.components };
  return createHash("sha256")
    .update(JSON.stringify(withoutWords(shape)))
    .digest("hex");
}

const WORDS = new Set(["description", "summary", "tags", "title", "example", "examples"]);

/** Under `properties` every key is a field, also one that is called "description". */
function withoutWords(value: unknown, areFields = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutWords(each));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) => areFields || !(WORDS.has(key) && (typeof inner !== "object" || key !== "title")),
  );
  return Object.fromEntries(
    kept.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, withoutWords(inner, key === "properties")]),
  );
}

interface Row {
  readonly name: string;
  readonly type: string;
  readonly method: string;
  readonly path: string;
  readonly isUpload: boolean;
  readonly hasErrors: boolean;
}

/** The source of sdk/operations.gen.ts: one line per operation, in the order of their names. */
export function operationsSource(specification: Specification): string {
  const rows = Object.entries(specification.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, each]) => rowOf(path, method, each)))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return [
    "// Every operation of the API as a function: made from the served specification by scripts/client-types.ts, not by hand.",
    "// In: path, query and body as the API names them, and a client made by createClient. Out: data or error, with the response.",
    "// A test holds this table against the specification.",
    "",
    'import type * as api from "../types.gen.js";',
    'import { operation } from "./operation.js";',
    "",
    ...rows.map(line),
    "",
  ].join("\n");
}

function rowOf(path: string, method: string, { operationId, requestBody, responses }: SpecifiedOperation): Row {
  const name = operationId.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    name,
    type: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    method: method.toUpperCase(),
    path,
    isUpload: requestBody !== undefined && "multipart/form-data" in requestBody.content,
    hasErrors: Object.keys(responses).some((status) => !status.startsWith("2")),
  };
}

function line({ name, type, method, path, isUpload, hasErrors }: Row): string {
  const types = `api.${type}Data, api.${type}Responses, ${hasErrors ? `api.${type}Errors` : "unknown"}`;
  return `export const ${name} = /* @__PURE__ */ operation<${types}>("${method}", "${path}"${isUpload ? ", true" : ""});`;
}
