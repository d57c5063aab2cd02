/** How deep lists and objects lie in one another at most: rows have a few levels, and every reader behind this one walks down them. */
export const MOST_LEVELS = 100;

const [QUOTE, BACKSLASH, BRACE, BRACKET, BRACE_END, BRACKET_END] = [34, 92, 123, 91, 125, 93];

/** Whether a JSON text nests deeper than `MOST_LEVELS`, told by its bytes (UTF-8) in one pass, before anything is made of it. */
export function isTooDeep(json: Uint8Array): boolean {
  let level = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number;
    if (byte === QUOTE) {
      for (at++; at < json.length && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++;
    } else if (byte === BRACE || byte === BRACKET) {
      if (++level > MOST_LEVELS) return true;
    } else if (byte === BRACE_END || byte === BRACKET_END) level--;
  }
  return false;
}
