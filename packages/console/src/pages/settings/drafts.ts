// What a person has typed into a setting, on its way to a value.
// In: values of the API, or texts of fields. Out: the other; or what is wrong with the text.

import type { Field } from "./fields";

/** A text for what is typed; the value itself for what is chosen. */
export type Draft = string | boolean | readonly string[] | null;
export type Reading = { readonly value: unknown } | { readonly flaw: "number" | "json"; readonly reason?: string };

export function draftOf(field: Field, value: unknown): Draft {
  if (field.kind === "flag") return value === true;
  if (field.kind === "tools") return Array.isArray(value) ? value.map(String) : null;
  if (value === null || value === undefined) return "";
  if (field.kind === "json") return JSON.stringify(value, null, 2);
  return String(value);
}

/** An emptied number or JSON is null, which takes the bank's own value away; an emptied text is an empty text. */
export function read(field: Field, draft: Draft): Reading {
  if (typeof draft !== "string") return { value: draft };
  const text = draft.trim();
  if (field.kind === "number") return text === "" ? { value: null } : readNumber(field, text);
  if (field.kind !== "json") return { value: draft };
  if (text === "") return { value: null };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { flaw: "json", reason: error instanceof Error ? error.message : String(error) };
  }
}

function readNumber({ min, isWhole }: Extract<Field, { kind: "number" }>, text: string): Reading {
  const value = Number(text);
  const isGood = isWhole ? Number.isInteger(value) && value >= min : Number.isFinite(value) && value > min;
  return isGood ? { value } : { flaw: "number" };
}

export type Origin = "default" | "server" | "tenant" | "bank";

/** A configuration as the API gives it; `origins` are missing from a server of the reference. */
export interface Configured {
  readonly config: Readonly<Record<string, unknown>>;
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly origins?: Readonly<Record<string, Origin>> | undefined;
}

/** Where a value comes from, as the server says; else the bank where it overrides, the table of defaults where the value is the same, and the server. */
export function originOf(field: Field, { config, overrides, origins }: Configured): Origin {
  const said = origins?.[field.name];
  if (said !== undefined) return said;
  if (Object.hasOwn(overrides, field.name)) return "bank";
  const value = config[field.name];
  return JSON.stringify(value ?? null) === JSON.stringify(field.preset) ? "default" : "server";
}
