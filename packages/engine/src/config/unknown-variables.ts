// Variables that look like settings and are none: a slip of the pen would else change nothing, and nobody would know.
// In: the environment, and the names of the settings with fixed names. Out: the unknown ones, each with the name that was probably meant. Values are not read.

import { nearName } from "../domain/nearest-name.js";
import { MEMBER_FIELDS, PREFIXES, PURPOSE_FIELDS } from "./llm-chains.js";
import { PROVIDER_OPTIONS } from "./llm-settings.js";

export interface UnknownVariable {
  readonly name: string;
  /** Null when no name is near. */
  readonly nearest: string | null;
}

const API = "HINDSIGHT_API_";
/** What the names of settings begin with: the server's, and the console's, where a slip would leave it open. */
const BEGINNINGS: readonly string[] = [API, "HINDSIGHT_CP_"];

/** Read by the command line and by clients, which may share the server's environment, and keys that the contract shares between providers. */
const OTHERS = ["URL", "KEY", "OPENROUTER_API_KEY", "REQUESTY_API_KEY", "LITELLM_API_KEY", "LITELLM_API_BASE"].map((name) => API + name);

/** `HINDSIGHT_API_`, a purpose or none, `LLM_`, a number or none: what comes before the field of a model. */
const STEM = new RegExp(`^${API}(${PREFIXES.join("|")})?LLM_(\\d+_)?`);

export function unknownVariables(
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): readonly UnknownVariable[] {
  const known = new Set([...settings, ...OTHERS]);
  return Object.keys(env)
    .filter((name) => beginningOf(name) !== null && (env[name] ?? "").trim() !== "")
    .map((name) => ({ name, fields: fieldsOf(name) }))
    .filter(({ name, fields }) => !known.has(name) && !fields.includes(name) && !isOfExtension(name, env))
    .map(({ name, fields }) => ({ name, nearest: nearest(name, [...fields, ...known]) }));
}

/** Parts that a module may take the place of: with one, what begins with the part's name is the module's own. */
const EXTENDED = ["TENANT", "OPERATION_VALIDATOR", "HTTP", "MCP", "FILE_STORAGE", "FILE_PARSER"].map((part) => `${API}${part}_`);

function isOfExtension(name: string, env: Readonly<Record<string, string | undefined>>): boolean {
  return EXTENDED.some((prefix) => name.startsWith(prefix) && /[./]/.test(env[`${prefix}EXTENSION`] ?? ""));
}

/** The variables that the same purpose and number have. */
function fieldsOf(name: string): readonly string[] {
  const [stem, , number] = STEM.exec(name) ?? [];
  if (stem === undefined) return [];
  return [...(number === undefined ? PURPOSE_FIELDS : MEMBER_FIELDS), ...Object.keys(PROVIDER_OPTIONS)].map((field) => stem + field);
}

function beginningOf(name: string): string | null {
  return BEGINNINGS.find((each) => name.startsWith(each)) ?? null;
}

/** What they all begin with says nothing about what was meant. */
function nearest(name: string, names: readonly string[]): string | null {
  const beginning = beginningOf(name) ?? API;
  const own = (each: string): string => each.slice(beginning.length);
  const near = nearName(own(name).slice(0, 100), names.filter((each) => each.startsWith(beginning)).map(own));
  return near === null ? null : beginning + near;
}
