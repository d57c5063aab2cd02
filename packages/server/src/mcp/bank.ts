// Which bank, and which of the tools it offers.
// In: the path, the call's argument, the header, the settings. Out: the bank's id, and the tools that are there for it.

import { type Hindsight, HindsightError } from "@hindsight-memory/engine";
import { authorize, coversBank } from "../access/index.js";
import type { Offer } from "./offer.js";
import type { McpRequest } from "./request.js";
import type { Tool } from "./tool.js";

/** The bank that a connection speaks of: the path's, which nothing overrides; else the header's; else the settings'. */
export function sessionBank(pathBank: string | null, headerBank: string | null, fallback: string): string {
  return pathBank ?? headerBank ?? fallback;
}

/**
 * The banks whose lists of tools decide about a call: the one of the connection and the one that the call names. A connection's bank that is not the caller's
 * has no say.
 */
export function decidingBanks({ pathBank, parts }: Offer, { caller, headerBank }: McpRequest, bankId: string): readonly string[] {
  const session = sessionBank(pathBank, headerBank, parts.options.settings.mcpBankId);
  return coversBank(caller, session) ? [...new Set([session, bankId])] : [bankId];
}

/**
 * The list of tools that a connection's bank has for this caller; null when it offers all. A bank that the connection names is asked about first. The
 * settings' bank is nobody's choice: for a caller whose it is not, it has no say.
 */
export async function allowedHere(offer: Offer, { caller, headerBank }: McpRequest, operation: string): Promise<readonly string[] | null> {
  const named = offer.pathBank ?? headerBank;
  const bankId = sessionBank(named, null, offer.parts.options.settings.mcpBankId);
  if (named === null && !coversBank(caller, bankId)) return null;
  await authorize(caller, { access: "read", bankId, operation });
  return allowedBy(offer.engine, bankId);
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
