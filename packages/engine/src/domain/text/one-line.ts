/** A text without its line breaks, for a list in which each entry is one line. */
export function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/gu, " ").trim();
}
