// Bank configuration: what is in force in a bank, and which changes to it are good.
// In: the server's environment, a bank's overrides, a caller's updates. Out: settings by the contract's names, or `bad_argument`.

import { deepestIssue, type SchemaIssue } from "../domain/deepest-issue.js";
import { nearName } from "../domain/nearest-name.js";
import type { Disposition, SettingOrigin, SettingOrigins } from "../domain/resources.js";
import { HindsightError } from "../errors.js";
import { BANK_SETTINGS, type BankSetting, type BankSettingName, type BankSettings } from "./bank-settings.js";

const NAMES = Object.keys(BANK_SETTINGS) as readonly BankSettingName[];
const ENVIRONMENT_PREFIX = "HINDSIGHT_API_";

/** What a caller's updates come to: overrides to store and overrides to drop. */
export interface ConfigChange {
  readonly set: Readonly<Record<string, unknown>>;
  readonly clear: readonly string[];
}

/** Defaults of every bank of this server: the table's, or what the environment says (`HINDSIGHT_API_` and the name in capitals). */
export function bankDefaults(env: Readonly<Record<string, string | undefined>>): BankSettings {
  const entries = NAMES.map((name) => {
    const value = saidInEnvironment(env, name);
    return [name, value === null ? BANK_SETTINGS[name].default : fromEnvironment(name, variableOf(name), value)];
  });
  const defaults = Object.freeze(Object.fromEntries(entries)) as BankSettings;
  try {
    requireFit(defaults);
  } catch (error) {
    if (!(error instanceof HindsightError)) throw error;
    throw new HindsightError("configuration_invalid", `In the environment ${error.message}`, { cause: error });
  }
  return defaults;
}

const variableOf = (name: BankSettingName): string => `${ENVIRONMENT_PREFIX}${name.toUpperCase()}`;

/** What the environment says of a setting; null where it says nothing, or an empty text. */
function saidInEnvironment(env: Readonly<Record<string, string | undefined>>, name: BankSettingName): string | null {
  return env[variableOf(name)]?.trim() || null;
}

/** Where the defaults of every bank come from: the environment, also where it says what the table says. */
export function serverOrigins(env: Readonly<Record<string, string | undefined>>): SettingOrigins {
  return Object.freeze(
    Object.fromEntries(NAMES.map((name) => [name, saidInEnvironment(env, name) === null ? "default" : "server"] as const)),
  );
}

/** The origins once a tenant or a bank has said its own. */
export function originsUnder(origins: SettingOrigins, overrides: Readonly<Record<string, unknown>>, by: SettingOrigin): SettingOrigins {
  return { ...origins, ...Object.fromEntries(Object.keys(overrides).map((name) => [name, by])) };
}

/** The settings in force: the server's defaults under the bank's overrides. */
export function resolveBankSettings(defaults: BankSettings, overrides: Readonly<Record<string, unknown>>): BankSettings {
  return { ...defaults, ...overrides };
}

/**
 * Checks a caller's updates: names in snake case or as environment variables, null to drop an override.
 * Throws `bad_argument` (`invalid_request` for memory_defense) that names the setting and what it takes, or the nearest name there is; then nothing is to be changed.
 */
export function readConfigUpdates(updates: Readonly<Record<string, unknown>>): ConfigChange {
  const set: Record<string, unknown> = {};
  const clear: string[] = [];
  for (const [given, value] of Object.entries(updates)) {
    const name = settingName(given);
    if (value === null) clear.push(name);
    else set[name] = checked(name, value);
  }
  return { set, clear };
}

/** Settings that must fit together: the first of a pair is at most the second. */
const ORDERED: readonly (readonly [BankSettingName, BankSettingName])[] = [["recall_budget_min", "recall_budget_max"]];

/** Does the change touch settings that must fit others? Then what comes of it is to be checked with the rest, under a lock. */
export function mustFit({ set, clear }: ConfigChange): boolean {
  return ORDERED.flat().some((name) => name in set || clear.includes(name));
}

