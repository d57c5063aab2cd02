// Settings: the one typed table of what can be configured.
// In: environment variables. Out: a frozen Settings value, or `configuration_invalid` naming the variable and what it takes.

export {
  type ConfigChange,
  dispositionOf,
  mustFit,
  originsUnder,
  readConfigUpdates,
  requireFit,
  resolveBankSettings,
} from "./bank-config.js";
export { BANK_SETTINGS, type BankSetting, type BankSettingName, type BankSettings } from "./bank-settings.js";
export { type MemoryDefense, memoryDefense } from "./defense-settings.js";
export { PARSERS } from "./file-settings.js";
export type { ChainMember, ModelChain, ModelChains, NamedFields } from "./llm-chains.js";
export type { Strategy } from "./llm-settings.js";
export { pairsOf } from "./setting.js";
export { shownSetting } from "./shown-setting.js";
export type { UnknownVariable } from "./unknown-variables.js";

import type { SettingOrigins } from "../domain/resources.js";
import { ACCESS_SETTINGS } from "./access-settings.js";
import { AUDIT_SETTINGS } from "./audit-settings.js";
import { bankDefaults, serverOrigins } from "./bank-config.js";
import { BANK_SETTINGS, type BankSettings } from "./bank-settings.js";
import { CONSOLE_SETTINGS } from "./console-settings.js";
import { FILE_SETTINGS } from "./file-settings.js";
import { LEARNING_SETTINGS } from "./learning-settings.js";
import { type ModelChains, readModelChains } from "./llm-chains.js";
import { LLM_SETTINGS } from "./llm-settings.js";
import { MCP_SETTINGS } from "./mcp-settings.js";
import { MODEL_SETTINGS } from "./model-settings.js";
import { REFLECT_SETTINGS } from "./reflect-settings.js";
import { RETAIN_SETTINGS } from "./retain-settings.js";
import { basePath, flag, integer, list, milliseconds, type SettingSpec, setting, text } from "./setting.js";
import { SPEND_SETTINGS } from "./spend-settings.js";
import { TELEMETRY_SETTINGS } from "./telemetry-settings.js";
import { TRANSFER_SETTINGS } from "./transfer-settings.js";
import { type UnknownVariable, unknownVariables } from "./unknown-variables.js";
import { WORKER_SETTINGS } from "./worker-settings.js";

