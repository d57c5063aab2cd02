import type { BankScope } from "../domain/scope.js";

/** Everything that a bank has in object storage lies below this. */
export function bankPrefix(bank: BankScope): string {
  return `banks/${bank.key}/`;
}

/**
 * Where the bytes of an upload lie: by their hash. What is kept for good is shared by equal files; what goes with its operation carries the operation's
 * id as well, so that the end of one upload cannot take the bytes of another.
 */
export function fileKey(bank: BankScope, sha256: string, operationId: string | null): string {
  return `${bankPrefix(bank)}files/${sha256}${operationId === null ? "" : `.${operationId}`}`;
}

/** An archive that was exported, which is fetched at once and not kept. */
export function isExport(key: string): boolean {
  return /^banks\/\d+\/exports\//.test(key);
}

const KEY = /^banks\/(\d+)\/files\/[0-9a-f]{64}(?:\.([0-9a-f-]{36}))?$/;

/** The bank and the operation that a file's key belongs to; null for other keys, no operation for what is kept. */
export function ownerOf(key: string): { readonly bankKey: number; readonly operationId: string | null } | null {
  const [, bankKey, operationId = null] = KEY.exec(key) ?? [];
  return bankKey === undefined ? null : { bankKey: Number(bankKey), operationId };
}
