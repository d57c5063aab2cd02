// Bank ids and aliases: what a name may be.
// In: a name from a caller. Out: what is wrong with it, or null.

/** Longest name, in bytes of UTF-8 (the contract's limit). */
export const MAX_BANK_ID_BYTES = 192;

/** Is `name` short enough for a bank? */
export function bankIdFits(name: string): boolean {
  return name.length <= MAX_BANK_ID_BYTES && new TextEncoder().encode(name).length <= MAX_BANK_ID_BYTES;
}

/** Why `name` cannot name a bank, as the end of a sentence ("The bank id …"); null when it can. */
export function bankIdProblem(name: string): string | null {
  if (name === "") return "is empty.";
  if (!bankIdFits(name)) return `is longer than ${MAX_BANK_ID_BYTES} bytes of UTF-8.`;
  if (/\p{Cc}/u.test(name)) return "has control characters.";
  if (/\p{Surrogate}/u.test(name)) return "is not well-formed Unicode.";
  if (name.startsWith("_")) return 'starts with "_", which is reserved.';
  return null;
}
