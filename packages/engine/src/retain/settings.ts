import { type BankSettings, resolveBankSettings } from "../config/index.js";
import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { type DefensePolicy, readPolicy } from "../guard/defense/index.js";
import { type BankRow, readBank } from "../store/banks/read-bank.js";
import { type DistilMode, type DistilSettings, distilSettingsOf } from "./distil/index.js";
import type { Item } from "./item.js";

/**
 * What a memory is made of. `local`: a turn or a group of sentences; `chunks`: a chunk as it is; the others ask a language model. `verbatim` without a
 * model is a chunk, read for names and dates.
 */
export type ExtractionMode = "local" | "chunks" | DistilMode;

/** What the bank says about how an item is stored. */
export interface RetainSettings {
  readonly mode: ExtractionMode;
  /** How a language model is to read; null: none reads. */
  readonly distil: DistilSettings | null;
  /** Attachments that one call to a model may bring. */
  readonly maxAttachments: number;
  /** UTF-16 units. */
  readonly chunkSize: number;
  /** UTF-16 units that one turn of JSON may have before it is cut. */
  readonly structuredChunkSize: number;
  /** True under a strategy that the bank does not have. */
  readonly isStrategyUnknown?: boolean;
  /** False: neither documents nor chunks keep their text; hashes are kept all the same. */
  readonly storesText: boolean;
}

/** Gives an item's settings: those of its strategy over those of the bank over those of the server. */
export type SettingsOf = (item: Pick<Item, "strategy">) => RetainSettings;

/** What a bank says about a retain. */
export interface RetainRules {
  readonly settingsOf: SettingsOf;
  /** Holds for every strategy. */
  readonly defense: DefensePolicy;
}

/** Reads the bank's settings for what is let in already, and so without its policy of defense. */
export async function readRetainSettings(ctx: EngineContext, bank: BankScope): Promise<SettingsOf> {
  return settingsOfBank(ctx, bank, await readBank(ctx.db, bank));
}

/** Reads the bank's settings once; a change is in force with the next retain. Throws `memory_defense_invalid` for a policy that cannot be read. */
export async function readRetainRules(ctx: EngineContext, bank: BankScope): Promise<RetainRules> {
  const row = await readBank(ctx.db, bank);
  return { settingsOf: settingsOfBank(ctx, bank, row), defense: defenseOf(ctx, row) };
}

/** The policy of a bank; that of the server where there is no bank yet. */
export function defenseOf(ctx: EngineContext, row: BankRow | null): DefensePolicy {
  return readPolicy(resolveBankSettings(ctx.settings.bank, row?.config ?? {}).memory_defense);
}

/** An unknown strategy counts for nothing and is logged. */
function settingsOfBank(ctx: EngineContext, bank: BankScope, row: BankRow | null): SettingsOf {
  const settings = resolveBankSettings(ctx.settings.bank, row?.config ?? {});
  const known = new Map<string | null, RetainSettings>();
  return ({ strategy }) => {
    const name = strategy ?? settings.retain_default_strategy;
    const found = known.get(name);
    if (found !== undefined) return found;
    const resolved: RetainSettings = {
      ...retainSettings(ctx, underStrategy(ctx, settings, name), { bankId: bank.bankId, name: row?.name ?? null }),
      isStrategyUnknown: name !== null && settings.retain_strategies?.[name] === undefined,
    };
    known.set(name, resolved);
    return resolved;
  };
}

export function underStrategy(ctx: EngineContext, settings: BankSettings, name: string | null): BankSettings {
  if (name === null) return settings;
  const overrides = settings.retain_strategies?.[name];
  if (overrides === undefined) ctx.log.warn({ strategy: name }, "the bank has no retain strategy of this name; its own settings hold");
  return overrides === undefined ? settings : { ...settings, ...overrides };
}

/** Without a language model, every mode that needs one is `local`. */
export function retainSettings(
  ctx: EngineContext,
  settings: BankSettings,
  bank: { readonly bankId: string; readonly name: string | null },
): RetainSettings {
  const wanted = settings.retain_extraction_mode;
  const distil = ctx.models.has("retain") ? distilSettingsOf(settings, ctx.settings, bank) : null;
  return {
    mode: distil?.mode ?? (wanted === "chunks" || wanted === "verbatim" ? wanted : "local"),
    distil,
    maxAttachments: settings.retain_max_attachments_per_chunk,
    chunkSize: settings.retain_chunk_size,
    structuredChunkSize: Math.max(settings.retain_chunk_size, settings.retain_structured_chunk_size ?? 0),
    storesText: settings.store_document_text,
  };
}
