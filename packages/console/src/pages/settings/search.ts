// What of the settings page stands in its address.
// In: the parsed query. Out: the open tab, its filters and what is open in it; absent is the preset.

import { integer, oneOf, text } from "../../app/search-params";
import { LLM_METRICS, type LlmMetric } from "../../charts/llm-series";
import { SECTIONS } from "./fields";

export const TABS = ["profile", "configuration", "defense", "webhooks", "audit", "llm", "transfer", "danger"] as const;
export type TabId = (typeof TABS)[number];

export const PERIODS = ["1d", "7d", "30d"] as const;
export const PRESET_PERIOD = "7d";
export const TRANSPORTS = ["http", "mcp", "system"] as const;
export const STATUSES = ["success", "error"] as const;

export interface SettingsSearch {
  tab?: TabId | undefined;
  /** Section of the configuration. */
  section?: (typeof SECTIONS)[number] | undefined;
  /** What is open at the side: a webhook, an entry of the audit log, a model call. */
  open?: string | undefined;
  offset?: number | undefined;
  period?: (typeof PERIODS)[number] | undefined;
  /** Days, as 2026-11-30. */
  from?: string | undefined;
  until?: string | undefined;
  action?: string | undefined;
  transport?: (typeof TRANSPORTS)[number] | undefined;
  metric?: LlmMetric | undefined;
  status?: (typeof STATUSES)[number] | undefined;
  /** What called a model. */
  caller?: string | undefined;
  trace?: string | undefined;
  /** Calls about this memory (its id), or this document. */
  memory?: string | undefined;
  document?: string | undefined;
  /** The operation of an export or import that is followed. */
  exporting?: string | undefined;
  importing?: string | undefined;
}

const MOST_OFFSET = 10_000_000;

const day = (search: Record<string, unknown>, name: string): string | undefined => {
  const value = text(search, name);
  return value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
};

export const settingsSearch = (search: Record<string, unknown>): SettingsSearch => ({
  tab: oneOf(search, "tab", TABS),
  section: oneOf(search, "section", SECTIONS),
  open: text(search, "open"),
  offset: integer(search, "offset", 1, MOST_OFFSET),
  period: oneOf(search, "period", PERIODS),
  from: day(search, "from"),
  until: day(search, "until"),
  action: text(search, "action"),
  transport: oneOf(search, "transport", TRANSPORTS),
  metric: oneOf(search, "metric", LLM_METRICS),
  status: oneOf(search, "status", STATUSES),
  caller: text(search, "caller"),
  trace: text(search, "trace"),
  memory: text(search, "memory"),
  document: text(search, "document"),
  exporting: text(search, "exporting"),
  importing: text(search, "importing"),
});
