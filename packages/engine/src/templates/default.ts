import type { Seed } from "../banks/index.js";
import { resolveBankSettings } from "../config/index.js";
import type { EngineContext } from "../context.js";
import { operationsOf } from "../operations/index.js";
import { problemsTogether, writeTemplate } from "./apply.js";
import { readTemplate } from "./read.js";

/** When the worker is told of refreshes that a new bank begins with: its transaction is mostly through by then, and else they are found later. */
const WAKE_MS = 250;

/**
 * What new banks begin with, by the setting `HINDSIGHT_API_DEFAULT_BANK_TEMPLATE`; null without one. One that is wrong is logged and left alone: no bank
 * fails for it.
 */
export function defaultTemplate({ db, settings, log }: Pick<EngineContext, "db" | "settings" | "log">): Seed | null {
  const text = settings.defaultBankTemplate.trim();
  if (text === "") return null;
  const { template, problems } = readTemplate(parsed(text));
  const all = [...problems, ...problemsTogether(resolveBankSettings(settings.bank, template.config), template.config)];
  if (all.length > 0) {
    log.error({ problems: all }, "HINDSIGHT_API_DEFAULT_BANK_TEMPLATE is no usable template: new banks begin without it");
    return null;
  }
  return async (tx, bank) => {
    const { operationIds } = await writeTemplate({ settings }, tx, bank, template);
    if (operationIds.length > 0) setTimeout(() => operationsOf(db)?.wake(), WAKE_MS).unref();
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null; // no JSON: the reader says what it wants
    throw error;
  }
}
