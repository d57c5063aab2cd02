// Authorization: one question for every call, over HTTP and MCP, before its body is read.
// In: a caller and what is asked for. Out: nothing, or the refusal of the contract (403, or the status that a validator chose).

import { HindsightError } from "@hindsight-memory/engine";
import { type AccessRequest, type Caller, coversBank, hasAccess } from "./caller.js";
import { CROSS_BANK } from "./operations.js";

/**
 * Lets a call pass or throws `forbidden`. A caller whose scope names banks may ask for what concerns no single bank only where the answer is
 * narrowed to those banks; anything else is refused rather than answered for all.
 * A call that names a second bank (an alias, the target of a copy) is asked about once for each.
 */
export async function authorize(caller: Caller, request: AccessRequest): Promise<void> {
  try {
    await allowed(caller, request);
  } catch (error) {
    caller.refused?.(request, error);
    throw error;
  }
}

async function allowed(caller: Caller, request: AccessRequest): Promise<void> {
  const { access, bankId, operation } = request;
  if (!hasAccess(caller, access)) {
    throw refused(
      `'${operation}' needs ${access} access, and this key has ${caller.access} access. Use a key with more, or ask who manages them.`,
    );
  }
  if (bankId === null ? caller.banks !== null && !CROSS_BANK.has(operation) : !coversBank(caller, bankId)) {
    const what = bankId === null ? `'${operation}' concerns every bank, and this key is limited to some` : notAmong(bankId);
    throw refused(`${what}. ${REMEDY}`);
  }
  await caller.validate?.(request);
}

/** Throws `forbidden` for a bank that the caller's key does not name. For what opens a way to a bank, before anything is asked of it; no validator is called. */
export function requireBank(caller: Caller, bankId: string, operation: string): void {
  if (coversBank(caller, bankId)) return;
  const error = refused(`${notAmong(bankId)}. ${REMEDY}`);
  caller.refused?.({ access: "read", bankId, operation }, error);
  throw error;
}

const REMEDY = "Use a key for it, or ask who manages them.";
const notAmong = (bankId: string): string => `Bank '${bankId}' is not one of this key's banks`;

function refused(message: string): HindsightError {
  return new HindsightError("forbidden", message);
}
