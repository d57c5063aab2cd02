/** Escapes the control characters that stand raw inside the strings of a JSON text, as models write them; others, as line ends between values, stay. */
export function escapeControlCharacters(json: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (!/[\u0000-\u001f]/.test(json)) return json;
  let out = "";
  let copied = 0;
  let isInside = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (isInside && code === BACKSLASH && json.charCodeAt(at + 1) >= 0x20) at += 1;
    else if (code === QUOTE) isInside = !isInside;
    else if (isInside && code < 0x20) {
      out += json.slice(copied, at) + (SHORT[code] ?? `\\u${code.toString(16).padStart(4, "0")}`);
      copied = at + 1;
    }
  }
  return out + json.slice(copied);
}

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const SHORT: Readonly<Record<number, string>> = { 8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r" };
