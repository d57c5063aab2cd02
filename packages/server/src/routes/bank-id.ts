// The real id of a bank: replies carry it even when the path named an alias.

import type { Hindsight } from "@hindsight-memory/engine";

/** Throws `bank_not_found` when the path names no bank. */
export async function realBankId(engine: Hindsight, idOrAlias: string): Promise<string> {
  return (await engine.banks.get(idOrAlias)).bankId;
}
