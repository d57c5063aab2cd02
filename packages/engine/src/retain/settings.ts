import { type BankSettings, resolveBankSettings } from "../config/index.js";
import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { readBank } from "../store/banks/read-bank.js";
import type { Item } from "./item.js";

/** What a memory is made of. `local`: a turn or a group of sentences; `verbatim`: a chunk, read for names and dates; `chunks`: a chunk as it is. */
export type ExtractionMode = "local" | "verbatim" | "chunks";

/** What the bank says about how an item is stored. */
export interface RetainSettings {
  readonly mode: ExtractionMode;
  /** UTF-16 units. */
  readonly chunkSize: number;
  /** UTF-16 units that one turn of JSON may have before it is cut. */
  readonly structuredChunkSize: number;
  /** False: neither documents nor chunks keep their text; hashes are kept all the same. */
  readonly storesText: boolean;
}

/** Gives an item's settings: those of its strategy over those of the bank over those of the server. */
export type SettingsOf = (item: Pick<Item, "strategy">) => RetainSettings;

/** Reads the bank's settings once; a change is in force with the next retain. An unknown strategy counts for nothing and is logged. */
export async function readRetainSettings(ctx: EngineContext, bank: BankScope): Promise<SettingsOf> {
  const row = await readBank(ctx.db, bank);
  const settings = resolveBankSettings(ctx.settings.bank, row?.config ?? {});
  const known = new Map<string | null, RetainSettings>();
  return ({ strategy }) => {
    const name = strategy ?? settings.retain_default_strategy;
    const found = known.get(name);
    if (found !== undefined) return found;
    const resolved = retainSettings(underStrategy(ctx, settings, name));
    known.set(name, resolved);
    return resolved;
  };
}

function underStrategy(ctx: EngineContext, settings: BankSettings, name: string | null): BankSettings {
  if (name === null) return settings;
  const overrides = settings.retain_strategies?.[name];
  if (overrides === undefined) ctx.log.warn({ strategy: name }, "the bank has no retain strategy of this name; its own settings hold");
  return overrides === undefined ? settings : { ...settings, ...overrides };
}

/** Without a language model, every mode that needs one is `local`. */
function retainSettings(settings: BankSettings): RetainSettings {
  const mode = settings.retain_extraction_mode;
  return {
    mode: mode === "chunks" || mode === "verbatim" ? mode : "local",
    chunkSize: settings.retain_chunk_size,
    structuredChunkSize: Math.max(settings.retain_chunk_size, settings.retain_structured_chunk_size ?? 0),
    storesText: settings.store_document_text,
  };
}
