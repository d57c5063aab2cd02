export interface Spans {
  /** The outermost `{…}` and `[…]` of the text, in order. */
  readonly closed: readonly string[];
  /** From the first bracket that begins JSON and is not closed, to the end of the text. Nothing inside it is a span. */
  readonly open: string | null;
}

/** A bracket that begins JSON rather than a remark: a key or nothing behind a brace, a value behind a bracket. */
const BEGINS_JSON = /\{\s*(?:["'“}]|\w+\s*:)|\[\s*(?:[{["'\]]|-?\d)/y;
/** Remarks in brackets that are never closed; more of them and the text is no answer. Keeps the search linear. */
const MOST_REMARKS = 50;

/** Finds what may be the object of an answer. Brackets inside double-quoted strings do not count, so fences inside a value do no harm. */
export function findSpans(text: string): Spans {
  const closed: string[] = [];
  let remarks = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== "{" && text[at] !== "[") continue;
    const end = endOf(text, at);
    if (end !== null) {
      closed.push(text.slice(at, end));
      at = end - 1;
      continue;
    }
    BEGINS_JSON.lastIndex = at;
    if (BEGINS_JSON.test(text)) return { closed, open: text.slice(at) };
    remarks += 1;
    if (remarks > MOST_REMARKS) break;
  }
  return { closed, open: null };
}

/** Behind the bracket that closes the one at `start`; null when none does. */
function endOf(text: string, start: number): number | null {
  let depth = 0;
  let isInside = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isInside) {
      if (character === "\\") at += 1;
      else if (character === '"') isInside = false;
    } else if (character === '"') isInside = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}
