// The keys of exports on the wire: `banks/{bank}/exports/{uuid}/transfer.zip`.
// In: the rest of a path. Out: the bank and the export that it names. Nothing of a key is ever a path of the storage: it is read into its two parts, and
// what is no such key names nothing.

const KEY = /^banks\/(.+)\/exports\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/transfer\.zip$/s;

export interface ExportAddress {
  readonly bankId: string;
  readonly exportId: string;
}

/** The address that a key names; null for what is no key. A bank's id may hold slashes: it ends at the last part that looks like an export. */
export function exportAddress(key: string): ExportAddress | null {
  const [, bankId, exportId] = KEY.exec(key) ?? [];
  return bankId === undefined || exportId === undefined ? null : { bankId, exportId };
}
