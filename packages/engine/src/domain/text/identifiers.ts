// Identifiers: what a reader looks for letter by letter (`ERR-7F13-1133`, `src/app.ts`, `v2.14.3-rc.1`, `camelCase`, `ENOENT`).

/** A word with what is joined to it: letters and digits, held together by single connectors. `C++`, `C#` and `F#` keep their tail. */
export const CHUNK =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:(?::\/\/|::|[._\-/:@\\'+&=?#%~])[\p{L}\p{N}\p{M}]+)*(?:(?<=\b[A-Za-z])(?:\+\+|#)(?![\p{L}\p{N}]))?/gu;

const CONNECTOR = /[._\-/:@\\+&=?#%~]/u;
const SEGMENT_BREAK = /:\/\/|[/:@\\?&=#~]+/u;
const PART_BREAK = /[._\-/:@\\+&=?#%~]+/u;
const HUMP = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
const HUMP_BREAK = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const CAPITALS = /^[\p{Lu}\p{N}]*\p{Lu}[\p{Lu}\p{N}]+$/u;
const DIGIT = /\p{N}/u;
const LETTER = /\p{L}/u;
const URL_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//u;

/** Longer compounds are kept by their parts only. */
const MAX_WHOLE = 96;

/** A chunk of text taken apart. All strings keep their case. */
export interface Compound {
  /** The whole and its named segments (`src/app.ts` → itself and `app.ts`), for exact matches. */
  readonly wholes: readonly string[];
  /** The simple words it is made of (`src`, `app`, `ts`; `camel`, `case`). */
  readonly parts: readonly string[];
}

export function isCompound(chunk: string): boolean {
  return CONNECTOR.test(chunk) || HUMP.test(chunk);
}

function humps(word: string): readonly string[] {
  return HUMP.test(word) ? word.split(HUMP_BREAK).filter((part) => part.length > 1) : [];
}

/** Takes a compound apart. Total: every letter and digit of the chunk is in a part or in a whole. */
export function takeApart(chunk: string): Compound {
  const whole = chunk.replace(URL_SCHEME, "").replace(/^www\./u, "");
  const words = whole.split(PART_BREAK).filter((part) => part !== "");
  const segments = whole.split(SEGMENT_BREAK).filter((segment) => segment !== "" && segment !== whole && CONNECTOR.test(segment));
  const wholes = CONNECTOR.test(whole) ? [whole, ...segments] : [];
  return {
    wholes: wholes.filter((text) => text.length <= MAX_WHOLE),
    parts: words.flatMap((word) => [word, ...humps(word)]),
  };
}

/**
 * True for what nobody writes by accident: a digit among letters or connectors, an underscore, a dot, slash or at sign inside,
 * a hump, or (where the text around is not in capitals) a word of three capitals or more. A hyphen alone makes no identifier (`well-known`).
 */
export function isIdentifier(chunk: string, textIsInCapitals: boolean): boolean {
  if (HUMP.test(chunk) || /[\p{L}\p{N}][_./@\\:#][\p{L}\p{N}]/u.test(chunk)) return true;
  if (DIGIT.test(chunk)) return LETTER.test(chunk) || CONNECTOR.test(chunk);
  return !textIsInCapitals && chunk.length >= 3 && CAPITALS.test(chunk);
}
