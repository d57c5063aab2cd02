// Settings of what model calls may cost and of what is kept of them: rows of the table in `index.ts`.
// In: nothing. Out: rows. A limit of 0 is none.

import { decimal, flag, integer, list, setting, text } from "./setting.js";

const API = "HINDSIGHT_API";
const tokens = integer(0);
const usd = decimal(0, 1_000_000);

export const SPEND_SETTINGS = {
  spendBankTokensPerHour: setting(
    `${API}_SPEND_BANK_TOKENS_PER_HOUR`,
    0,
    tokens,
    "tokens that each bank may spend in an hour (UTC); 0 is no limit",
  ),
  spendBankTokensPerDay: setting(`${API}_SPEND_BANK_TOKENS_PER_DAY`, 0, tokens, "tokens that each bank may spend in a day (UTC)"),
  spendBankUsdPerHour: setting(
    `${API}_SPEND_BANK_USD_PER_HOUR`,
    0,
    usd,
    "US dollars that each bank may spend in an hour, by the price table",
  ),
  spendBankUsdPerDay: setting(`${API}_SPEND_BANK_USD_PER_DAY`, 0, usd, "US dollars that each bank may spend in a day"),
  spendTenantTokensPerHour: setting(
    `${API}_SPEND_TENANT_TOKENS_PER_HOUR`,
    0,
    tokens,
    "tokens that all banks together may spend in an hour",
  ),
  spendTenantTokensPerDay: setting(`${API}_SPEND_TENANT_TOKENS_PER_DAY`, 0, tokens, "tokens that all banks together may spend in a day"),
  spendTenantUsdPerHour: setting(`${API}_SPEND_TENANT_USD_PER_HOUR`, 0, usd, "US dollars that all banks together may spend in an hour"),
  spendTenantUsdPerDay: setting(`${API}_SPEND_TENANT_USD_PER_DAY`, 0, usd, "US dollars that all banks together may spend in a day"),
  llmPrices: setting(
    `${API}_LLM_PRICES`,
    "",
    text,
    'prices that correct or complete the built-in ones, in USD per million tokens: {"provider/model": {"input": 1, "output": 5, "cached": 0.1}}',
  ),
  llmTraceEnabled: setting(`${API}_LLM_TRACE_ENABLED`, true, flag, "keep each model call with its input and output for a while"),
  llmTraceScopes: setting<readonly string[]>(`${API}_LLM_TRACE_SCOPES`, [], list, "keep calls of these scopes alone, separated by commas"),
  llmTraceExcludeScopes: setting<readonly string[]>(`${API}_LLM_TRACE_EXCLUDE_SCOPES`, [], list, "keep no calls of these scopes"),
  llmTraceRetentionDays: setting(
    `${API}_LLM_TRACE_RETENTION_DAYS`,
    1,
    integer(-1, 36_500),
    "days that calls are kept; 0 or -1 is for ever",
  ),
  llmTraceMaxChars: setting(
    `${API}_LLM_TRACE_MAX_CHARS`,
    50_000,
    integer(200, 10_000_000),
    "characters kept of a call's input, and of its output; what is cut stays valid JSON",
  ),
  enableBankLlmHealth: setting(`${API}_ENABLE_BANK_LLM_HEALTH`, false, flag, "serve the route that calls each model of a bank once"),
} as const;
