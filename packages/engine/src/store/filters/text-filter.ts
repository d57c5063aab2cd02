// Text filters: a caller's words as a LIKE pattern, so that no character of theirs is a wildcard by accident.
// In: words. Out: a pattern for ILIKE with the default escape "\".

const literally = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Matches texts that hold `text` anywhere. */
export function containing(text: string): string {
  return `%${literally(text)}%`;
}

/** Matches texts like `pattern`, whose `*` stands for anything. */
export function wildcard(pattern: string): string {
  return pattern.split("*").map(literally).join("%");
}
