// What rows may say beyond their columns: the rules of the routes, for what comes in by an archive.
// In: rows of an archive from elsewhere. Out: nothing, or `file_unreadable` with the row and what is wrong with it.
// Rows of an archive that this server made for itself (a clone) are not looked at: what a bank has, its copy may have.

import { MEDIA_TYPE } from "../../domain/attachments.js";
import { AUDIT_ACTIONS, AUDIT_TRANSPORTS } from "../../domain/audit.js";
import { exceedsBytes, isPathStep, MAX_NAME_BYTES } from "../../domain/names.js";
import { isBlank } from "../../domain/text/sanitise.js";
import type { Row } from "../../domain/transfer.js";
import { writtenTrigger } from "../../domain/trigger.js";
import { TRUST_LEVELS } from "../../domain/trust.js";
import { HindsightError } from "../../errors.js";
import { checkFields, modelIdOf } from "../../models/index.js";
import { type TransferTableName, transferColumns } from "../../store/shapes/transfer-tables.js";
import { checkStoredWebhook } from "../../webhooks/index.js";
import { unreadable } from "../archive/manifest.js";
import { isOfKind, kindOf } from "./kinds.js";

export interface RuleSettings {
  readonly webhookAllowedHosts: readonly string[];
}

/** Throws `file_unreadable` for the first row that no call could have stored. */
export function checkRules(table: TransferTableName, rows: readonly Row[], settings: RuleSettings): void {
  const dates = [...transferColumns(table)].filter((name) => DATE_COLUMN.test(name));
  rows.forEach((row, at) => {
    const problem = problemOf(table, row, dates, settings);
    if (problem !== null) throw unreadable(`row ${at} of ${table} ${problem}`);
  });
}

function problemOf(table: TransferTableName, row: Row, dates: readonly string[], settings: RuleSettings): string | null {
  for (const [name, value] of Object.entries(row)) if (!isOfKind(name, value)) return `has in ${name} what is no ${kindOf(name)}`;
  for (const name of dates)
    if (row[name] != null && !isDate(row[name])) return `has in ${name} no date and time from the year 1 to the year 9999`;
  for (const name of ["tags", "label_tags"]) if (row[name] != null && !areNames(row[name])) return `has no usable ${name}`;
  if (row.metadata != null && !isObject(row.metadata)) return "has metadata that are no object";
  if (row.chunk_index != null && !(Number.isInteger(row.chunk_index) && (row.chunk_index as number) >= 0))
    return "has no usable chunk_index";
  if (row.trust != null && !TRUST_LEVELS.some((level) => level === row.trust))
    return `has a trust that is none of ${TRUST_LEVELS.join(", ")}`;
  switch (table) {
    case "document":
      return isId(row.document_id) ? null : "has an id that no document may have";
    case "attachment":
      return MEDIA_TYPE.test(String(row.media_type)) ? null : "has a media_type that no attachment may have";
    case "mental_model":
      return refusalOf(() => checkModel(row));
    case "knowledge_node":
      return isId(row.id) && typeof row.name === "string" && !isBlank(row.name) ? null : "has an id or a name that no page may have";
    case "webhook":
      return refusalOf(() => checkStoredWebhook(settings, row));
    case "audit_log":
      return isOneOf(AUDIT_ACTIONS, row.action) && isOneOf(AUDIT_TRANSPORTS, row.transport) ? null : "tells of an action that there is not";
    default:
      return null;
  }
}

const DATE_COLUMN = /_at$|(?:^|_)occurred_(?:start|end)$|^(?:first|last)_seen$/;
/** As the database writes a time: with a zone, which may be any. */
const DATE = /^(\d{4,6})-(\d\d)-(\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:?(?:\d\d)?)( BC)?$/;

function isDate(value: unknown): boolean {
  const [, year, month, day, isBefore] = (typeof value === "string" ? DATE.exec(value) : null) ?? [];
  if (year === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(isBefore === undefined ? Number(year) : 1 - Number(year), Number(month) - 1, Number(day));
  return FIRST_DAY <= date && date <= LAST_DAY && date.getUTCDate() === Number(day);
}

/** The years 1 to 9999, which requests take, and a day around them: their zone may be another. */
const [FIRST_DAY, LAST_DAY] = [new Date("0000-12-31"), new Date("+010000-01-01")];

function checkModel({ id, name, source_query: sourceQuery, max_tokens: maxTokens, trigger }: Row): void {
  if (typeof id !== "string" || modelIdOf(id) !== id) throw invalid("The id is none that a mental model may have.");
  if (typeof name !== "string" || typeof sourceQuery !== "string") throw invalid("The name and the source_query are texts.");
  const { fields, problems } = writtenTrigger(trigger ?? {});
  if (problems[0] !== undefined) throw invalid(`${problems[0].slice(0, 200)}.`);
  checkFields({ name, sourceQuery, maxTokens: maxTokens as number, trigger: fields });
}

/** What a route would have answered; null when it would have taken the row. */
function refusalOf(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof HindsightError) return `would be refused: ${error.message.replace(/\.$/, "")}`;
    throw error;
  }
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
const isName = (value: unknown): value is string => typeof value === "string" && !exceedsBytes(value, MAX_NAME_BYTES);
const areNames = (value: unknown): boolean => Array.isArray(value) && value.every(isName);
const isId = (value: unknown): boolean => isName(value) && !isBlank(value) && !isPathStep(value);
const isOneOf = (words: readonly string[], value: unknown): boolean => words.includes(value as string);
const invalid = (message: string): HindsightError => new HindsightError("invalid_request", message);
