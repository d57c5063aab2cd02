// Triggers of mental models: as they are stored, and as they are in force.
// In: stored JSON, of which only the fields that were set are there; fields that a caller sends. Out: a whole trigger, or what is to be stored.

import { MEMORY_KINDS, type MemoryKind } from "./memory.js";
import type { Trigger } from "./mental-models.js";
import type { TagGroup } from "./requests.js";
import { TAGS_MATCHES, tagGroupsProblem } from "./tags.js";

/** What holds where nothing was set. */
export const DEFAULT_TRIGGER: Trigger = {
  mode: "full",
  refreshAfterConsolidation: false,
  refreshCron: null,
  fullRefreshCron: null,
  minRefreshIntervalSeconds: null,
  budget: null,
  factTypes: null,
  excludeMentalModels: false,
  excludeMentalModelIds: null,
  tagsMatch: null,
  tagGroups: null,
  includeChunks: null,
  recallMaxTokens: null,
  recallChunksMaxTokens: null,
  searchObservationsMaxTokens: null,
  searchObservationsIncludeEntities: null,
  responseSchema: null,
  keepTrace: false,
};

type Stored = Readonly<Record<string, unknown>>;
type Read<T> = (value: unknown) => T | undefined;

interface Field<T> {
  /** The contract's name, under which it is stored. */
  readonly name: string;
  /** Undefined for a value that is none of this field's. */
  readonly read: Read<T>;
}

const isObject = (value: unknown): value is Stored => typeof value === "object" && value !== null && !Array.isArray(value);
const flag: Read<boolean> = (value) => (typeof value === "boolean" ? value : undefined);
const count =
  (least: number): Read<number> =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least ? (value as number) : undefined;
const text: Read<string> = (value) => (typeof value === "string" && value.trim() !== "" ? value : undefined);
const texts: Read<readonly string[]> = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === "string") ? (value as string[]) : undefined;
const oneOf =
  <const T extends string>(words: readonly T[]): Read<T> =>
  (value) =>
    words.find((word) => word === value);

function kinds(value: unknown): readonly MemoryKind[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const known = MEMORY_KINDS.filter((kind) => value.includes(kind));
  return known.length > 0 && known.length === new Set(value).size ? known : undefined;
}

function groups(value: unknown): readonly TagGroup[] | undefined {
  return Array.isArray(value) && value.length > 0 && tagGroupsProblem(value) === null && value.every(isGroup) ? value : undefined;
}

function isGroup(value: unknown): value is TagGroup {
  if (!isObject(value)) return false;
  if ("and" in value) return Array.isArray(value.and) && value.and.every(isGroup);
  if ("or" in value) return Array.isArray(value.or) && value.or.every(isGroup);
  if ("not" in value) return isGroup(value.not);
  const { match = null, resolve = null } = value;
  return (
    texts(value.tags) !== undefined &&
    (match === null || oneOf(TAGS_MATCHES)(match) !== undefined) &&
    (resolve === null || resolve === "exact" || resolve === "fuzzy")
  );
}

const FIELDS: { readonly [K in keyof Trigger]: Field<NonNullable<Trigger[K]>> } = {
  mode: { name: "mode", read: oneOf(["full", "delta"]) },
  refreshAfterConsolidation: { name: "refresh_after_consolidation", read: flag },
  refreshCron: { name: "refresh_cron", read: text },
  fullRefreshCron: { name: "full_refresh_cron", read: text },
  minRefreshIntervalSeconds: { name: "min_refresh_interval_seconds", read: count(0) },
  budget: { name: "budget", read: oneOf(["low", "mid", "high"]) },
  factTypes: { name: "fact_types", read: kinds },
  excludeMentalModels: { name: "exclude_mental_models", read: flag },
  excludeMentalModelIds: { name: "exclude_mental_model_ids", read: texts },
  tagsMatch: { name: "tags_match", read: oneOf(TAGS_MATCHES) },
  tagGroups: { name: "tag_groups", read: groups },
  includeChunks: { name: "include_chunks", read: flag },
  recallMaxTokens: { name: "recall_max_tokens", read: count(1) },
  recallChunksMaxTokens: { name: "recall_chunks_max_tokens", read: count(1) },
  searchObservationsMaxTokens: { name: "reflect_search_observations_max_tokens", read: count(1) },
  searchObservationsIncludeEntities: { name: "reflect_search_observations_include_entities", read: flag },
  responseSchema: { name: "response_schema", read: (value) => (isObject(value) ? value : undefined) },
  keepTrace: { name: "keep_trace", read: flag },
};

