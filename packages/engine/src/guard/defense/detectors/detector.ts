/** A kind of secret or personal data that can be told by its form. */
export interface Detector {
  /** The label of what it found, and the name by which a policy speaks of it. */
  readonly name: string;
  readonly family: "secret" | "personal";
  /** False: only a rule that names it switches it on, because such texts are often meant to be remembered. */
  readonly isInSensitiveData: boolean;
  /**
   * A cheap test that every text with a match passes. It has no unbounded repetition, so that it looks at a bounded number of characters from each place
   * of a text, in whatever engine.
   */
  readonly hint: RegExp;
  /** RE2 syntax. `\b` is an ASCII word boundary there: a secret may touch a Chinese character. A first group, if there is one, is the secret alone. */
  readonly pattern: string;
  /** True: a letter, digit or underscore right behind the match makes it none, because the format has a fixed length. */
  readonly isClosed: boolean;
  /** Looks at a match, a checksum for example, and says how much of it from the start is meant, in UTF-16 units; 0 is none of it. */
  readonly measure?: (match: string) => number;
  /** For a block of lines: how its last line begins and ends. The match runs to there. */
  readonly closing?: { readonly begin: string; readonly end: string };
}

type Options = Partial<Pick<Detector, "measure" | "closing" | "isInSensitiveData" | "isClosed">>;

/** A secret that begins with a mark of its own. `hint` is that mark, or an expression of bounded length. */
export function secret(name: string, hint: string | RegExp, pattern: string, options: Options = {}): Detector {
  return detector("secret", name, hint, pattern, options);
}

/** Data about a person. */
export function personal(name: string, hint: string | RegExp, pattern: string, options: Options = {}): Detector {
  return detector("personal", name, hint, pattern, options);
}

/** A match counts as a whole or not at all. */
export const wholly =
  (holds: (match: string) => boolean): NonNullable<Detector["measure"]> =>
  (match) =>
    holds(match) ? match.length : 0;

function detector(family: Detector["family"], name: string, hint: string | RegExp, pattern: string, options: Options): Detector {
  return {
    name,
    family,
    isInSensitiveData: true,
    isClosed: true,
    ...options,
    hint: typeof hint === "string" ? new RegExp(hint.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")) : hint,
    pattern,
  };
}
