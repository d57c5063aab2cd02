// Values of options: what was typed, checked before anything is asked of the server.
// In: the text and the option's name for the message. Out: a number, JSON, or the content of a file; a CliError says what it takes.

import { readFile } from "node:fs/promises";
import { Option } from "commander";
import { CliError } from "./api.js";

export function wholeNumber(text: string, option: string, least = 1): number {
  const n = Number(text);
  if (text.trim() === "" || !Number.isInteger(n) || n < least)
    throw new CliError(`${option} takes a whole number from ${least}; "${text}" is none.`);
  return n;
}

export function numberOf(text: string, option: string): number {
  const n = Number(text);
  if (text.trim() === "" || !Number.isFinite(n)) throw new CliError(`${option} takes a number; "${text}" is none.`);
  return n;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function jsonObject(text: string, option: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CliError(`${option} takes a JSON object: ${(cause as Error).message}`, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new CliError(`${option} takes a JSON object.`);
  return value as JsonObject;
}

/** The JSON object in a file. */
export async function jsonFile(file: string, option: string): Promise<JsonObject> {
  const text = await readFile(file, "utf8").catch((cause: Error) => {
    throw new CliError(`${option}: ${file} cannot be read: ${cause.message}`, { cause });
  });
  return jsonObject(text, `${option} ${file}`);
}

/** Fields that were given; what is undefined is left out, so that the server's default or what is stored holds. */
export function given(fields: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Words between commas as a list, when any were given; an empty text is an empty list. */
export function listOf(text: string | undefined): string[] | undefined {
  return text === undefined ? undefined : listed(text);
}

export function listed(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Of verbs that take one kind of memory: the server finds nothing of a kind that is none, and says no word. */
export const kindOption = (): Option =>
  new Option("-t, --type <kind>", "only of this kind").choices(["world", "experience", "observation"]);

/** Options of verbs that list page by page. */
export const LIMIT = ["-l, --limit <n>", "how many", "100"] as const;
export const OFFSET = ["--offset <n>", "how many to leave out before", "0"] as const;
export interface Paging {
  readonly limit: string;
  readonly offset: string;
}

/** A change without a field: the server would take it, and nothing would happen. */
export function refuseNothing(fields: JsonObject, options: string): void {
  if (Object.keys(fields).length === 0) throw new CliError(`There is nothing to change: give one of ${options}.`);
}
