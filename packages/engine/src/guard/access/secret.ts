// The secret in a key: how it is made, read and compared.
// In: random bytes, or what a caller sent. Out: a key's text, its two parts, a hash, a yes or no that tells nothing by its time.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** `hsk_`, ten characters that name the key, and the secret: easy to find in a leak, and to look up without trying every hash. */
const FORM = /^hsk_([0-9a-z]{10})_([\w-]{43})$/;
/** 256 random bits: nothing that a slow hash would have to protect against guessing. */
const SECRET_BYTES = 32;
const ID_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 10;

export interface KeyParts {
  readonly id: string;
  readonly secret: string;
}

export function newKey(): KeyParts & { readonly text: string } {
  const id = Array.from(randomBytes(ID_LENGTH), (byte) => ID_LETTERS[byte % ID_LETTERS.length]).join("");
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  return { id, secret, text: `hsk_${id}_${secret}` };
}

/** The parts of a text that has the form of a key; null for any other. */
export function readKey(text: string): KeyParts | null {
  const [, id, secret] = FORM.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
}

/** SHA-256, 32 bytes: what is stored of a secret. */
export function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** Compares by hashes, which have one length, in a time that does not depend on where they differ. */
export function isSame(secret: string, hash: Uint8Array): boolean {
  const own = hashOf(secret);
  return own.byteLength === hash.byteLength && timingSafeEqual(own, hash);
}
