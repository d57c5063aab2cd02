/** A good escape, an apostrophe that needs none, a lone backslash, a control character, a quote. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const PART = /\\(?:["\\/bfnrt]|u[0-9a-f]{4})|\\'|\\|[\u0000-\u001f]|"/gi;
const SHORT: Readonly<Record<string, string>> = { "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r" };

/**
 * Mends what models get wrong inside double-quoted strings: raw control characters are escaped, and a backslash that begins no escape of JSON stands for
 * itself, as in a Windows path or a pattern (a repair that drops it changes what was said). What stands between strings stays as it is.
 */
export function mendStrings(json: string): string {
  let isInside = false;
  return json.replace(PART, (part) => {
    if (part === '"') isInside = !isInside;
    if (part === '"' || !isInside) return part;
    if (part === "\\'") return "'";
    if (part === "\\") return "\\\\";
    if (part.length > 1) return part;
    return SHORT[part] ?? `\\u${part.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