export const SETTINGS = {
  host: setting("HINDSIGHT_API_HOST", "127.0.0.1", text, "address to listen on"),
  port: setting("HINDSIGHT_API_PORT", 8888, integer(0, 65_535), "port to listen on; 0 takes a free one"),
  databaseUrl: setting(
    "HINDSIGHT_API_DATABASE_URL",
    "",
    text,
    "a PostgreSQL URL; unset, embedded, pg0 or pg0://name is the embedded database",
  ),
  apiKey: setting("HINDSIGHT_API_TENANT_API_KEY", "", text, "key that callers must send as a bearer token; unset leaves the server open"),
  allowOpen: setting(
    "HINDSIGHT_API_ALLOW_OPEN",
    false,
    flag,
    "allow an address other than loopback without a key: anyone who reaches it reads and writes everything",
  ),
  allowedHosts: setting(
    "HINDSIGHT_API_ALLOWED_HOSTS",
    [],
    list,
    "further host names by which a keyless server on loopback may be called, separated by commas",
  ),
  corsOrigins: setting(
    "HINDSIGHT_API_CORS_ORIGINS",
    [],
    list,
    "origins whose web pages may call, for example https://console.example.com, separated by commas; * is every one and needs a key",
  ),
  basePath: setting("HINDSIGHT_API_BASE_PATH", "", basePath, "prefix under which the routes answer as well, for example /memory"),
  accessLog: setting("HINDSIGHT_API_ACCESS_LOG", false, flag, "log every HTTP request"),
  gzipMinSize: setting("HINDSIGHT_API_GZIP_MIN_SIZE", 1024, integer(-1), "bytes from which replies are compressed; -1 is never"),
  maxBodyMb: setting("HINDSIGHT_API_MAX_BODY_MB", 32, integer(1, 512), "largest request body, in megabytes (2^20 bytes)"),
  enableBankConfigApi: setting("HINDSIGHT_API_ENABLE_BANK_CONFIG_API", true, flag, "serve the bank configuration routes"),
  enableDryRunExtract: setting("HINDSIGHT_API_ENABLE_DRY_RUN_EXTRACT", true, flag, "serve the preview of an extraction"),
  admissionRecallMaxInFlight: setting(
    "HINDSIGHT_API_ADMISSION_RECALL_MAX_IN_FLIGHT",
    0,
    integer(0),
    "recalls that run at once; 0 is 16 per core, the others wait",
  ),
  admissionRecallMaxWaitMs: setting(
    "HINDSIGHT_API_ADMISSION_RECALL_MAX_WAIT_MS",
    30_000,
    milliseconds(0),
    "longest wait of a recall before it is turned away with 503",
  ),
  admissionRetainMaxInFlight: setting(
    "HINDSIGHT_API_ADMISSION_RETAIN_MAX_IN_FLIGHT",
    0,
    integer(0),
    "synchronous retains that run at once; 0 is 32 per core",
  ),
  admissionRetainMaxWaitMs: setting(
    "HINDSIGHT_API_ADMISSION_RETAIN_MAX_WAIT_MS",
    2_000,
    milliseconds(0),
    "longest wait of a synchronous retain before it is turned away with 503",
  ),
  retainAttachmentMaxCount: setting(
    "HINDSIGHT_API_RETAIN_ATTACHMENT_MAX_COUNT",
    50,
    integer(0, 10_000),
    "attachments that one item may bring",
  ),
  retainAttachmentMaxSizeMb: setting(
    "HINDSIGHT_API_RETAIN_ATTACHMENT_MAX_SIZE_MB",
    20,
    integer(1, 512),
    "largest attachment inside content, in megabytes (2^20 bytes)",
  ),
  dataDir: setting("HINDSIGHT_DATA_DIR", "", text, "folder of the embedded database; unset is ~/.hindsight"),
  ...LLM_SETTINGS,
  recallMaxQueryTokens: setting("HINDSIGHT_API_RECALL_MAX_QUERY_TOKENS", 500, integer(1), "longest query, in tokens"),
  hotBanksMb: setting(
    "HINDSIGHT_API_HOT_BANKS_MB",
    128,
    integer(0, 65_536),
    "memory for copies of the banks in use, from which recall answers faster, in megabytes (2^20 bytes); 0 keeps none",
  ),
  dbPoolMaxSize: setting("HINDSIGHT_API_DB_POOL_MAX_SIZE", 10, integer(1, 1000), "most connections to a PostgreSQL server"),
  dbAcquireTimeout: setting("HINDSIGHT_API_DB_ACQUIRE_TIMEOUT", 10, integer(1, 3600), "longest wait for a connection, in seconds"),
  dbStatementTimeout: setting("HINDSIGHT_API_DB_STATEMENT_TIMEOUT", 30, integer(1, 3600), "longest time of one statement, in seconds"),
  ...RETAIN_SETTINGS,
  ...REFLECT_SETTINGS,
  ...LEARNING_SETTINGS,
  ...FILE_SETTINGS,
  ...MODEL_SETTINGS,
  ...MCP_SETTINGS,
  ...CONSOLE_SETTINGS,
  ...SPEND_SETTINGS,
  ...TRANSFER_SETTINGS,
  ...ACCESS_SETTINGS,
  ...AUDIT_SETTINGS,
  ...TELEMETRY_SETTINGS,
  ...WORKER_SETTINGS,
} as const satisfies Record<string, SettingSpec<unknown>>;

export type Settings = { readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends SettingSpec<infer T> ? T : never } & {
  /** In force in every bank that overrides nothing. */
  readonly bank: BankSettings;
  /** Who says so. */
  readonly bankOrigins: SettingOrigins;
  /** The language models of each purpose. */
  readonly modelChains: ModelChains;
};

/** Variables of `env` that begin as settings do and that nothing reads. */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>): readonly UnknownVariable[] {
  const bank = Object.keys(BANK_SETTINGS).map((name) => `HINDSIGHT_API_${name.toUpperCase()}`);
  return unknownVariables(env, [...Object.values(SETTINGS).map((spec) => spec.env), ...bank]);
}

/** Reads the settings from `env`; an empty variable counts as unset. */
export function loadSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const entries = Object.entries(SETTINGS).map(([key, spec]) => {
    const value = env[spec.env];
    const parse = spec.parse as (text: string, env: string) => unknown;
    return [key, value === undefined || value.trim() === "" ? spec.default : parse(value, spec.env)];
  });
  return Object.freeze({
    ...Object.fromEntries(entries),
    bank: bankDefaults(env),
    bankOrigins: serverOrigins(env),
    modelChains: readModelChains(env),
  }) as Settings;
}
