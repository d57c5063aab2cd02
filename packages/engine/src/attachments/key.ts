import type { BankScope } from "../domain/scope.js";

/** Where the bytes of an attachment lie: below the bank's own prefix, by their hash. */
export function objectKey(bank: BankScope, hash: string): string {
  return `banks/${bank.key}/attachments/${hash}`;
}
