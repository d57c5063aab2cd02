export interface Spans {
  /** The outermost `{…}` and `[…]` of the text, in order. */
  readonly closed: readonly string[];
  /** From the first bracket that begins JSON and is not closed, to the end of the text. Nothing inside it is a span. */
  readonly open: OpenSpan | null;
}

export interface OpenSpan {
  readonly text: string;
  /** The brackets that would close it; null where its double quotes do not come in pairs: it was cut inside a string, or one is not escaped. */
  readonly closers: string | null;
}

/** A bracket that begins JSON rather than a remark: a key or nothing behind a brace, a value behind a bracket. */
const BEGINS_JSON = /\{\s*(?:["'“}]|\w+\s*:)|\[\s*(?:[{["'\]]|-?\d)/y;
/** Remarks in brackets that are never closed; more of them and the text is no answer. Keeps the search linear. */
const MOST_REMARKS = 50;
/** Deeper nesting is no answer of any schema, and would overflow the stack of whoever walks it. */
const MOST_DEPTH = 500;

/** Finds what may be the object of an answer. Brackets inside double-quoted strings do not count, so fences inside a value do no harm. */
export function findSpans(text: string): Spans {
  const closed: string[] = [];
  let remarks = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== "{" && text[at] !== "[") continue;
    const end = endOf(text, at);
    if (end.at !== null) {
      closed.push(text.slice(at, end.at));
      at = end.at - 1;
      continue;
    }
    BEGINS_JSON.lastIndex = at;
    if (BEGINS_JSON.test(text)) return { closed, open: { text: text.slice(at), closers: end.closers } };
    remarks += 1;
    if (remarks > MOST_REMARKS) break;
  }
  return { closed, open: null };
}

interface End {
  /** Behind the bracket that closes; null when none does. */
  readonly at: number | null;
  readonly closers: string | null;
}

function endOf(text: string, start: number): End {
  const closers: string[] = [];
  let isInside = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isInside) {
      if (character === "\\") at += 1;
      else if (character === '"') isInside = false;
    } else if (character === '"') isInside = true;
    else if (character === "{") closers.push("}");
    else if (character === "[") closers.push("]");
    else if (character === "}" || character === "]") {
      if (closers.length > MOST_DEPTH) return { at: null, closers: null };
      closers.pop();
      if (closers.length === 0) return { at: at + 1, closers: "" };
    }
  }
  return { at: null, closers: isInside ? null : closers.reverse().join("") };
}

/** Whether brackets are nested deeper than in any answer, counted without regard to quotes. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    if (depth > MOST_DEPTH) return true;
  }
  return false;
}
