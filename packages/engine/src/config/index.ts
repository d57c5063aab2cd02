// Settings: the one typed table of what can be configured.
// In: environment variables. Out: a frozen Settings value, or `configuration_invalid` naming the variable and what it takes.

import { HindsightError } from "../errors.js";

interface SettingSpec<T> {
  /** Environment variable. */
  readonly env: string;
  readonly default: T;
  readonly parse: (text: string, env: string) => T;
  /** One line for the generated documentation. */
  readonly meaning: string;
}

function invalid(env: string, text: string, wanted: string): HindsightError {
  return new HindsightError("configuration_invalid", `${env} is "${text}"; it takes ${wanted}.`);
}

const text = (value: string): string => value;

function integer(least: number, most = Number.MAX_SAFE_INTEGER) {
  return (value: string, env: string): number => {
    const n = Number(value);
    if (!/^-?\d+$/.test(value.trim()) || n < least || n > most) throw invalid(env, value, `a whole number from ${least} to ${most}`);
    return n;
  };
}

function oneOf<const T extends string>(...choices: readonly T[]) {
  return (value: string, env: string): T => {
    const found = choices.find((choice) => choice === value.trim().toLowerCase());
    if (found === undefined) throw invalid(env, value, `one of ${choices.join(", ")}`);
    return found;
  };
}

function setting<T>(env: string, fallback: T, parse: (text: string, env: string) => T, meaning: string): SettingSpec<T> {
  return { env, default: fallback, parse, meaning };
}

export const SETTINGS = {
  host: setting("HINDSIGHT_API_HOST", "127.0.0.1", text, "address to listen on"),
  port: setting("HINDSIGHT_API_PORT", 8888, integer(0, 65_535), "port to listen on; 0 takes a free one"),
  databaseUrl: setting(
    "HINDSIGHT_API_DATABASE_URL",
    "",
    text,
    "a PostgreSQL URL; unset, embedded, pg0 or pg0://name is the embedded database",
  ),
  dataDir: setting("HINDSIGHT_DATA_DIR", "", text, "folder of the embedded database; unset is ~/.hindsight"),
  llmProvider: setting("HINDSIGHT_API_LLM_PROVIDER", "none", text, "language model provider; none is the built-in local extraction"),
  logLevel: setting(
    "HINDSIGHT_API_LOG_LEVEL",
    "info",
    oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent"),
    "least level that is logged",
  ),
  recallMaxQueryTokens: setting("HINDSIGHT_API_RECALL_MAX_QUERY_TOKENS", 500, integer(1), "longest query, in tokens"),
  retainChunkSize: setting("HINDSIGHT_API_RETAIN_CHUNK_SIZE", 3000, integer(200), "longest chunk, in characters"),
} as const satisfies Record<string, SettingSpec<unknown>>;

export type Settings = { readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends SettingSpec<infer T> ? T : never };

/** Reads the settings from `env`; an empty variable counts as unset. */
export function loadSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const entries = Object.entries(SETTINGS).map(([key, spec]) => {
    const value = env[spec.env];
    const parse = spec.parse as (text: string, env: string) => unknown;
    return [key, value === undefined || value.trim() === "" ? spec.default : parse(value, spec.env)];
  });
  return Object.freeze(Object.fromEntries(entries)) as Settings;
}