/** Throws `bad_argument` for settings that do not fit together: each may be good by itself, and come from another call. */
export function requireFit(settings: BankSettings): void {
  for (const [least, most] of ORDERED) {
    if (Number(settings[least]) <= Number(settings[most])) continue;
    throw new HindsightError("bad_argument", `${least} would be ${settings[least]} and ${most} ${settings[most]}: it may be at most that.`);
  }
}

/** Traits of reflection, 3 where nothing is said. */
export function dispositionOf(settings: BankSettings): Disposition {
  return {
    skepticism: settings.disposition_skepticism ?? 3,
    literalism: settings.disposition_literalism ?? 3,
    empathy: settings.disposition_empathy ?? 3,
  };
}

function settingName(given: string): BankSettingName {
  const name = (given.toUpperCase().startsWith(ENVIRONMENT_PREFIX) ? given.slice(ENVIRONMENT_PREFIX.length) : given).toLowerCase();
  if (Object.hasOwn(BANK_SETTINGS, name)) return name as BankSettingName;
  if (/(^|_)(api_key|token|secret|password|credentials)($|_)/.test(name) || name.endsWith("_key")) {
    throw new HindsightError("bad_argument", `"${given}" is a credential; credentials belong to the server's environment, not to a bank.`);
  }
  const near = nearName(name.slice(0, 100), NAMES);
  throw new HindsightError(
    "bad_argument",
    `A bank has no setting "${given}". ${near === null ? "Its configuration lists those there are (GET …/config)." : `The nearest name is "${near}".`}`,
  );
}

function checked(name: BankSettingName, value: unknown): unknown {
  const { schema }: BankSetting = BANK_SETTINGS[name];
  const result = schema.safeParse(value);
  if (!result.success) {
    const code = name === "memory_defense" ? "invalid_request" : "bad_argument"; // the contract's 422 of a policy
    throw new HindsightError(code, `${name} takes ${wanted(result.error.issues)}.`);
  }
  if (name === "retain_strategies") checkStrategies(result.data as Readonly<Record<string, Readonly<Record<string, unknown>>>>);
  return result.data;
}

/** A strategy overrides bank settings, so the same table holds for it. */
function checkStrategies(strategies: Readonly<Record<string, Readonly<Record<string, unknown>>>>): void {
  for (const [strategy, overrides] of Object.entries(strategies)) {
    try {
      const { set, clear } = readConfigUpdates(overrides);
      if ("memory_defense" in set || clear.includes("memory_defense"))
        throw new HindsightError("bad_argument", "memory_defense holds for the whole bank; set it beside retain_strategies.");
    } catch (error) {
      if (!(error instanceof HindsightError)) throw error;
      throw new HindsightError("bad_argument", `In the strategy "${strategy}": ${error.message}`, { cause: error });
    }
  }
}

function wanted(issues: readonly SchemaIssue[]): string {
  return issues.map(wantedAt).join("; ");
}

/** What one issue wants and where; of a choice of forms also what the nearest of them wants. */
function wantedAt(issue: SchemaIssue): string {
  const deepest = deepestIssue(issue);
  const place = deepest.path.map(String).join(".");
  if (deepest.path.length === issue.path.length) return place === "" ? issue.message : `${issue.message} (at ${place})`;
  return `${issue.message} (at ${place}: ${deepest.message})`;
}

/** A text as it is; else JSON; for booleans also 1, 0, yes, no, on, off; for lists also words between commas. */
function fromEnvironment(name: BankSettingName, variable: string, value: string): unknown {
  const { schema }: BankSetting = BANK_SETTINGS[name];
  for (const reading of [value, parsed(value), WORDS[value.toLowerCase()], value.split(",").map((part) => part.trim())]) {
    const result = schema.safeParse(reading);
    if (reading !== undefined && result.success) return result.data;
  }
  const problem = schema.safeParse(parsed(value) ?? value);
  throw new HindsightError(
    "configuration_invalid",
    `${variable} is "${value}"; it takes ${problem.success ? "another value" : wanted(problem.error.issues)}.`,
  );
}

const WORDS: Readonly<Record<string, boolean>> = {
  "1": true,
  true: true,
  yes: true,
  on: true,
  "0": false,
  false: false,
  no: false,
  off: false,
};

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // no JSON: the caller tries it as a word
    throw error;
  }
}
