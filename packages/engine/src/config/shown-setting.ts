import { z } from "zod";
import type { ShownSetting } from "../domain/prompt-preview.js";
import { BANK_SETTINGS, type BankSetting, type BankSettingName } from "./bank-settings.js";

/** Whole numbers of at most so many values are a choice. */
const MOST_CHOICES = 10;

/**
 * A setting as a person sees it, by name, of those in force. What stands in the table of bank settings is what a bank may change; anything else is the
 * server's, or lies elsewhere. An empty name is a part without a setting.
 */
export function shownSetting(settings: Readonly<Record<string, unknown>>, field: string): ShownSetting {
  const value = settings[field] ?? null;
  const form = isOfBanks(field) ? formOf((BANK_SETTINGS[field] as BankSetting).schema) : { kind: kindOf(value), choices: null };
  return { field, value: textOf(value), ...form, editable: isOfBanks(field) };
}

function isOfBanks(field: string): field is BankSettingName {
  return Object.hasOwn(BANK_SETTINGS, field);
}

function formOf(schema: z.ZodType): Pick<ShownSetting, "kind" | "choices"> {
  if (schema instanceof z.ZodNullable) return formOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodEnum) return { kind: "choice", choices: schema.options.map(String) };
  if (schema instanceof z.ZodBoolean) return { kind: "boolean", choices: null };
  if (schema instanceof z.ZodNumber) {
    const choices = wholeNumbers(schema.minValue, schema.maxValue);
    return choices === null ? { kind: "text", choices } : { kind: "choice", choices };
  }
  return { kind: schema instanceof z.ZodString ? "text" : "complex", choices: null };
}

function wholeNumbers(least: number | null, most: number | null): readonly string[] | null {
  if (!Number.isInteger(least) || !Number.isInteger(most)) return null;
  const count = Number(most) - Number(least) + 1;
  return count > MOST_CHOICES ? null : Array.from({ length: count }, (_, index) => String(Number(least) + index));
}

function kindOf(value: unknown): ShownSetting["kind"] {
  if (typeof value === "boolean") return "boolean";
  return typeof value === "object" && value !== null ? "complex" : "text";
}

function textOf(value: unknown): string | null {
  if (value === null || typeof value === "string") return value;
  return JSON.stringify(value);
}
