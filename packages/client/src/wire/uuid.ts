// UUIDs: idempotency keys and boundaries, which must be unique and need not be secret.
// In: nothing. Out: a random UUID (RFC 9562, version 4).
// Node 18 has no `crypto` among its globals, and pages without TLS have no `randomUUID`: both get one all the same.

interface Source {
  readonly randomUUID?: () => string;
  readonly getRandomValues?: (bytes: Uint8Array<ArrayBuffer>) => unknown;
}

export function uuid(): string {
  const source: Source | undefined = globalThis.crypto;
  if (source?.randomUUID !== undefined) return source.randomUUID();
  const bytes = new Uint8Array(16);
  if (source?.getRandomValues !== undefined) source.getRandomValues(bytes);
  else for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(Math.random() * 256);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
