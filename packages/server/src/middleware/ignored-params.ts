// Ignored parameters: names that the route does not know are never an error; the reply says that they had no effect.
// In: the names sent and the names known. Out: the value of `X-Ignored-Params`, or null.

/** Longest header value; a caller who sends thousands of unknown names reads the first. */
const LONGEST = 1_000;

export function ignoredParams(sent: Iterable<string>, known: ReadonlySet<string>): string | null {
  const names = [...new Set(sent)].filter((name) => !known.has(name));
  if (names.length === 0) return null;
  // Header values are visible ASCII: anything else in a name is percent-encoded.
  const text = names
    .slice(0, LONGEST)
    .map((name) => name.replace(/[^\x21-\x2b\x2d-\x7e]/gu, escaped))
    .join(", ");
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}...`;
}

function escaped(character: string): string {
  return [...Buffer.from(character, "utf8")].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}
