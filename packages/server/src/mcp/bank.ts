// Which bank, and which of the tools it offers.
// In: the path, the call's argument, the header, the settings. Out: the bank's id, and the tools that are there for it.

import { type Hindsight, HindsightError } from "@hindsight-memory/engine";
import type { Tool } from "./tool.js";

/** The bank that a connection speaks of: the path's, which nothing overrides; else the header's; else the settings'. */
export function sessionBank(pathBank: string | null, headerBank: string | null, fallback: string): string {
  return pathBank ?? headerBank ?? fallback;
}

/** A bank's own list of tools; null when it offers all. One that does not exist (yet) has the server's. */
export async function allowedBy(engine: Hindsight, bankId: string): Promise<readonly string[] | null> {
  try {
    const { config } = await engine.banks.config(bankId);
    return config.mcp_enabled_tools as readonly string[] | null;
  } catch (error) {
    if (error instanceof HindsightError && (error.code === "bank_not_found" || error.code === "invalid_bank_id")) return null;
    throw error;
  }
}

export function within(tools: readonly Tool[], names: readonly string[] | null): readonly Tool[] {
  return names === null ? tools : tools.filter((tool) => names.includes(tool.name));
}
