// A bank that a call would make: only a caller who may write makes one.

import type { Hindsight } from "@hindsight-memory/engine";
import { type Caller, hasAccess } from "./caller.js";

/** For what reads, and makes a bank that is missing: throws `bank_not_found` for a caller who only reads. */
export async function requireBankOfReader(engine: Hindsight, caller: Caller, bankId: string): Promise<void> {
  if (!hasAccess(caller, "write")) await engine.banks.get(bankId);
}
