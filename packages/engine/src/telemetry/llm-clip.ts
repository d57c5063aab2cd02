// How long texts are cut for the trace: what stays is valid JSON, and says how much went.

/** Room for the note of what was cut. */
const NOTE = 40;

/**
 * A JSON value of at most about `maxChars` characters of JSON: the longest texts in it are cut to one length. A value that is too long for its sheer
 * number of parts becomes `{"cut": …, "start": …}`.
 */
export function clip(value: unknown, maxChars: number): unknown {
  const size = JSON.stringify(value)?.length ?? 0;
  if (size <= maxChars) return value;
  let low = 0;
  let high = maxChars;
  let best: unknown;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const candidate = withShortTexts(value, middle);
    if (JSON.stringify(candidate).length <= maxChars) {
      best = candidate;
      low = middle;
    } else high = middle - 1;
  }
  return best ?? { cut: `${size} characters`, start: JSON.stringify(value).slice(0, Math.max(0, Math.floor((maxChars - 2 * NOTE) / 2))) };
}

/** The value with every text of more than `length` characters cut, where that makes it shorter. */
function withShortTexts(value: unknown, length: number): unknown {
  if (typeof value === "string") {
    return value.length <= length + NOTE ? value : `${wholeStart(value, length)}… (${value.length - length} characters cut)`;
  }
  if (Array.isArray(value)) return value.map((part) => withShortTexts(part, length));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withShortTexts(part, length)]));
}

/** The first `length` units of a text, without half a surrogate pair at the end. */
function wholeStart(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