const KEYS = Object.keys(FIELDS) as readonly (keyof Trigger)[];

/** The trigger in force. What is unknown or no value of its field is passed over; JSON text is read as what it says. */
export function readTrigger(stored: unknown): Trigger {
  return { ...DEFAULT_TRIGGER, ...setFields(stored) };
}

/** The fields that were set, and no others. */
export function setFields(stored: unknown): Partial<Trigger> {
  const fields = storedFields(stored);
  const set = KEYS.map((key) => [key, FIELDS[key].read(fields[FIELDS[key].name])] as const).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Partial<Trigger>;
}

/** A trigger as somebody wrote it, under the names of the contract; null unsets a field. `problems` names what is unknown or no value of its field. */
export function writtenTrigger(written: unknown): { readonly fields: Partial<Trigger>; readonly problems: readonly string[] } {
  if (!isObject(written)) return { fields: {}, problems: ["a trigger is a list of fields and their values"] };
  const problems: string[] = [];
  const fields: [string, unknown][] = [];
  for (const [name, value] of Object.entries(written)) {
    const key = KEYS.find((each) => FIELDS[each].name === name);
    const read = key === undefined ? undefined : value === null ? null : FIELDS[key].read(value);
    if (key === undefined) problems.push(`a trigger has no field '${name}'`);
    else if (read === undefined) problems.push(`${JSON.stringify(value)} is no value of the trigger's field '${name}'`);
    else fields.push([key, read]);
  }
  return { fields: Object.fromEntries(fields) as Partial<Trigger>, problems };
}

/** What a trigger says beyond what holds anyway, under the names of the contract. */
export function spokenTrigger(trigger: Trigger): Readonly<Record<string, unknown>> {
  const said = KEYS.filter((key) => trigger[key] !== DEFAULT_TRIGGER[key]);
  return storedTrigger(Object.fromEntries(said.map((key) => [key, trigger[key]])) as Partial<Trigger>);
}

/** What is stored of a trigger: each field that was set, under its name in the contract. Null unsets a field, a blank schedule as well. */
export function storedTrigger(trigger: Partial<Trigger>): Readonly<Record<string, unknown>> {
  return mergeTrigger({}, trigger);
}

/** Stored fields with those that a caller sends in their place; what is not sent stays, names that we do not know too. */
export function mergeTrigger(stored: unknown, change: Partial<Trigger>): Readonly<Record<string, unknown>> {
  const merged: Record<string, unknown> = { ...storedFields(stored) };
  for (const key of KEYS) {
    const value = change[key];
    if (value === undefined) continue;
    const { name } = FIELDS[key];
    if (value === null || (typeof value === "string" && value.trim() === "")) delete merged[name];
    else merged[name] = value;
  }
  return merged;
}

/** A change that sets one way of refreshing unsets the other, unless it speaks of both: for pages, whose caller need not know what is set. */
export function switchingRefresh(change: Partial<Trigger>): Partial<Trigger> {
  const { refreshCron, refreshAfterConsolidation } = change;
  if (refreshCron && refreshAfterConsolidation === undefined) return { ...change, refreshAfterConsolidation: false };
  if (refreshAfterConsolidation === true && refreshCron === undefined) return { ...change, refreshCron: null };
  return change;
}

function storedFields(stored: unknown): Stored {
  if (isObject(stored)) return stored;
  if (typeof stored !== "string") return {};
  try {
    const read: unknown = JSON.parse(stored);
    return isObject(read) ? read : {};
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {}; // no JSON: a malformed trigger is none
  }
}
